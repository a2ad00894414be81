import type { Heading } from '../model/finding.ts'
import { headingText } from '../model/finding.ts'
import type { RunRecord } from '../model/result.ts'
import type { Seen } from '../target/answers.ts'
import { cell, renderCoverage, renderStatus } from './cells.ts'
import { findingsOf } from './detail.ts'

/** Returns the last line of a run: status word, coverage, and where the report is (RUC-062, RUC-063). */
export function statusLine(record: RunRecord, report: string): string {
  const { status, coverage } = record
  return cell(`Review-until-clean status: ${renderStatus(status, coverage)} - coverage: ${renderCoverage(coverage)} - report: ${report}`)
}

/** Returns what the run read; it says nothing of what is not in it (RUC-065, RUC-068). */
export function coverageSentence({ status, stop, coverage, snapshot, backend, rounds, notes }: RunRecord): string {
  if (stop === 'nothing-to-review') return 'Covered: nothing. There was no change to review.'
  if (status === 'failed') return 'Covered: nothing. The run failed, so nothing is known of the change.'
  const what = coverage.kind === 'full' ? 'the whole change' : `a part of the change; not reached: ${coverage.missing.join(', ')}`
  // What the reviewer named as unread stands in the notes; it must not pass for read.
  const unread = new Set(notes.filter((note) => note.startsWith('not examined: '))).size
  const but = unread === 0 ? '' : `, but for ${unread} named as not examined in the notes`
  return cell(`Covered: ${what}${but}. Reviewed by ${backend} as of snapshot ${short(snapshot)}, in ${rounds.done} of at most ${rounds.cap} ${rounds.cap === 1 ? 'round' : 'rounds'}.`)
}

const longestRound = 20

/** Returns the lines of each round: its head, and one line for each finding (RUC-072); `trees` holds the snapshot of each round. */
export function roundLines(record: RunRecord, journal: readonly Seen[], trees: ReadonlyMap<number, string>): readonly string[] {
  const found = findingsOf(record, journal)
  return Array.from({ length: record.rounds.done }, (_, n) => n + 1).flatMap((n) => {
    const head = `Round ${n} of ${record.rounds.cap}, snapshot ${short(trees.get(n) ?? 'unknown')}, reviewer ${record.backend}, coverage ${renderCoverage(record.coverage)}`
    const lines = found.filter((seen) => seen.round === n).map((seen) => `  ${seen.id}${seen.tag === 'none' ? '' : ` [${seen.tag}]`} ${headingOf(seen.heading)}: ${seen.location} ${seen.title}`)
    const left = lines.length - longestRound
    return [head, ...lines.slice(0, longestRound), ...(left > 0 ? [`  and ${left} more`] : [])].map(cell)
  })
}

/** Returns the heading's text; a word that is none is given back as it is. */
export function headingOf(word: string): string {
  return isHeading(word) ? headingText[word] : word
}

/** Returns the first digits of an object id. */
export function short(oid: string): string {
  return /^[0-9a-f]{40,64}$/.test(oid) ? oid.slice(0, 7) : oid
}

function isHeading(word: string): word is Heading {
  return Object.hasOwn(headingText, word)
}
