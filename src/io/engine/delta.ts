import type { Finding, Tag } from '../../core/model/finding.ts'
import type { RepoPath } from '../../core/model/path.ts'

export type Identified = { readonly rule: string; readonly title: string; readonly path: RepoPath; readonly line: number }
/** A finding of this round with the earlier one it continues, if any. */
export type Match<T> = { readonly current: T; readonly prior: Finding | null; readonly tag: Tag }
export type Delta<T> = { readonly matches: readonly Match<T>[]; readonly closed: readonly Finding[] }

/** Returns how the findings of this round continue the earlier ones: same rule, title and path, nearest line first (GAR-040). */
export function matchPrior<T extends Identified>(current: readonly T[], prior: readonly Finding[]): Delta<T> {
  const left = new Set(prior)
  const taken = new Map<T, Finding>()
  for (const { one, finding } of closestFirst(current, prior)) {
    if (taken.has(one) || !left.has(finding)) continue
    taken.set(one, finding)
    left.delete(finding)
  }
  const matches = current.map((one): Match<T> => {
    const finding = taken.get(one) ?? null
    return { current: one, prior: finding, tag: finding === null ? 'new' : tagAfter(finding.tag) }
  })
  return { matches, closed: [...left] }
}

function closestFirst<T extends Identified>(current: readonly T[], prior: readonly Finding[]): readonly { readonly one: T; readonly finding: Finding }[] {
  const pairs = current.flatMap((one) => prior.filter((finding) => isSame(one, finding)).map((finding) => ({ one, finding })))
  const distance = (pair: { readonly one: T; readonly finding: Finding }): number => Math.abs(pair.one.line - pair.finding.cited.range.start)
  return pairs.sort((a, b) => distance(a) - distance(b))
}

function isSame(one: Identified, finding: Finding): boolean {
  return one.rule === finding.rule && one.title === finding.title && one.path === finding.cited.path
}

function tagAfter(tag: Tag): Tag {
  if (tag === 'closed' || tag === 'regressed') return 'regressed'
  return tag === 'settled by a decision' ? tag : 'open'
}
