import type { Range } from '../model/finding.ts'
import { fingerprint } from '../target/fingerprint.ts'
import type { Detail } from './detail.ts'

/** The cited lines of a finding with their neighbours. */
export type Frame = {
  /** Number of the first line. */
  readonly first: number
  readonly cited: Range
  readonly lines: readonly string[]
  /** How many cited lines are left out at the end. */
  readonly more: number
}

const around = 2
const longest = 8

/** Returns the frame of a finding, or undefined when the file no longer holds the lines that were judged; `shown` is what may be printed of each line. */
export function frameOf(detail: Detail, { lines, shown }: { readonly lines: readonly string[]; readonly shown: readonly string[] }): Frame | undefined {
  const range = stillAt(detail, lines)
  if (range === undefined) return undefined
  const first = Math.max(1, range.start - around)
  const more = Math.max(0, range.end - range.start + 1 - longest)
  const last = more > 0 ? range.end - more : Math.min(shown.length, range.end + around)
  return { first, cited: range, lines: shown.slice(first - 1, last), more }
}

// The fingerprint covers the cited lines and their neighbours, so a file that changed there shows nothing.
function stillAt({ seen, place }: Detail, lines: readonly string[]): Range | undefined {
  if (seen === undefined || place === undefined || place.range.end > lines.length) return undefined
  const now = fingerprint({ name: seen.rule ?? seen.title, path: place.path, lines, range: place.range })
  return now === seen.fingerprint ? place.range : undefined
}
