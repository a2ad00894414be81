import { describe, expect, it } from 'vitest'
import type { AuditReturn } from '../../../src/core/audit/contract.ts'
import type { FixReturn } from '../../../src/core/fix/contract.ts'
import { EndOfRun, HelperError } from '../../../src/core/model/fault.ts'
import type { HelperFailure } from '../../../src/core/model/stop.ts'
import type { TriageReturn } from '../../../src/core/triage/contract.ts'
import type { Unaccepted } from '../../../src/io/agents/consult.ts'
import type { AgentOptions } from '../../../src/io/agents/roles.ts'
import { createAgentRoles } from '../../../src/io/agents/roles.ts'
import { sampleFinding, wireFinding, wireVerdict } from '../gate/sample.ts'
import { auditAsk, block, fixAsk, gateAsk, saying, triageAsk } from './sample.ts'

const two = [sampleFinding(), sampleFinding({ id: 'F002' })]
const options: AgentOptions = { root: '/r', scratch: '/s' }
const reason = 'Left as it is: the caller already tests the divisor.'

function failure(kind: HelperFailure, message: string | RegExp): object {
  return expect.objectContaining({ kind, message: typeof message === 'string' ? message : (expect.stringMatching(message) as string) }) as object
}

function triage(decisions: Partial<TriageReturn['decisions'][number]>[]): unknown {
  return { phase: 'TRIAGE', decisions: decisions.map((one) => ({ finding_id: 'F001', verdict: 'approved', reason: 'real', ...one })) }
}

function fix(resolutions: Partial<FixReturn['resolutions'][number]>[], more: Partial<FixReturn> = {}): unknown {
  return { phase: 'FIX', status: 'success', changed_workspace: true, reproductions: [], ...more, resolutions: resolutions.map((one) => ({ finding_id: 'F001', resolution: 'fixed', files: [], ...one })) }
}

function audit(count: number): AuditReturn {
  return { phase: 'DELTA', hunks: Array.from({ length: count }, () => ({ file: 'src/a.ts', start: 2, end: 2, mapped: true, finding_id: 'F001', reason: 'the fix' })) }
}

