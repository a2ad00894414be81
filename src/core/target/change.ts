import type { Change, ChangedFile, Oid } from '../model/tree.ts'
import type { RepoPath } from '../model/path.ts'

type Side = Omit<ChangedFile, 'published'>

/** Builds the change between two trees; a path that equals a published tree (another parent of a merge) brings nothing new and is left out. */
export function buildChange(trees: { tree: Oid; base: Oid | null }, sides: readonly Side[], published: readonly { tree: Oid; sides: readonly Side[] }[]): Change {
  const others = published.map(({ sides: against }) => new Map(against.map((side) => [side.path, side.base] as const)))
  const files = sides.flatMap((side): ChangedFile[] => {
    // Not listed against a published tree: the path is the same there.
    if (others.some((other) => !other.has(side.path))) return []
    const blobs = others.map((other) => other.get(side.path) ?? null)
    return [{ ...side, published: blobs.filter((oid): oid is Oid => oid !== null) }]
  })
  return { ...trees, published: published.map(({ tree }) => tree), files }
}

/** Returns the changed file of a path, when the change has one. */
export function fileOf(change: Change, path: RepoPath): ChangedFile | undefined {
  return change.files.find((file) => file.path === path)
}
