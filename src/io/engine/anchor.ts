import type { Anchor, Range } from '../../core/model/finding.ts'
import { isIntersecting } from '../../core/model/finding.ts'
import type { Hunk } from '../../core/model/hunk.ts'
import { newRange } from '../../core/model/hunk.ts'
import { redact } from './analysers/secrets.ts'
import type { Found } from './found.ts'
import type { Subject } from './subject.ts'
import { oneLine } from './text.ts'

/** Returns true when the line is one the change added. */
export function isChangedLine(subject: Pick<Subject, 'hunks'>, line: number): boolean {
  return subject.hunks.some((hunk) => hunk.added.length > 0 && covers(newRange(hunk), line))
}

function covers(range: Range, line: number): boolean {
  return isIntersecting(range, { start: line, end: line })
}

/** Returns what ties the finding to the change: its line, or else the changed line that caused it, quoted (ruling A12). */
export async function anchorOf(found: Found, subject: Subject): Promise<Anchor> {
  if (isChangedLine(subject, found.line)) return { kind: 'diff' }
  for (const line of causes(found, subject.hunks)) {
    const quote = oneLine(line, 300)
    // A quote with a hole in it would be found nowhere in the diff.
    if (quote !== '' && quote.length < 300 && (await redact(quote, subject.path)) === quote) return { kind: 'diff', quote }
  }
  return { kind: 'diff' }
}

function causes(found: Found, hunks: readonly Hunk[]): readonly string[] {
  const [removed, added] = [hunks.flatMap((hunk) => hunk.removed), hunks.flatMap((hunk) => hunk.added)]
  const words = new Set([found.name, ...[...found.message.matchAll(/[`'"]([\w$]+)[`'"]|variable (\w+)/g)].map((match) => match[1] ?? match[2])].filter((word) => word !== undefined))
  const speaking = [...removed, ...added].filter((line) => (line.match(/[\w$]+/g) ?? []).some((word) => words.has(word)))
  const isImport = (line: string): boolean => /\b(?:import|require|from)\b/.test(line)
  return [...speaking.filter(isImport), ...speaking, ...removed, ...added]
}
