import type { Finding } from '../model/finding.ts'
import type { Hunk } from '../model/hunk.ts'
import { newRange } from '../model/hunk.ts'
import { displayPath } from '../model/path.ts'
import type { AuditReturn } from './contract.ts'
import { addsDependency, overgrown } from './limits.ts'

export type AuditBound = {
  readonly approved: readonly Finding[]
  /** Paths of the round's reproductions. */
  readonly reproductions: ReadonlySet<string>
  /** Lines of each file before the fix; an absent file had none. */
  readonly sizes: ReadonlyMap<string, number>
}
export type HunkMap = { readonly unmapped: readonly Hunk[] }

type Entry = AuditReturn['hunks'][number]

/** Returns the hunks that no approved finding explains; the controller counts the hunks itself (GAR-133, rulings 2.1, 2.8.7, C23). */
export function mapHunks(hunks: readonly Hunk[], answer: AuditReturn, bound: AuditBound): HunkMap {
  const ids = new Set(bound.approved.map((finding) => finding.id))
  const allowed = new Set<string>([...bound.approved.flatMap((finding) => finding.fix.paths), ...bound.reproductions])
  const grown = overgrown(hunks, bound.sizes)
  const places = group(hunks, answer.hunks)
  const isMapped = (hunk: Hunk): boolean => {
    const { expected = 1, entries = [] } = places.get(keyOf(hunk)) ?? {}
    return entries.length === expected && entries.every((entry) => explains(entry, ids) || (isReproduction(entry) && bound.reproductions.has(hunk.path)))
  }
  return { unmapped: hunks.filter((hunk) => !isMapped(hunk) || !allowed.has(hunk.path) || grown.has(hunk.path) || addsDependency(hunk)) }
}

type Place = { expected: number; readonly entries: Entry[] }

function group(hunks: readonly Hunk[], entries: readonly Entry[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const hunk of hunks) {
    const place = places.get(keyOf(hunk)) ?? { expected: 0, entries: [] }
    place.expected += 1
    places.set(keyOf(hunk), place)
  }
  for (const entry of entries) places.get(`${displayPath(entry.file)}\n${entry.start}-${entry.end}`)?.entries.push(entry)
  return places
}

// Two deletions around one line share its anchor, so a key may stand for several hunks; it then needs as many entries.
function keyOf(hunk: Hunk): string {
  const { start, end } = newRange(hunk)
  return `${displayPath(hunk.path)}\n${start}-${end}`
}

function explains({ mapped, finding_id }: Entry, ids: ReadonlySet<string>): boolean {
  return mapped && finding_id !== null && ids.has(finding_id)
}

function isReproduction({ mapped, finding_id }: Entry): boolean {
  return mapped && finding_id === 'reproduction'
}
