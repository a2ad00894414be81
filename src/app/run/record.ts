import type { HelperError } from '../../core/model/fault.ts'
import type { Finding } from '../../core/model/finding.ts'
import { renderLocation } from '../../core/model/finding.ts'
import type { FindingClass, ReportedFinding, RunRecord } from '../../core/model/result.ts'
import { isHelperFailure } from '../../core/model/stop.ts'
import type { Status, Stop } from '../../core/model/stop.ts'
import type { Oid } from '../../core/model/tree.ts'
import { sentenceOf, statusOf } from '../../core/report/outcome.ts'
import type { Memory, RoundFacts } from './memory.ts'
import type { Session } from './session.ts'
import type { Subject } from './subject.ts'

/** How a run ended: its record, and what a hook decides by. */
export type Outcome = {
  readonly record: RunRecord
  readonly allNotReal: boolean
  /** The tree of the last round when its gate found nothing that qualifies or blocks; null otherwise. */
  readonly cleanTree: Oid | null
  /** Paths that hold fixes the operation's content does not have yet. */
  readonly fixedPaths: readonly string[]
  readonly fault: Error | null
}

type Row = { readonly finding: Finding; readonly class: FindingClass; readonly reason: string; readonly blocking: boolean }

type Ended = { readonly stop: Stop; readonly cap: number; readonly fault: Error | null }

/** Builds the record of a run from what its rounds learned; every finding leaves with exactly one class (GAR-124). */
export function buildOutcome(session: Session, memory: Memory, ended: Ended): Outcome {
  const last = memory.rounds.at(-1)
  const findings = last === undefined ? [] : [...rowsOf(session, last, ended.stop), ...handover(session, memory, ended.stop)].map(reported)
  const allNotReal = areAllNotReal(last)
  const status = statusFor(session, { stop: ended.stop, allNotReal, findings })
  const { subject } = session
  const record: RunRecord = {
    run: session.run, stem: session.relay.stem, branch: subject.branch, head: subject.head ?? 'unborn', coverage: subject.coverage,
    snapshot: last?.change.tree ?? subject.tree, backend: session.roles.gate.name, rounds: { done: memory.rounds.length, cap: ended.cap },
    gate: memory.preseeded ? 'pre-seeded' : 'called', stop: ended.stop, status, findings,
    sentence: ended.fault === null ? sentenceOf(ended.stop) : `${sentenceOf(ended.stop)} ${ended.fault.message}`,
    fixed: [...memory.fixed.values()].map((finding) => ({ id: finding.id, location: renderLocation(finding.location), title: finding.title })),
    decisions: last?.decisions ?? [], notes: [...subject.notes, ...memory.notes],
  }
  return { record, allNotReal, cleanTree: cleanTreeOf(session, memory, ended.stop), fixedPaths: memory.changed, fault: ended.fault }
}

function areAllNotReal(last: RoundFacts | undefined): boolean {
  const codes = [...last?.refused.values() ?? []].map((refusal) => refusal.code)
  return codes.length > 0 && codes.every((code) => code === 'not-real')
}

/** Builds the outcome of a run that failed before its relay existed; its report is printed, never written (GAR-128, GAR-173). */
export function failedOutcome(session: { run: string; stem: string; subject: Subject | null }, fault: HelperError): Outcome {
  const { subject } = session
  const record: RunRecord = {
    run: session.run, stem: session.stem, branch: subject?.branch ?? 'unknown', head: subject?.head ?? 'unknown', snapshot: subject?.tree ?? 'none',
    backend: 'none', rounds: { done: 0, cap: 0 }, gate: 'called', stop: fault.kind, status: statusOf(fault.kind, { declines: false, notReal: false }),
    coverage: subject?.coverage ?? { kind: 'partial', missing: ['everything'] }, sentence: `${sentenceOf(fault.kind)} ${fault.message}`,
    findings: [], fixed: [], decisions: [], notes: [],
  }
  return { record, allNotReal: false, cleanTree: null, fixedPaths: [], fault }
}

