import type { FindingClass, RunRecord } from '../model/result.ts'
import type { HelperFailure, Status, Stop, StopSlug } from '../model/stop.ts'
import { helperFailures, isHelperFailure, stopSlugs } from '../model/stop.ts'

export type OutcomeFacts = {
  /** True when a declined finding was seen. */
  readonly declines: boolean
  /** True when triage refused every qualifying finding as not real. */
  readonly notReal: boolean
}

type Row = { readonly status: Status; readonly exit: number; readonly sentence: string }

const helperFailure: Omit<Row, 'sentence'> = { status: 'failed', exit: 3 }
// Rulings 2.6: what each stop means for the caller.
const rows: Readonly<Record<StopSlug, Row>> = {
  'no-qualifying': { status: 'clean', exit: 0, sentence: 'No qualifying finding remains.' },
  'empty-approved': { status: 'decisions-needed', exit: 1, sentence: 'Triage of the qualifying findings approved none.' },
  'decision-pending': { status: 'decisions-needed', exit: 1, sentence: 'A decision is pending.' },
  'round-cap': { status: 'stopped', exit: 1, sentence: 'The round cap is reached.' },
  'self-written': { status: 'stopped', exit: 1, sentence: 'Two consecutive rounds found only code that the loop wrote in an earlier round.' },
  'ledger-failed-twice': { status: 'stopped', exit: 1, sentence: 'The regression ledger failed again after its one retry; the fixes of the round are undone.' },
  'unmapped-twice': { status: 'stopped', exit: 1, sentence: 'The fixer again changed lines that no approved finding explains; the fixes of the round are undone.' },
  'concurrent-modification': { status: 'stopped', exit: 4, sentence: 'The working tree changed while the run was going on; what was changed is kept.' },
  'charter-refused': { status: 'decisions-needed', exit: 1, sentence: 'CHARTER.md forbids a path that an approved fix needs; nothing was written.' },
  'nothing-to-review': { status: 'clean', exit: 0, sentence: 'The scope is empty: there is nothing to review.' },
  'report-only': { status: 'decisions-needed', exit: 1, sentence: 'Qualifying findings remain; this run only reports.' },
  'time-budget': { status: 'stopped', exit: 1, sentence: 'The time budget is used up.' },
  interrupted: { status: 'stopped', exit: 130, sentence: 'The run was interrupted; the files are as they were before the round.' },
}
const failures: Readonly<Record<HelperFailure, string>> = {
  'spawn-failure': 'A helper did not start.',
  'mid-run-death': 'A helper died before it answered.',
  'contract-violating': 'A helper answered outside its contract.',
  'declared-inability': 'A helper declared that it is unable to answer.',
  'helper-script': 'A step of the run itself failed.',
}
const pending: ReadonlySet<FindingClass> = new Set(['held-for-decision', 'fixed-not-re-reviewed', 'fix-not-staged', 'fix-not-committed'])

/** Returns the status word of a run that ended with this stop. */
export function statusOf(stop: Stop, { declines, notReal }: OutcomeFacts): Status {
  if (isHelperFailure(stop)) return helperFailure.status
  const status = stop === 'empty-approved' && notReal ? 'clean' : rows[stop].status
  return status === 'clean' && declines && stop !== 'nothing-to-review' ? 'clean-with-declines' : status
}

/** Returns the exit code of `gar run`; a set that triage refuted whole is clean. */
export function exitCode(stop: Stop, status?: Status): number {
  if (isHelperFailure(stop)) return helperFailure.exit
  return stop === 'empty-approved' && status !== undefined && isClean(status) ? 0 : rows[stop].exit
}

/** Returns the one sentence that says why the run ended. */
export function sentenceOf(stop: Stop): string {
  return isHelperFailure(stop) ? failures[stop] : rows[stop].sentence
}

/** Returns the stop as the stop line names it; a helper failure carries its label (GAR-148). */
export function renderStop(stop: Stop): string {
  return isHelperFailure(stop) ? `helper-failure:${stop}` : stop
}

/** Returns the stop a stop line names, or undefined when it names none. */
export function parseStop(text: string): Stop | undefined {
  return [...stopSlugs, ...helperFailures].find((stop) => renderStop(stop) === text)
}

/** Returns true for the two status words with which an operation may go on. */
export function isClean(status: Status): boolean {
  return status === 'clean' || status === 'clean-with-declines'
}

/** Returns the record of a run that found nothing to review and began no round. */
export function emptyRecord(sentence: string): RunRecord {
  return {
    run: 'none', stem: 'none', branch: 'unknown', head: 'unknown', snapshot: 'none', backend: 'none', rounds: { done: 0, cap: 0 }, gate: 'called',
    stop: 'nothing-to-review', status: rows['nothing-to-review'].status, coverage: { kind: 'full' }, sentence, findings: [], fixed: [], decisions: [], notes: [],
  }
}

/** Returns how many things the user has to do before the operation can pass: decisions, and fixes that are not in it yet. */
export function countPending({ findings, decisions }: Pick<RunRecord, 'findings' | 'decisions'>): number {
  return decisions.length + findings.filter((finding) => pending.has(finding.class)).length
}
