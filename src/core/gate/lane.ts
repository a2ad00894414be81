import type { Citation, Lane, Location, Range } from '../model/finding.ts'
import type { Hunk } from '../model/hunk.ts'
import { newRange } from '../model/hunk.ts'
import { isInside, linesAt, moveTo, placeNear, placesOf } from './block.ts'

/** What is known of one path when a finding on it is classified. */
export type PathEvidence = {
  readonly tracked: boolean
  readonly untracked: boolean
  /** HEAD to index, in index numbers. */
  readonly staged: readonly Hunk[]
  /** Index to working tree, in working-tree numbers. */
  readonly unstaged: readonly Hunk[]
  /** Lines of the cited content (index or commit blob). */
  readonly subject: readonly string[] | null
  /** Lines of the working-tree file. */
  readonly worktree: readonly string[] | null
}

export type Placed = { readonly location: Location; readonly lane: Lane; readonly case: number }

type Walk = {
  readonly cited: Citation
  readonly range: Range
  readonly evidence: PathEvidence
  /** First lines in the working tree of the cited lines, searched by content. */
  readonly places: readonly number[]
  /** Working-tree numbers of the cited lines, once they are known. */
  readonly inTree: Range | undefined
}
type Case = { readonly n: number; readonly text: string; readonly holds: (walk: Walk) => boolean } &
  ({ readonly lane: Lane } | { readonly recite: (walk: Walk) => Walk })

const [tree, commits] = ['working-tree lane', 'local-commits lane'] as const

/** The nine lane cases in the order they are walked; the only statement of them (GAR-026, GAR-036). */
export const laneCases: readonly Case[] = [
  { n: 1, lane: commits, text: 'a scan hit in content that only the index holds', holds: (w) => w.cited === 'staged-scan' },
  { n: 2, lane: commits, text: 'staged lines that the working-tree file no longer holds', holds: (w) => w.cited === 'staged' && w.places.length === 0 },
  { n: 3, lane: commits, text: 'staged lines that the working-tree file holds several times, never at the cited numbers', holds: (w) => w.cited === 'staged' && reciteTo(w) === undefined },
  { n: 4, recite, text: 'staged lines that the working-tree file still holds: cite them there and go on', holds: (w) => !isTreeCitation(w.cited) && reciteTo(w) !== undefined },
  { n: 5, lane: tree, text: 'lines inside an unstaged hunk', holds: (w) => isAmong(w.inTree, w.evidence.unstaged) },
  { n: 6, lane: tree, text: 'lines of an untracked file', holds: (w) => w.evidence.untracked && exists(w) },
  { n: 7, lane: tree, text: 'lines inside a staged hunk, matched by content', holds: (w) => w.inTree !== undefined && isInStagedHunk(w, w.inTree) },
  { n: 8, lane: tree, text: 'lines of a tracked working-tree file that no hunk covers', holds: (w) => w.evidence.tracked && exists(w) },
  { n: 9, lane: commits, text: 'everything else', holds: () => true },
]

/** Returns true when the citation counts lines of the working tree; the others count lines of the index or of a commit. */
export function isTreeCitation(cited: Citation): boolean {
  return cited === 'unstaged' || cited === 'untracked' || cited === 'tracked'
}

/** Returns the lane of a citation, the case that gave it, and its location in working-tree numbers where the lines exist there (GAR-022 to GAR-035). */
export function classifyLane({ path, range }: Location, cited: Citation, evidence: PathEvidence): Placed {
  const inTree = isTreeCitation(cited) && evidence.worktree !== null ? range : undefined
  let walk: Walk = { cited, range, evidence, inTree, places: placesOf(linesAt(evidence.subject, range), evidence.worktree) }
  for (const step of laneCases) {
    if (!step.holds(walk)) continue
    if ('lane' in step) return { location: { path, range: walk.inTree ?? range }, lane: step.lane, case: step.n }
    walk = step.recite(walk)
  }
  throw new Error('The ninth lane case did not hold.')
}

function reciteTo({ places, range }: Walk): number | undefined {
  return placeNear(places, range.start)
}

function recite(walk: Walk): Walk {
  const start = reciteTo(walk)
  return start === undefined ? walk : { ...walk, inTree: moveTo(walk.range, start) }
}

function exists({ inTree, evidence }: Walk): boolean {
  return inTree !== undefined && linesAt(evidence.worktree, inTree) !== undefined
}

function isAmong(range: Range | undefined, hunks: readonly Hunk[]): boolean {
  return range !== undefined && hunks.some((hunk) => isInside(range, newRange(hunk)))
}

// A staged citation was matched by content already; any other is compared with where the hunk's own lines stand in the working tree, never with its index numbers.
function isInStagedHunk({ cited, range, evidence }: Walk, inTree: Range): boolean {
  if (cited === 'staged') return isAmong(range, evidence.staged)
  return evidence.staged.some((hunk) => {
    const start = placeNear(placesOf(hunk.added, evidence.worktree), hunk.newStart)
    return start !== undefined && isInside(inTree, moveTo(newRange(hunk), start))
  })
}
