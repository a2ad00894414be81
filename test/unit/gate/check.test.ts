import { describe, expect, test } from 'vitest'
import type { Bound } from '../../../src/core/gate/check.ts'
import { checkVerdict } from '../../../src/core/gate/check.ts'
import type { GateVerdict } from '../../../src/core/gate/contract.ts'
import { parseGateVerdict } from '../../../src/core/gate/contract.ts'
import { snapshot, wireFinding, wireVerdict } from './sample.ts'

const first: Bound = { round: 1, mode: 'first', snapshot, prior: [], paths: new Set(['src/a.ts']), agent: true }
const delta: Bound = { ...first, round: 2, mode: 'delta', prior: ['F001'] }
const again = wireFinding({ id: 'R2-F1', prior_id: 'F001', tag: 'open' })
const proof = { command: 'node a.js', exit_code: 1, output_tail: 'NaN' }
const decision = { id: 'D1', title: 'Which default', finding_ids: ['R1-F1'], options: ['A'], suggested_default: 'A', who: 'author', wording: 'Use A' }

function inDelta(...findings: GateVerdict['findings']): GateVerdict {
  return wireVerdict({ round: 2, mode: 'delta', findings })
}

describe('rulings 2.1: a verdict that keeps its contract', () => {
  const good: [string, GateVerdict, Bound][] = [
    ['a first review with an inferred bug', wireVerdict(), first],
    ['no finding at all', wireVerdict({ findings: [] }), first],
    ['a verified finding with its proof', wireVerdict({ findings: [wireFinding({ label: 'verified', proof })] }), first],
    ['the engine needs no proof', wireVerdict({ findings: [wireFinding({ label: 'verified' })] }), { ...first, agent: false }],
    ['the engine may have more than fifty findings', wireVerdict({ findings: Array.from({ length: 51 }, (_, n) => wireFinding({ id: `R1-F${n + 1}` })) }), { ...first, agent: false }],
    ['GAR-034: a task-anchored finding outside the changed paths', wireVerdict({ findings: [wireFinding({ location: 'src/b.ts:1', anchor: { kind: 'intent', quote: 'must not crash' } })] }), first],
    ['GAR-046: a pre-existing issue outside the changed paths', wireVerdict({ findings: [wireFinding({ location: 'src/b.ts:1', pre_existing: true })] }), first],
    ['a delta that closes the earlier finding', inDelta({ ...again, tag: 'closed' }), delta],
    ['a delta with a new finding beside the earlier one', inDelta(again, wireFinding({ id: 'R2-F2', tag: 'new' })), delta],
    ['exactly fifty findings of an agent', wireVerdict({ findings: Array.from({ length: 50 }, (_, n) => wireFinding({ id: `R1-F${n + 1}` })) }), first],
    ['an earlier finding whose path left the scope', inDelta({ ...again, tag: 'closed', location: 'src/b.ts:1' }), delta],
    ['a scope extension outside the changed paths', wireVerdict({ findings: [wireFinding({ location: 'src/b.ts:1', scope_extension: true })] }), first],
    ['reproduction lines, whose path is never under review', wireVerdict({ findings: [wireFinding({ location: 'test/r.js:1', reproduction_line: true })] }), first],
    ['a closed finding that regressed', inDelta(again, wireFinding({ id: 'R2-F2', prior_id: 'F009', tag: 'regressed' })), { ...delta, closed: new Set(['F009']) }],
    ['a closed finding that stays away', inDelta(again), { ...delta, closed: new Set(['F009']) }],
    ['a decision over a listed finding', wireVerdict({ findings: [wireFinding({ decision_ref: 'D1' })], decisions: [decision] }), first],
  ]
  test.each(good)('%s', (_, verdict, bound) => {
    expect(parseGateVerdict(verdict)).toMatchObject({ ok: true })
    expect(checkVerdict(verdict, bound)).toEqual({ ok: true })
  })
})

