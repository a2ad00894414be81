import { Buffer } from 'node:buffer'
import { structuredPatch } from 'diff'
import type { Hunk } from '../model/hunk.ts'
import { hunkHeader } from '../model/hunk.ts'
import type { RepoPath } from '../model/path.ts'
import { displayPath } from '../model/path.ts'

// Beyond this many edits the two texts have little in common and the exact minimum is not worth its quadratic cost.
const maxEdits = 4_000

/** Returns the zero-context hunks between two contents of a path; null stands for an absent file. Bytes are compared, not characters. */
export function diffHunks(path: RepoPath, before: Uint8Array | null, after: Uint8Array | null): readonly Hunk[] {
  const [a, b] = [toLatin1(before), toLatin1(after)]
  if (a === b) return []
  const patch = structuredPatch('', '', a, b, '', '', { context: 0, maxEditLength: maxEdits })
  if (patch === undefined) return [{ path, oldStart: a === '' ? 0 : 1, newStart: b === '' ? 0 : 1, removed: decode(splitLines(a)), added: decode(splitLines(b)) }]
  return patch.hunks.map((hunk) => ({
    path,
    oldStart: hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart,
    newStart: hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart,
    removed: decode(pick(hunk.lines, '-')),
    added: decode(pick(hunk.lines, '+')),
  }))
}

/** Returns the lines of a text without their line ends; a final line end opens no further line. */
export function splitLines(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Returns a zero-context unified diff of the hunks, as `round-r<n>.diff.txt` holds it (GAR-119). */
export function renderHunks(hunks: readonly Hunk[]): string {
  let text = ''
  let path = ''
  for (const hunk of hunks) {
    if (hunk.path !== path) text += `--- a/${displayPath(hunk.path)}\n+++ b/${displayPath(hunk.path)}\n`
    path = hunk.path
    text += [hunkHeader(hunk), ...hunk.removed.map((l) => `-${l}`), ...hunk.added.map((l) => `+${l}`)].join('\n') + '\n'
  }
  return text
}

// One character a byte, so that a file in any encoding is compared byte by byte.
function toLatin1(bytes: Uint8Array | null): string {
  return bytes === null ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function decode(lines: readonly string[]): readonly string[] {
  return lines.map((line) => Buffer.from(line, 'latin1').toString('utf8'))
}

function pick(lines: readonly string[], sign: '+' | '-'): readonly string[] {
  return lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1).replace(/\r$/, ''))
}