describe('an answer that keeps its contract', () => {
  it('is returned with its text as it came, logs and all', async () => {
    const text = `reading\n${block(wireVerdict())}\n`
    expect(await createAgentRoles(saying(text).backend, options).review(gateAsk(), 'p')).toEqual({ text, value: wireVerdict() })
  })
  it('is taken in every role', async () => {
    const { backend } = saying(block(triage([{}])), block(fix([{}])), block(audit(1)))
    const roles = createAgentRoles(backend, options)
    expect((await roles.triage(triageAsk(), 'p')).value).toEqual(triage([{}]))
    expect((await roles.fix(fixAsk(), 'p')).value).toEqual(fix([{}]))
    expect((await roles.audit(auditAsk(), 'p')).value).toEqual(audit(1))
  })
  it('was asked for with the prompt, the contract, and the right to write for the fixer alone', async () => {
    const { backend, calls } = saying(block(wireVerdict()), block(fix([{}])))
    const roles = createAgentRoles(backend, { ...options, deadlines: { gate: 7 } })
    expect(roles.name).toBe('agent/test')
    await roles.review(gateAsk(), '# Review\n')
    await roles.fix(fixAsk(), '# Fix\n')
    expect(calls).toMatchObject([
      { role: 'gate', root: '/r', scratch: '/s', deadline: 7, mayWrite: false, schema: { type: 'object', additionalProperties: false } },
      { role: 'fix', deadline: 600_000, mayWrite: true },
    ])
    expect(calls[0]?.prompt).toMatch(/^# Review\n\n## Output contract\n/)
  })
})

describe('an answer that breaks its contract is refused whole (GAR-144)', () => {
  const wrong = 'c'.repeat(40)
  it.each<[string, Parameters<typeof wireVerdict>[0], RegExp]>([
    ['FORGE-038: another snapshot', { reviewed: { snapshot: wrong, head: null, base: null } }, /reviewed\.snapshot is not the snapshot under review/],
    ['FORGE-037: another round', { round: 2 }, /round is 2, the reviewed round is 1/],
    ['FORGE-036: an id of another round', { findings: [wireFinding({ id: 'R2-F1' })] }, /does not name round 1/],
    ['FORGE-039: needs_fix_round against the findings', { needs_fix_round: false }, /needs_fix_round disagrees/],
    ['"verified" without proof', { findings: [wireFinding({ label: 'verified' })] }, /verified without proof/],
    ['a path outside the scope', { findings: [wireFinding({ location: 'src/b.ts:1' })] }, /outside the scope/],
    ['FORGE-040: 51 findings', { findings: Array.from({ length: 51 }, (_, n) => wireFinding({ id: `R1-F${n + 1}` })) }, /more than 50 findings/],
    ['FORGE-040: a title of 201 characters', { findings: [wireFinding({ title: 'x'.repeat(201) })] }, /<=200 characters/],
    ['FORGE-040: a title of two lines', { findings: [wireFinding({ title: 'a\nb' })] }, /holds a control character/],
    ['FORGE-040: a resolution of 2,001 characters', { findings: [wireFinding({ fix: { text: 'x'.repeat(2001), paths: ['src/a.ts'] } })] }, /<=2000 characters/],
  ])('%s', async (_, more, message) => {
    const { backend, calls } = saying(block(wireVerdict(more)))
    await expect(createAgentRoles(backend, options).review(gateAsk(), 'p')).rejects.toEqual(failure('contract-violating', message))
    expect(calls).toHaveLength(1)
  })
  it.each<[string, unknown, RegExp]>([
    ['a member nobody asked for', { ...wireVerdict(), follow_up_issue_url: null }, /Unrecognized key: "follow_up_issue_url"/],
    ['a member named __proto__', JSON.parse(`{"__proto__":1,${JSON.stringify(wireVerdict()).slice(1)}`), /Unrecognized key: "__proto__"/],
    ['a number as text', { ...wireVerdict(), round: '1' }, /expected number/],
    ['only what changed', { phase: 'REVIEW', status: 'success' }, /findings/],
    ['null for a text', { ...wireVerdict(), report_markdown: null }, /expected string/],
  ])('%s', async (_, value, message) => {
    await expect(createAgentRoles(saying(block(value)).backend, options).review(gateAsk(), 'p')).rejects.toEqual(failure('contract-violating', message))
  })
  it.each<[string, unknown, RegExp]>([
    ['a finding without a decision', triage([{}]), /F002 is not answered exactly once/],
    ['two decisions for one finding', triage([{}, {}]), /F001 is not answered exactly once/],
    ['a decision for a finding nobody asked about', triage([{}, { finding_id: 'F009' }]), /entry 2 names no finding/],
    ['GAR-130: a refusal without a code', triage([{}, { finding_id: 'F002', verdict: 'not-approved' }]), /without a reason and a code/],
    ['GAR-130: a refusal without a reason', triage([{}, { finding_id: 'F002', verdict: 'not-approved', code: 'not-real', reason: ' ' }]), /without a reason and a code/],
  ])('triage: %s', async (_, value, message) => {
    await expect(createAgentRoles(saying(block(value)).backend, options).triage(triageAsk(two), 'p')).rejects.toEqual(failure('contract-violating', message))
  })
  it.each<[string, unknown, RegExp]>([
    ['FORGE-042: a finding without a resolution', fix([{}]), /F002 is not answered exactly once/],
    ['FORGE-042: another id', fix([{}, { finding_id: 'F003' }]), /entry 2 names no finding/],
    ['FORGE-045: no rationale', fix([{}, { finding_id: 'F002', resolution: 'unresolved' }]), /without a rationale of 40 to 2000/],
    ['FORGE-045: "won\'t fix"', fix([{}, { finding_id: 'F002', resolution: 'no_change_with_rationale', rationale: 'won\'t fix' }]), /without a rationale/],
    ['FORGE-047: follow_up_created', fix([{}, { finding_id: 'F002', resolution: 'follow_up_created' as never }]), /Invalid option/],
    ['a command of 501 characters', fix([{}, { finding_id: 'F002' }], { reproductions: [{ path: 'r.sh', command: 'x'.repeat(501), finding_id: 'F001' }] }), /longer than/],
    ['51 reproductions', fix([{}, { finding_id: 'F002' }], { reproductions: Array.from({ length: 51 }, (_, n) => ({ path: `r${n}.sh`, command: 'true', finding_id: 'F001' })) }), /51 reproductions/],
  ])('fix: %s', async (_, value, message) => {
    await expect(createAgentRoles(saying(block(value)).backend, options).fix(fixAsk(two), 'p')).rejects.toEqual(failure('contract-violating', message))
  })
  it('FORGE-045: a rationale of 40 characters and more is one', async () => {
    const value = fix([{}, { finding_id: 'F002', resolution: 'no_change_with_rationale', rationale: reason }])
    expect((await createAgentRoles(saying(block(value)).backend, options).fix(fixAsk(two), 'p')).value).toEqual(value)
  })
  it('audit: more entries than hunks', async () => {
    await expect(createAgentRoles(saying(block(audit(2))).backend, options).audit(auditAsk(), 'p')).rejects.toEqual(failure('contract-violating', /2 entries for 1 hunks/))
  })
  it('the reason is printable and has an end, whatever the agent wrote', async () => {
    const value = { ...wireVerdict(), ['\u202ex'.repeat(5000)]: 1 }
    const error: unknown = await createAgentRoles(saying(block(value)).backend, options).review(gateAsk(), 'p').catch((one: unknown) => one)
    const message = error instanceof Error ? error.message : ''
    expect(message).toMatch(/\(\d+ more characters\)$/)
    expect(message.length).toBeLessThan(2200)
    expect(message).not.toContain('\u202e')
  })
})

describe('a delta answers for every earlier finding', () => {
  const ask = gateAsk({ round: 2, mode: 'delta', prior: [sampleFinding(), sampleFinding({ id: 'F002', tag: 'closed' })] })
  const again = (id: string, prior: string): object => wireFinding({ id, prior_id: prior, tag: 'open' })
  const verdict = (findings: object[]): string => block({ ...wireVerdict(), round: 2, mode: 'delta', needs_fix_round: true, findings })
  it('one that an earlier round closed may be left out', async () => {
    expect(await createAgentRoles(saying(verdict([again('R2-F1', 'F001')])).backend, options).review(ask, 'p')).toMatchObject({ value: { round: 2 } })
  })
  it('one that is open may not', async () => {
    await expect(createAgentRoles(saying(verdict([again('R2-F1', 'F002')])).backend, options).review(ask, 'p')).rejects.toEqual(failure('contract-violating', /F001 is missing/))
  })
})

describe('declared inability (GAR-145, GAR-146)', () => {
  const line = 'helper_result: unable\tno network\n'
  it.each<[string, string, HelperFailure, RegExp]>([
    ['the line beside a complete return', line + block(wireVerdict()), 'declared-inability', /unable: no network$/],
    ['the line alone beside a complete return', `helper_result: unable\n${block(wireVerdict())}`, 'declared-inability', /unable: no reason given$/],
    ['the envelope', block({ phase: 'REVIEW', status: 'blocked', message: 'which base?' }), 'declared-inability', /unable: which base\?$/],
    ['the line without a block stays a broken answer', line, 'contract-violating', /no complete result block/],
    ['the line beside an incomplete return stays a broken answer', line + block({ phase: 'REVIEW', status: 'success' }), 'contract-violating', /findings/],
    ['inability in prose stays a broken answer', 'I am unable to do this.\n', 'contract-violating', /no complete result block/],
  ])('%s', async (_, text, kind, message) => {
    await expect(createAgentRoles(saying(text).backend, options).review(gateAsk(), 'p')).rejects.toEqual(failure(kind, message))
  })
  it('the fixer\'s status "blocked" is one too', async () => {
    await expect(createAgentRoles(saying(block(fix([{}], { status: 'blocked', message: 'which file?' }))).backend, options).fix(fixAsk(), 'p')).rejects.toEqual(failure('declared-inability', /which file\?/))
  })
})

describe('the one protocol retry (ruling C7)', () => {
  const bad = 'no problem found\n'
  const good = block(wireVerdict())
  const retrying: AgentOptions = { ...options, protocolRetry: 1 }
  it('does not exist unless it is asked for', async () => {
    const { backend, calls } = saying(bad, good)
    await expect(createAgentRoles(backend, options).review(gateAsk(), 'p')).rejects.toEqual(failure('contract-violating', /no complete result block/))
    expect(calls).toHaveLength(1)
  })
  it('asks again with the reason quoted as data, and returns the second answer', async () => {
    const told: Unaccepted[] = []
    const { backend, calls } = saying(bad, good)
    const roles = createAgentRoles(backend, { ...retrying, unaccepted: async (one) => { told.push(one) } })
    expect((await roles.review(gateAsk(), 'p')).text).toBe(good)
    expect(calls[1]?.prompt.startsWith(calls[0]?.prompt ?? '-')).toBe(true)
    expect(calls[1]?.prompt).toContain('## Your last answer was refused\n\nAnswer again, whole. This is why, as data:\n\n```\n')
    expect(told).toEqual([{ role: 'gate', round: 1, prompt: calls[0]?.prompt, text: bad, reason: 'there is no complete result block' }])
  })
  it('happens once, and both answers are told', async () => {
    const told: Unaccepted[] = []
    const { backend, calls } = saying(bad, bad, good)
    await expect(createAgentRoles(backend, { ...retrying, unaccepted: async (one) => { told.push(one) } }).review(gateAsk(), 'p')).rejects.toEqual(failure('contract-violating', /no complete/))
    expect([calls.length, told.length]).toEqual([2, 2])
  })
  it('what the second attempt met is what is told', async () => {
    const { backend } = saying(bad, new HelperError('mid-run-death', 'killed'))
    await expect(createAgentRoles(backend, retrying).review(gateAsk(), 'p')).rejects.toEqual(failure('mid-run-death', 'killed'))
  })
  it('follows an empty answer and a wrong snapshot as well', async () => {
    const empty = saying(new HelperError('contract-violating', 'The answer is empty.'), good)
    expect((await createAgentRoles(empty.backend, retrying).review(gateAsk(), 'p')).text).toBe(good)
    const stale = saying(block(wireVerdict({ reviewed: { snapshot: 'c'.repeat(40), head: null, base: null } })), good)
    expect((await createAgentRoles(stale.backend, retrying).review(gateAsk(), 'p')).text).toBe(good)
  })
  it.each<[string, string | Error, HelperFailure]>([
    ['a failure to start', new HelperError('spawn-failure', 'x'), 'spawn-failure'],
    ['a death', new HelperError('mid-run-death', 'x'), 'mid-run-death'],
    ['a declared inability', block({ phase: 'REVIEW', status: 'failure', message: 'x' }), 'declared-inability'],
  ])('never follows %s', async (_, answer, kind) => {
    const { backend, calls } = saying(answer, good)
    await expect(createAgentRoles(backend, retrying).review(gateAsk(), 'p')).rejects.toEqual(failure(kind, /./))
    expect(calls).toHaveLength(1)
  })
  it('never follows the fixer', async () => {
    const { backend, calls } = saying(bad, block(fix([{}])))
    await expect(createAgentRoles(backend, retrying).fix(fixAsk(), 'p')).rejects.toEqual(failure('contract-violating', /no complete/))
    expect(calls).toHaveLength(1)
  })
  it('serves triage and audit', async () => {
    const { backend } = saying(bad, block(triage([{}])), bad, block(audit(1)))
    const roles = createAgentRoles(backend, retrying)
    expect((await roles.triage(triageAsk(), 'p')).value).toEqual(triage([{}]))
    expect((await roles.audit(auditAsk(), 'p')).value).toEqual(audit(1))
  })
})

describe('what is no helper failure', () => {
  it('the end of the run passes through', async () => {
    const end = new EndOfRun('interrupted', 'SIGINT')
    await expect(createAgentRoles(saying(end).backend, { ...options, protocolRetry: 1 }).review(gateAsk(), 'p')).rejects.toBe(end)
  })
  it('a bug passes through', async () => {
    const bug = new TypeError('bug')
    await expect(createAgentRoles(saying(bug).backend, options).review(gateAsk(), 'p')).rejects.toBe(bug)
  })
})
