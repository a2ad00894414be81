import { describe, expect, test } from 'vitest'
import { parseRepoPath } from '../../src/core/model/path.ts'
import { ask, bytesOf, engine, toRunFinding, walk } from './fakes.ts'

const decisionsOf = async (...args: Parameters<typeof walk>): Promise<readonly string[]> => (await walk(...args)).decisions.map((d) => `${d.verdict} ${d.code ?? ''}`.trim())

describe('triage refuses by default', () => {
  test('a finding that neither the file nor the reviewed version holds is not real', async () => {
    const request = ask({ 'a.js': { base: 'f()\n', now: 'f()\n' } })
    const [finding] = (await engine().review(ask({ 'a.js': { base: 'f()\n', now: 'f()\ndebugger\n' } }), '')).value.findings.map(toRunFinding)
    const { decisions } = (await engine().triage({ ...request, qualifying: finding === undefined ? [] : [finding], read: async () => bytesOf('f()\n') }, '')).value
    expect(decisions).toMatchObject([{ verdict: 'not-approved', code: 'not-real' }])
  })

  test('a finding that only the reviewed version holds is real, and the file must be staged', async () => {
    expect(await decisionsOf({ 'a.js': { base: 'f()\n', now: 'f()\ndebugger\n' } }, { workspace: { 'a.js': 'f()\n' } })).toEqual(['not-approved not-anchored'])
  })

  test('a file that does not parse in the working tree is not judged', async () => {
    expect(await decisionsOf({ 'a.js': { base: 'f()\n', now: 'f()\ndebugger\n' } }, { workspace: { 'a.js': 'f(\ndebugger\n' } })).toEqual(['not-approved not-safe'])
  })

  test('a file that no fix may touch is not judged', async () => {
    const request = ask({ 'a.js': { base: 'f()\n', now: 'f()\ndebugger\n' } })
    const qualifying = (await engine().review(request, '')).value.findings.map(toRunFinding)
    const { decisions } = (await engine().triage({ ...request, qualifying, read: async () => null }, '')).value
    expect(decisions).toMatchObject([{ verdict: 'not-approved', code: 'not-safe' }])
  })

  test('an import the base did not hold is not restored, whatever the finding says', async () => {
    const request = ask({ 'a.js': { base: "import { a } from 'a'\na()\n", now: 'a()\n' } })
    const [finding] = (await engine().review(request, '')).value.findings.map(toRunFinding)
    if (finding === undefined) throw new Error('no finding')
    const forged = { ...finding, fix: { ...finding.fix, text: finding.fix.text.replace("from 'a'", "from 'evil'") } }
    const { decisions } = (await engine().triage({ ...request, qualifying: [forged], read: async () => bytesOf('a()\n') }, '')).value
    expect(decisions).toMatchObject([{ verdict: 'not-approved', code: 'not-anchored' }])
  })

  test('a name that the base used as it is, is no slip of the change', async () => {
    const base = 'export const total = (amount) => amount\nexport const x = [amuont]\n'
    expect(await decisionsOf({ 'a.js': { base, now: `${base}export const y = [amuont, amuont]\n` } })).toEqual(['not-approved not-safe'])
  })

  test('a correction that brings another finding is refused', async () => {
    // `vlaue` is one slip from `value`, but then both operands are equal.
    expect(await decisionsOf({ 'a.js': 'export const f = (value) => value === vlaue\n' })).toEqual(['not-approved not-safe'])
  })

  test('every qualifying finding gets exactly one decision', async () => {
    const round = await walk({ 'a.js': 'debugger\nfoo()\nbar()\n', 'b.py': 'foo()\n', 'c.json': '{' })
    expect(round.decisions.map(({ finding_id }) => finding_id).sort()).toEqual(round.findings.map(({ id }) => id).sort())
    expect(new Set(round.decisions.map(({ finding_id }) => finding_id)).size).toBe(5)
  })

  test('the reason says why a credential is not deleted', async () => {
    const round = await walk({ 'a.env': `T=ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ2bD4fG6hJ8'}\n` })
    expect(round.decisions[0]?.reason).toContain('must be revoked')
  })

  test('the working tree may hold more than the reviewed version; its own lines are fixed', async () => {
    const round = await walk({ 'a.js': { base: 'f()\n', now: 'f()\ndebugger\n' } }, { workspace: { 'a.js': '// note\nf()\ndebugger\nmore()\n' } })
    expect(new TextDecoder().decode(round.workspace.get('a.js'))).toBe('// note\nf()\nmore()\n')
  })

  test('findings about other paths than the change are looked up in the working tree alone', async () => {
    const request = ask({ 'a.js': { base: 'f()\n', now: 'f()\ndebugger\n' } })
    const qualifying = (await engine().review(request, '')).value.findings.map(toRunFinding)
    const asked: string[] = []
    await engine().triage({ ...request, qualifying, read: async (path) => { asked.push(path); return bytesOf('f()\ndebugger\n') } }, '')
    expect(asked).toEqual([parseRepoPath('a.js')])
  })
})