describe('rulings 2.1: a verdict that breaks its contract', () => {
  const bad: [string, GateVerdict, Bound, RegExp][] = [
    ['another round', wireVerdict({ round: 2 }), first, /round is 2/],
    ['another mode', wireVerdict({ mode: 'delta', findings: [wireFinding({ tag: 'new' })] }), first, /mode/],
    ['another snapshot', wireVerdict({ reviewed: { snapshot: 'b'.repeat(40), head: null, base: null } }), first, /snapshot/],
    ['needs_fix_round without an open finding', wireVerdict({ findings: [], needs_fix_round: true }), first, /needs_fix_round/],
    ['needs_fix_round missing for an open finding', wireVerdict({ needs_fix_round: false }), first, /needs_fix_round/],
    ['needs_fix_round for closed findings only', { ...inDelta({ ...again, tag: 'closed' }), needs_fix_round: true }, delta, /needs_fix_round/],
    ['GAR-039: a delta tag in round 1', wireVerdict({ findings: [wireFinding({ tag: 'open' })] }), first, /tag "open"/],
    ['GAR-040: the tag "none" in a delta', inDelta({ ...again, tag: 'none' }), delta, /tag "none"/],
    ['a critical finding that does not block', wireVerdict({ findings: [wireFinding({ heading: 'critical' })] }), first, /non_blocking/],
    ['a bug that blocks', wireVerdict({ findings: [wireFinding({ non_blocking: false })] }), first, /non_blocking/],
    ['verified by an agent without proof', wireVerdict({ findings: [wireFinding({ label: 'verified' })] }), first, /proof/],
    ['more than fifty findings of an agent', wireVerdict({ findings: Array.from({ length: 51 }, (_, n) => wireFinding({ id: `R1-F${n + 1}` })) }), first, /50/],
    ['GAR-022: a location without a line', wireVerdict({ findings: [wireFinding({ location: 'src/a.ts' })] }), first, /path:start/],
    ['GAR-022: a location that ends before it starts', wireVerdict({ findings: [wireFinding({ location: 'src/a.ts:9-3' })] }), first, /path:start/],
    ['GAR-022: line 0', wireVerdict({ findings: [wireFinding({ location: 'src/a.ts:0' })] }), first, /path:start/],
    ['an absolute location', wireVerdict({ findings: [wireFinding({ location: '/etc/passwd:1', pre_existing: true })] }), first, /leaves/],
    ['a location that climbs out of the repository', wireVerdict({ findings: [wireFinding({ location: 'src/../../x:1', pre_existing: true })] }), first, /leaves/],
    ['a location outside the scope', wireVerdict({ findings: [wireFinding({ location: 'src/b.ts:1' })] }), first, /scope/],
    ['a NUL in a fix path', wireVerdict({ findings: [wireFinding({ fix: { text: 'x', paths: ['a\u0000b'] } })] }), first, /control/],
    ['a control character in a fix text', wireVerdict({ findings: [wireFinding({ fix: { text: 'x\u001b[31m', paths: ['a'] } })] }), first, /control/],
    ['a control character in the report', wireVerdict({ report_markdown: 'a\u0007' }), first, /control/],
    ['the same finding id twice', wireVerdict({ findings: [wireFinding(), wireFinding()] }), first, /R1-F1 appears twice/],
    ['the same decision id twice', wireVerdict({ decisions: [decision, decision] }), first, /D1 appears twice/],
    ['a decision over no finding', wireVerdict({ decisions: [{ ...decision, finding_ids: ['R1-F9'] }] }), first, /R1-F9/],
    ['a finding held by no decision', wireVerdict({ findings: [wireFinding({ decision_ref: 'D9' })] }), first, /decision that is not listed/],
    ['a finding id of another round', wireVerdict({ findings: [wireFinding({ id: 'R2-F1' })] }), first, /does not name round 1/],
    ['an earlier finding in a first review', wireVerdict({ findings: [wireFinding({ prior_id: 'F001' })] }), first, /first review/],
    ['a delta that leaves an earlier finding out', inDelta(), delta, /F001 is missing/],
    ['a delta that names an earlier finding twice', inDelta(again, { ...again, id: 'R2-F2' }), delta, /F001 appears twice/],
    ['a delta that names an unknown earlier finding', inDelta(again, wireFinding({ id: 'R2-F2', prior_id: 'F077', tag: 'open' })), delta, /F077/],
  ]
  test.each(bad)('%s', (_, verdict, bound, reason) => {
    const checked = checkVerdict(verdict, bound)
    expect(checked).toMatchObject({ ok: false })
    expect(checked.ok ? '' : checked.reason).toMatch(reason)
  })
})
