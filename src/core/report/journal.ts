import type { RunRecord } from '../model/result.ts'
import type { Seen } from '../target/answers.ts'
import { cell } from './cells.ts'
import type { SeenFinding } from './detail.ts'
import { headingOf } from './status.ts'

export type JournalRow = { readonly round: string; readonly id: string; readonly tag: string; readonly heading: string; readonly location: string; readonly disposition: string; readonly title: string }

/** Returns one row for each finding of each round, in the journal's order; `record` is the report of the same run, or null. */
export function journalRows(journal: readonly Seen[], record: RunRecord | null): readonly JournalRow[] {
  const found = journal.filter((one): one is SeenFinding => one.kind === 'finding')
  return found.map((seen) => ({
    round: String(seen.round), id: seen.id, tag: seen.tag, heading: headingOf(seen.heading), location: cell(seen.location),
    disposition: record?.run === seen.run ? dispositionOf(seen, { record, found }) : 'unknown', title: cell(seen.title),
  }))
}

/** Returns the rows as a table for a terminal. */
export function renderJournal(rows: readonly JournalRow[]): string {
  const columns = ['round', 'id', 'tag', 'heading', 'location', 'disposition'] as const
  const table = [columns.map((column) => column as string), ...rows.map((row) => columns.map((column) => row[column]))]
  const widths = columns.map((_, n) => Math.max(...table.map((line) => line[n]?.length ?? 0)))
  return table.map((line) => `${line.map((value, n) => value.padEnd(widths[n] ?? 0)).join('  ').trimEnd()}\n`).join('')
}

// What became of the finding after that round: the report has the last word, an earlier round was followed by a later one.
function dispositionOf(seen: SeenFinding, { record, found }: { record: RunRecord; found: readonly SeenFinding[] }): string {
  if (seen.tag === 'closed') return 'closed'
  if (found.some((later) => later.run === seen.run && later.id === seen.id && later.round > seen.round && later.tag !== 'closed')) return 'seen again'
  const reported = record.findings.find((finding) => finding.id === seen.id)
  if (reported !== undefined) return reported.class
  if (record.fixed.some((fixed) => fixed.id === seen.id)) return 'fixed'
  // The report names the first findings of a long list only.
  return found.some((later) => later.run === seen.run && later.id === seen.id && later.round > seen.round) ? 'closed' : 'not listed'
}
