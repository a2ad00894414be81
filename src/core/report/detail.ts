import type { Location } from '../model/finding.ts'
import { parseLocation } from '../model/finding.ts'
import type { ReportedFinding, RunRecord } from '../model/result.ts'
import type { Seen } from '../target/answers.ts'
import { cell } from './cells.ts'

export type SeenFinding = Extract<Seen, { kind: 'finding' }>

/** A finding of the report, with what the findings journal knows beyond its line. */
export type Detail = {
  readonly finding: ReportedFinding
  /** Undefined where the journal does not name the finding. */
  readonly seen: SeenFinding | undefined
  /** Undefined where the location names no lines. */
  readonly place: Location | undefined
}

/** Returns the findings of a record, each with its journal line; only lines of the record's own run count. */
export function detailsOf(record: RunRecord, journal: readonly Seen[]): readonly Detail[] {
  const own = findingsOf(record, journal).filter((seen) => seen.tag !== 'closed')
  return record.findings.map((finding) => {
    const named = own.filter((seen) => seen.id === finding.id)
    const exact = named.findLast((seen) => isSame(seen.location, finding.location))
    // The report's columns hold no byte that is not UTF-8; the journal does.
    return { finding, seen: exact ?? named.at(-1), place: parseLocation(exact?.location ?? finding.location) }
  })
}

/** Returns the journal's finding lines of the record's own run. */
export function findingsOf(record: Pick<RunRecord, 'run'>, journal: readonly Seen[]): readonly SeenFinding[] {
  return journal.filter((one): one is SeenFinding => one.kind === 'finding' && one.run === record.run)
}

/** Returns the record with the titles of its decisions, which the report text has no column for. */
export function titled(record: RunRecord, journal: readonly Seen[]): RunRecord {
  const titleOf = (id: string): string => journal.findLast((one) => one.kind === 'decision' && one.run === record.run && one.id === id)?.title ?? ''
  return { ...record, decisions: record.decisions.map((decision) => (decision.title === '' ? { ...decision, title: titleOf(decision.id) } : decision)) }
}

function isSame(a: string, b: string): boolean {
  return cell(a) === cell(b)
}
