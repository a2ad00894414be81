import type { Citation, Range } from '../model/finding.ts'
import { isIntersecting } from '../model/finding.ts'
import type { Hunk } from '../model/hunk.ts'
import { newRange } from '../model/hunk.ts'
import { linesAt, moveTo, placeNear, placesOf } from './block.ts'
import type { GateFinding } from './contract.ts'
import type { PathEvidence, Placed } from './lane.ts'
import { isTreeCitation } from './lane.ts'

/** One path of the change under review: its hunks from base to subject, and what its numbers count in. */
export type Content = { readonly hunks: readonly Hunk[]; readonly evidence: PathEvidence; readonly citation: Citation }
export type Cited = { readonly range: Range; readonly citation: Citation }

/** Returns where the cited lines stand in the reviewed subject, or undefined when it does not hold them. */
export function rangeInSubject({ range, citation }: Cited, content: Content, placed: Placed): Range | undefined {
  if (isTreeCitation(citation) === isTreeCitation(content.citation)) return range
  if (!isTreeCitation(citation)) return placed.lane === 'working-tree lane' ? placed.location.range : undefined
  const block = linesAt(content.evidence.worktree, range)
  const start = placeNear(placesOf(block, content.evidence.subject), range.start)
  return start === undefined ? undefined : moveTo(range, start)
}

/** Returns true when the finding concerns lines the change added or modified, or behaviour its intent covers (GAR-048, ruling A12). */
export function isAnchored(finding: GateFinding, content: Content, at: Cited & { readonly subject: Range | undefined }): boolean {
  if (finding.pre_existing || finding.scope_extension) return false
  const quote = squeeze(finding.anchor.quote ?? '')
  switch (finding.anchor.kind) {
    case 'none': return false
    // Working-tree lines that the subject does not hold are context: the operation does not publish them.
    case 'intent': return quote !== '' && (at.subject !== undefined || !isTreeCitation(at.citation))
    case 'diff': return touches(at, content) || content.hunks.some((hunk) => holdsQuote(hunk, quote))
  }
}

// Lines that only the index holds still belong to the change of a working-tree subject: its staged part.
function touches(at: Cited & { readonly subject: Range | undefined }, { hunks, evidence }: Content): boolean {
  const { subject, range, citation } = at
  if (subject !== undefined) return hunks.some((hunk) => isIntersecting(newRange(hunk), subject))
  return !isTreeCitation(citation) && evidence.staged.some((hunk) => isIntersecting(newRange(hunk), range))
}

function holdsQuote(hunk: Hunk, quote: string): boolean {
  return quote !== '' && [...hunk.added, ...hunk.removed].some((line) => squeeze(line) === quote)
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '')
}
