import { createHash } from 'node:crypto'
import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath, pathBytes } from '../../core/model/path.ts'
import type { Oid } from '../../core/model/tree.ts'

/** What a file or link of the work tree was: its raw bytes lie in the store at `offset`. */
export type Entry = {
  readonly mode: '100644' | '100755' | '120000'
  /** The low 12 bits of `st_mode`. */
  readonly perm: number
  /** The id git would give the raw bytes as a blob, no filter applied. */
  readonly oid: string
  readonly size: number
  readonly offset: number
}

/** HEAD's side of a path. */
export type Head = { readonly mode: string; readonly oid: Oid }

/** The work tree at one moment: every path that may differ from HEAD, and those that were asked for besides. */
export type Snapshot = {
  readonly id: string
  readonly head: Oid | null
  readonly branch: string | null
  /** Null for a path that is absent in the work tree; a path that is not in the map is as HEAD has it. */
  readonly entries: ReadonlyMap<RepoPath, Entry | null>
  /** HEAD's side of the paths git reported; a recorded path that is not in this map is clean by git's own comparison. */
  readonly heads: ReadonlyMap<RepoPath, Head | null>
  /** Paths neither HEAD nor the index knows. */
  readonly untracked: ReadonlySet<RepoPath>
  /** Nested repositories and submodules: directories whose inside no snapshot covers, so that nothing below them is ever written or removed. */
  readonly uncovered: ReadonlySet<RepoPath>
  /** What is not covered, in words. */
  readonly notes: readonly string[]
}

/** Returns the identity of a work tree's content; staging does not move it, one byte, mode or link text does. */
export function snapshotId({ head, entries, heads, uncovered }: Pick<Snapshot, 'head' | 'entries' | 'heads' | 'uncovered'>): string {
  const hash = createHash('sha256').update(`${head ?? 'unborn'}\0`)
  for (const path of [...heads.keys()].sort()) {
    const entry = entries.get(path)
    if (entry === undefined || isHead(entry, heads.get(path) ?? null)) continue
    if (entry === null && isUnderLeaf(entries, path)) continue
    hash.update(pathBytes(path)).update(entry === null ? '\0-\0' : `\0${entry.mode} ${entry.oid}\0`)
  }
  for (const path of [...uncovered].sort()) hash.update(pathBytes(path)).update('\0/\0')
  return hash.digest('hex')
}

/** Returns the paths whose content, type or executable bit differ, sorted; a path only one side has on record is as HEAD has it at the other. */
export function differing(a: Snapshot, b: Snapshot): readonly RepoPath[] {
  return pathsOf(a, b).filter((path) => !isSame(path, a, b))
}

/** Returns the paths that a restore has to touch: those that differ, and those whose permission bits alone do. */
export function differingExactly(a: Snapshot, b: Snapshot): readonly RepoPath[] {
  return pathsOf(a, b).filter((path) => {
    const [x, y] = [a.entries.get(path), b.entries.get(path)]
    return !isSame(path, a, b) || (x !== undefined && y !== undefined && x?.perm !== y?.perm)
  })
}

/** Returns every path on record in any of the snapshots, sorted. */
export function pathsOf(...snapshots: readonly (Snapshot | null)[]): readonly RepoPath[] {
  return [...new Set(snapshots.flatMap((snapshot) => [...snapshot?.entries.keys() ?? []]))].sort()
}

/** Returns what the snapshot knows of a path: its entry, null for absent, undefined for "as HEAD has it". */
export function entryAt({ entries }: Snapshot, path: RepoPath): Entry | null | undefined {
  const entry = entries.get(path)
  return entry === undefined && isUnderLeaf(entries, path) ? null : entry
}

// Where a file or link stands nothing stands below it. Git may or may not list that deletion: behind a link that leads to itself it does not see it.
function isUnderLeaf(entries: Snapshot['entries'], path: RepoPath): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if ((entries.get(parseRepoPath(path.slice(0, end))) ?? null) !== null) return true
  }
  return false
}

function isSame(path: RepoPath, a: Snapshot, b: Snapshot): boolean {
  const x = entryAt(a, path)
  const y = entryAt(b, path)
  if (x === undefined) return y === undefined || isClean(y, b.heads.get(path))
  if (y === undefined) return isClean(x, a.heads.get(path))
  return x?.oid === y?.oid && x?.mode === y?.mode
}

// A recorded path without HEAD's side is one git called clean; then both sides are as HEAD has it.
function isClean(entry: Entry | null, head: Head | null | undefined): boolean {
  return head === undefined || isHead(entry, head)
}

function isHead(entry: Entry | null, head: Head | null): boolean {
  return entry === null ? head === null : head !== null && entry.oid === head.oid && entry.mode === head.mode
}
