import type { Range } from './finding.ts'
import type { RepoPath } from './path.ts'

/** One contiguous changed region of one file, without context lines; the starts are those a unified diff with zero context prints. */
export type Hunk = {
  readonly path: RepoPath
  /** First removed line, or the line before an insertion (0 at the top). */
  readonly oldStart: number
  /** First added line, or the line before a deletion (0 at the top). */
  readonly newStart: number
  /** Text of the lines without their line ends. */
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Returns the lines of the hunk on the new side; a pure deletion is anchored at the line before it, at least 1 (ruling A3). */
export function newRange(hunk: Hunk): Range {
  return side(hunk.newStart, hunk.added.length)
}

/** Returns the lines of the hunk on the old side, anchored like {@link newRange}. */
export function oldRange(hunk: Hunk): Range {
  return side(hunk.oldStart, hunk.removed.length)
}

/** Returns the hunk's header as `diff -U0` prints it. */
export function hunkHeader(hunk: Hunk): string {
  const numbers = (start: number, count: number): string => (count === 1 ? `${start}` : `${start},${count}`)
  return `@@ -${numbers(hunk.oldStart, hunk.removed.length)} +${numbers(hunk.newStart, hunk.added.length)} @@`
}

function side(first: number, count: number): Range {
  const start = Math.max(1, first)
  return { start, end: Math.max(start, first + count - 1) }
}
