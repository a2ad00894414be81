import type { Oid } from '../model/tree.ts'

/** One commit of a push that no remote holds yet. */
export type Commit = { readonly oid: Oid; readonly tree: Oid; readonly parents: readonly Oid[] }

/** What a pushed tip adds: its commits, the published commit it grew from, and further published parents that merges brought in. */
export type PushRange = { readonly tip: Oid; readonly commits: readonly Commit[]; readonly base: Oid | null; readonly published: readonly Oid[] }

/** Builds the range of a tip from the commits `rev-list TIP --not --remotes` names (git-facts 2.3). */
export function buildRange(tip: Oid, commits: readonly Commit[]): PushRange {
  const inside = new Map(commits.map((commit) => [commit.oid, commit]))
  const base = firstPublished(tip, inside)
  const outside = new Set(commits.flatMap((commit) => commit.parents).filter((parent) => !inside.has(parent)))
  return { tip, commits, base, published: [...outside].filter((oid) => oid !== base) }
}

function firstPublished(tip: Oid, inside: ReadonlyMap<Oid, Commit>): Oid | null {
  let at: Oid = tip
  for (let commit = inside.get(at); commit !== undefined; commit = inside.get(at)) {
    const [first] = commit.parents
    if (first === undefined) return null
    at = first
  }
  return at
}