// "Clean" must not stand over an operation that is blocked.
function statusFor(session: Session, { stop, allNotReal, findings }: { stop: Stop; allNotReal: boolean; findings: readonly ReportedFinding[] }): Status {
  const isBlocked = session.event !== 'run' && stop === 'no-qualifying' && findings.some((finding) => finding.blocking)
  return isBlocked ? 'decisions-needed' : statusOf(stop, { declines: findings.some((finding) => finding.class === 'declined'), notReal: allNotReal })
}

function cleanTreeOf(session: Session, memory: Memory, stop: Stop): Oid | null {
  const last = memory.rounds.at(-1)
  // A working tree holds the reproductions too, and they were not under review.
  const isWhole = session.subject.coverage.kind === 'full' && (memory.ledgerLength === 0 || !session.subject.isWorktree)
  const isClean = stop === 'no-qualifying' && last?.blocking.length === 0 && !memory.preseeded && isWhole
  return isClean ? last.change.tree : null
}

// Findings of the last round that are still there; what closed was fixed by the run or by itself.
function rowsOf(session: Session, last: RoundFacts, stop: Stop): readonly Row[] {
  return last.findings.filter((finding) => finding.tag !== 'closed').map((finding) => ({
    finding, ...classOf(session, { last, stop, finding }), blocking: last.blocking.includes(finding) && last.refused.get(finding.id)?.code !== 'not-real',
  }))
}

function classOf(session: Session, { last, stop, finding }: { last: RoundFacts; stop: Stop; finding: Finding }): Pick<Row, 'class' | 'reason'> {
  const qualification = last.qualified.get(finding.id)
  if (qualification?.qualifies === false) return unfixable(session, last, { finding, class: qualification.class, reason: qualification.reason })
  const refusal = last.refused.get(finding.id)
  if (refusal !== undefined) return { class: 'triage-not-approved', reason: refusal.reason }
  if (stop === 'charter-refused') return { class: 'charter-set-refused', reason: `CHARTER.md forbids a path of ${last.crossing.join(', ')}; the whole set is refused` }
  if (last.landed && !last.approved.includes(finding)) return { class: 'not-fixed:stopped', reason: 'the fixer left it as it is' }
  if (last.landed) return { class: 'fixed-not-re-reviewed', reason: 'the fix stands in the working tree and was not reviewed again' }
  return { class: 'not-fixed:stopped', reason: isHelperFailure(stop) ? 'the run failed before it was fixed' : 'the run stopped before it was fixed' }
}

// Lines that the subject holds and the working tree no longer does were fixed already, only not where the operation takes them from.
function unfixable(session: Session, last: RoundFacts, row: { finding: Finding } & Pick<Row, 'class' | 'reason'>): Pick<Row, 'class' | 'reason'> {
  if (row.class !== 'follow-up:lane' || !last.blocking.includes(row.finding)) return row
  // A deletion is what is wrong there; that the working tree lacks the lines mends nothing.
  if (last.change.files.some((file) => file.path === row.finding.cited.path && file.now === null)) return row
  if (session.event === 'pre-push') return { class: 'fix-not-committed', reason: 'the working tree no longer holds these lines, the pushed commits do' }
  if (session.event === 'run') return row
  return { class: 'fix-not-staged', reason: 'the working tree no longer holds these lines, the index does' }
}

// The operation still takes the unfixed content: blocked once, with the paths to hand over (rulings 1.1).
function handover(session: Session, memory: Memory, stop: Stop): readonly Row[] {
  if (session.subject.isWorktree || stop !== 'no-qualifying') return []
  const isPush = session.event === 'pre-push'
  return [...memory.fixed.values()].map((finding) => ({
    finding, blocking: true,
    class: isPush ? 'fix-not-committed' : 'fix-not-staged',
    reason: isPush ? 'the fix stands in the working tree and is not committed' : 'the fix stands in the working tree and is not staged',
  }))
}

function reported({ finding, blocking, reason, ...row }: Row): ReportedFinding {
  return {
    id: finding.id, heading: finding.heading, location: renderLocation(finding.location), lane: finding.lane,
    class: row.class, blocking, title: finding.title, reason,
  }
}
