import { createHash } from 'node:crypto'
import type { Range } from '../model/finding.ts'
import type { RepoPath } from '../model/path.ts'

export type Fingerprinted = {
  /** The rule, or the title of a finding that has none. */
  readonly name: string
  readonly path: RepoPath
  /** Lines of the content the range counts in. */
  readonly lines: readonly string[]
  readonly range: Range
}

const neighbours = 2

/** Returns the sixteen-digit name of a finding that survives shifted lines and dies when the cited code or its neighbours change. */
export function fingerprint({ name, path, lines, range }: Fingerprinted): string {
  const first = range.start - 1
  const parts = [
    lines.slice(Math.max(0, first - neighbours), first),
    lines.slice(first, range.end),
    lines.slice(range.end, range.end + neighbours),
  ]
  // JSON keeps the parts apart and writes a path that is not UTF-8 without loss.
  const text = JSON.stringify([collapse(name).toLowerCase(), path, ...parts.map((part) => part.map(collapse))])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
