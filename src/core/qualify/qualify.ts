import type { Decision, Finding } from '../model/finding.ts'
import type { FindingClass } from '../model/result.ts'

export type QualifyOptions = {
  readonly severityFloor: 'critical' | 'bug' | 'all'
  /** Fingerprints the user declined. */
  readonly declined: ReadonlySet<string>
}
export type Qualification = { readonly qualifies: true } | { readonly qualifies: false; readonly class: FindingClass; readonly reason: string }

type Case = { readonly finding: Finding; readonly held: ReadonlySet<string>; readonly options: QualifyOptions }
type Bar = { readonly class: FindingClass; readonly holds: (c: Case) => boolean; readonly reason: (c: Case) => string }

// The first bar that holds names the class, so that every finding has exactly one (GAR-037, GAR-043).
const bars: readonly Bar[] = [
  { class: 'follow-up:tag', holds: (c) => !isTagPermitting(c.finding), reason: (c) => `the tag "${c.finding.tag}" permits no fix` },
  { class: 'reproduction-line', holds: (c) => c.finding.reproductionLine, reason: () => 'the lines belong to a reproduction named in ledger.txt' },
  { class: 'follow-up:pre-existing', holds: (c) => c.finding.preExisting, reason: () => 'the issue was there before the change' },
  { class: 'follow-up:scope-extension', holds: (c) => c.finding.scopeExtension, reason: () => 'the fix would extend the scope of the change' },
  { class: 'follow-up:pre-existing', holds: (c) => !c.finding.anchored, reason: () => 'the change neither added nor modified these lines' },
  { class: 'follow-up:severity', holds: (c) => !isAboveFloor(c.finding, c.options.severityFloor), reason: (c) => `below the severity floor "${c.options.severityFloor}"` },
  { class: 'held-for-decision', holds: (c) => c.held.has(c.finding.id), reason: () => 'the fix depends on a pending decision' },
  { class: 'declined', holds: (c) => c.options.declined.has(c.finding.fingerprint), reason: () => 'declined by the user' },
  { class: 'follow-up:lane', holds: (c) => c.finding.lane !== 'working-tree lane', reason: (c) => `the working-tree file does not hold these lines (case ${c.finding.laneCase})` },
]

/** Returns whether the finding qualifies for a fix, else its one class (GAR-037 to GAR-043); `held` are the ids of {@link heldFindings}. */
export function qualify(finding: Finding, held: ReadonlySet<string>, options: QualifyOptions): Qualification {
  const given = { finding, held, options }
  const bar = bars.find((candidate) => candidate.holds(given))
  return bar === undefined ? { qualifies: true } : { qualifies: false, class: bar.class, reason: bar.reason(given) }
}

/** Returns the ids of the findings held under the decisions: those an entry names, and those that name an entry (GAR-069). */
export function heldFindings(findings: readonly Finding[], decisions: readonly Decision[]): ReadonlySet<string> {
  const named = decisions.flatMap((decision) => decision.findingIds)
  return new Set([...named, ...findings.filter((finding) => finding.decisionRef !== null).map((finding) => finding.id)])
}

/** Returns true when a hook must not let the finding pass: its lines are in the subject, whatever its lane (rulings 1.1). */
export function isBlocking(finding: Finding, { severityFloor, declined }: QualifyOptions): boolean {
  return isTagPermitting(finding)
    && finding.anchored
    && !finding.reproductionLine
    // A wider floor lets more be fixed; it never lets more be blocked.
    && isAboveFloor(finding, severityFloor === 'all' ? 'bug' : severityFloor)
    && !declined.has(finding.fingerprint)
}

function isTagPermitting({ tag }: Finding): boolean {
  return tag !== 'closed' && tag !== 'settled by a decision'
}

function isAboveFloor({ heading, label }: Finding, floor: QualifyOptions['severityFloor']): boolean {
  switch (floor) {
    case 'critical': return heading === 'critical'
    case 'bug': return heading === 'critical' || (heading === 'bug' && label === 'verified')
    case 'all': return true
  }
}
