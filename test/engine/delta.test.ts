import { describe, expect, test } from 'vitest'
import { parseGateVerdict } from '../../src/core/gate/contract.ts'
import type { Finding } from '../../src/core/model/finding.ts'
import { ask, engine, reviewOf, toRunFinding } from './fakes.ts'

const base = 'f()\nfunction f() {}\n'
const bad = `debugger\n${base}debugger\n`

async function prior(now: string): Promise<readonly Finding[]> {
  return (await reviewOf({ 'a.js': { base, now } })).findings.map(toRunFinding)
}

describe('a delta round', () => {
  test('GAR-039: in the first round every tag is none', async () => {
    expect((await reviewOf({ 'a.js': { base, now: bad } })).findings.map(({ tag }) => tag)).toEqual(['none', 'none'])
  })

  test('GAR-040: every earlier finding appears exactly once, open or closed', async () => {
    const verdict = await reviewOf({ 'a.js': { base, now: `${base}debugger\n` } }, { round: 2, prior: await prior(bad) })
    expect(verdict.findings.map(({ prior_id, tag }) => `${prior_id ?? ''} ${tag}`).sort()).toEqual(['F001 closed', 'F002 open'])
    expect(verdict.needs_fix_round).toBe(true)
  })

  test('when all are closed no further round is needed', async () => {
    const verdict = await reviewOf({ 'a.js': { base, now: base } }, { round: 2, prior: await prior(bad) })
    expect(verdict.findings.map(({ tag }) => tag)).toEqual(['closed', 'closed'])
    expect([verdict.needs_fix_round, verdict.loop_can_stop, verdict.closing.committable]).toEqual([false, true, true])
    expect(verdict.findings.every(({ location }) => Number(location.split(':')[1]) <= 2)).toBe(true)
  })

  test('a finding the earlier round did not have is new', async () => {
    const verdict = await reviewOf({ 'a.js': { base, now: `${bad}foo()\n` } }, { round: 2, prior: await prior(bad) })
    expect(verdict.findings.find(({ tag }) => tag === 'new')).toMatchObject({ rule: 'eslint/no-undef' })
  })

  test('a closed finding that comes back has regressed', async () => {
    const closed = (await prior(bad)).map((finding): Finding => ({ ...finding, tag: 'closed' }))
    expect((await reviewOf({ 'a.js': { base, now: bad } }, { round: 3, prior: closed })).findings.map(({ tag }) => tag)).toEqual(['regressed', 'regressed'])
  })

  test('a finding settled by a decision stays settled and needs no round', async () => {
    const settled = (await prior(bad)).map((finding): Finding => ({ ...finding, tag: 'settled by a decision', decisionRef: 'D1' }))
    const verdict = await reviewOf({ 'a.js': { base, now: bad } }, { round: 2, prior: settled })
    expect(verdict.findings.map(({ tag, decision_ref }) => [tag, decision_ref])).toEqual([['settled by a decision', 'D1'], ['settled by a decision', 'D1']])
    expect(verdict.needs_fix_round).toBe(false)
  })

  test('the verdict echoes what it was bound to and passes its own contract', async () => {
    const request = ask({ 'a.js': { base, now: bad } }, { round: 2, prior: await prior(bad) })
    const { value, text } = await engine().review(request, '')
    expect(value).toMatchObject({ round: 2, mode: 'delta', reviewed: { snapshot: request.snapshot, head: null, base: request.change.base } })
    expect(parseGateVerdict(JSON.parse(text))).toMatchObject({ ok: true })
  })
})
