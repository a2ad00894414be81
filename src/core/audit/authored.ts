import { GarError } from '../model/fault.ts'
import type { Location } from '../model/finding.ts'
import { isIntersecting, parseLocation, renderLocation } from '../model/finding.ts'
import type { Hunk } from '../model/hunk.ts'
import { newRange } from '../model/hunk.ts'
import { displayPath, parseRepoPath } from '../model/path.ts'

/** Returns the text of `authored.txt`: what the hunks changed, at current lines (GAR-100 to GAR-102). */
export function renderAuthored(hunks: readonly Hunk[]): string {
  return hunks.map((hunk) => `${renderLocation(entry({ path: hunk.path, range: newRange(hunk) }))}\n`).join('')
}

/** Returns the entries of `authored.txt`; a line that is none is a fault, for it would hide code the loop wrote. */
export function parseAuthored(text: string): readonly Location[] {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  return lines.map((line, n) => {
    const location = parseLocation(line)
    if (!location) throw new GarError('relay-unusable', `Line ${n + 1} of authored.txt is no location.`, { hint: 'Run gar again; it rebuilds its relay directory.' })
    return location
  })
}

/** Returns true when the finding shares a line with code the loop wrote in an earlier round (GAR-105). */
export function isSelfWritten(location: Location, entries: readonly Location[]): boolean {
  const { path, range } = entry(location)
  return entries.some((authored) => authored.path === path && isIntersecting(authored.range, range))
}

// A path may hold a line end; as an entry it must stay one line, so both sides are compared in the printable form.
function entry({ path, range }: Location): Location {
  return { path: parseRepoPath(displayPath(path)), range }
}
