import type { RunRecord } from '../../../src/core/model/result.ts'
import type { SeenFinding } from '../../../src/core/report/detail.ts'

type Finding = RunRecord['findings'][number]

const run = 'b1946ac9-2492-4d2a-a0c7-0123456789ab'

/** A finding that is listed and does not block. */
export const finding: Finding = {
  id: 'F003', heading: 'bug', location: 'src/a.ts:10-12', lane: 'working-tree lane', class: 'follow-up:severity', blocking: false,
  title: 'The divisor may be zero', reason: 'below the severity floor "critical"',
}
/** The journal line of {@link finding} in round 2. */
export const seen: SeenFinding = {
  version: 1, kind: 'finding', run, round: 2, id: 'F003', fingerprint: '0123456789abcdef', rule: 'gar/divisor', heading: 'bug', label: 'inferred', tag: 'open',
  path: 'src/a.ts', location: 'src/a.ts:10-12', title: 'The divisor may be zero',
}
/** A record of two rounds with one of everything. */
export const record: RunRecord = {
  run, stem: 'default', branch: 'main', head: 'c'.repeat(40), snapshot: 'd'.repeat(40), backend: 'engine/1', rounds: { done: 2, cap: 5 }, gate: 'called',
  stop: 'no-qualifying', status: 'clean', coverage: { kind: 'full' }, sentence: 'No qualifying finding remains.',
  findings: [finding], fixed: [{ id: 'F001', location: 'src/b.ts:3', title: 'A name is undefined' }],
  decisions: [{ id: 'D1', title: 'Division by zero', findingIds: ['F003'], options: ['A throw', 'B return 0'], suggestedDefault: 'A throw', wording: 'Say what happens.' }],
  notes: ['charter prose not machine-checked'],
}
export const partial = { kind: 'partial', missing: ['committed'] } as const

/** The record with the same foreign text in every place that holds foreign text. */
export function filledWith(text: string): RunRecord {
  return {
    ...record, branch: text, sentence: text, notes: [text], backend: text, stem: text, coverage: { kind: 'partial', missing: [text] },
    findings: [{ ...finding, id: text, location: text, title: text, reason: text }],
    fixed: [{ id: text, location: text, title: text }],
    decisions: [{ id: text, title: text, findingIds: [text], options: [text, text], suggestedDefault: text, wording: text }],
  }
}
/** A journal line that holds the same foreign text everywhere. */
export function seenWith(text: string): SeenFinding {
  return { ...seen, id: text, rule: text, heading: text, label: text, tag: text, location: text, title: text }
}
