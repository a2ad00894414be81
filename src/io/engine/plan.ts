import type { Finding } from '../../core/model/finding.ts'
import type { Bench, Located } from './bench.ts'
import type { Edit } from './found.ts'
import { applyEdits, isOverlapping, isSameEdit } from './found.ts'

/** The edits of one file and the findings they are for; a finding whose edit overlaps another's waits for the next round. */
export type Plan = { readonly text: string; readonly edits: readonly Edit[]; readonly planned: readonly Located[] }

/** Returns the plan that carries out the one candidate of each finding of the bench. */
export function planEdits(bench: Bench, isWanted: (finding: Finding) => boolean): Plan {
  const edits: Edit[] = []
  const planned: Located[] = []
  // The same order in every call, so that insertions at one place always read the same.
  for (const located of [...bench.located].sort((a, b) => (a.finding.id < b.finding.id ? -1 : 1))) {
    const [candidate, ...more] = located.candidates
    if (candidate === undefined || more.length > 0 || !isWanted(located.finding)) continue
    const fresh = candidate.edits.filter((edit) => !edits.some((other) => isSameEdit(edit, other)))
    if (fresh.some((edit) => edits.some((other) => isOverlapping(edit, other)))) continue
    edits.push(...fresh)
    planned.push(located)
  }
  return { text: applyEdits(bench.source.text, edits), edits, planned }
}
