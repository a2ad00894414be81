import type { RepoPath } from '../../core/model/path.ts'
import { displayPath } from '../../core/model/path.ts'
import type { GitContext } from '../git/context.ts'
import { runGit } from '../git/run.ts'
import type { Flags, Status, StatusEntry } from '../git/status.ts'
import { readFlags, statusCommand } from '../git/status.ts'
import type { Entry, Head, Snapshot } from './model.ts'
import { snapshotId } from './model.ts'
import type { Found } from './scan.ts'
import { assertKeepable, entryOf, isInside, makeLook, readStill } from './scan.ts'
import type { Remembered, StatCache } from './stat-cache.ts'
import { beginStamp, loadCache, recall, saveCache, statKey } from './stat-cache.ts'
import type { Store } from './store.ts'

export type CaptureOptions = {
  /** Paths whose raw bytes must be on record although git may call them clean or ignored; they do not move the id. */
  readonly also: readonly RepoPath[]
  /** Directories that are gar's own and never belong to the user's tree, whatever the ignore rules say. */
  readonly exclude?: readonly string[]
}
// What git said: the paths to look at with HEAD's side, and what is left out.
type Listing = { heads: Map<RepoPath, Head | null>; untracked: Set<RepoPath>; modes: Map<RepoPath, string>; uncovered: Set<RepoPath>; notes: string[]; digits: number }

/** Takes the work tree down: one scan by git, then the raw bytes of every path that may differ from HEAD or that git is told not to look at. Throws `HelperError('helper-script')` rather than keep a part. */
export async function capture(context: GitContext, store: Store, options: CaptureOptions): Promise<Snapshot> {
  const [status, flags] = await Promise.all([runGit(context, statusCommand()), readFlags(context)])
  const listing = readListing(status, options.exclude ?? [])
  const also = [...options.also, ...hiddenPaths(context.top, flags)].filter((path) => isInside(path) && !isExcluded(path, options.exclude ?? []))
  const entries = await scan(context.top, store, { listing, paths: new Set([...listing.heads.keys(), ...also]) })
  const { heads, untracked, uncovered, notes } = listing
  const { head, branch } = status
  return { id: snapshotId({ head, entries, heads, uncovered }), head, branch, entries, heads, untracked, uncovered, notes: notes.sort() }
}

/** Returns the paths git is told not to look at. */
export async function protectedPaths(context: GitContext): Promise<ReadonlySet<RepoPath>> {
  const { assumed, skipped } = await readFlags(context)
  return new Set([...assumed, ...skipped])
}

// Edits of these are in no status. What a sparse checkout leaves out shows up there once it exists.
function hiddenPaths(top: string, { assumed, skipped }: Flags): readonly RepoPath[] {
  const look = makeLook(top)
  return [...assumed, ...[...skipped].filter((path) => look(path).kind !== 'absent')]
}

function readListing(status: Status, exclude: readonly string[]): Listing {
  const listing: Listing = { heads: new Map(), untracked: new Set(), modes: new Map(), uncovered: new Set(), notes: [], digits: digitsOf(status) }
  for (const entry of status.entries) if (!isExcluded(entry.path, exclude)) list(listing, entry)
  return listing
}

// One length for every path of a repository: a path is compared with itself whether or not git listed it both times.
function digitsOf({ head, entries }: Status): number {
  return head?.length ?? entries.find((entry) => entry.indexOid !== null)?.indexOid?.length ?? 40
}

function list({ heads, untracked, modes, uncovered, notes }: Listing, entry: StatusEntry): void {
  const { path, kind } = entry
  if (kind === 'nested' || kind === 'submodule') {
    uncovered.add(path)
    notes.push(`${kind === 'nested' ? 'nested repository' : 'submodule'} not covered: ${displayPath(path)}`)
    return
  }
  if (kind === 'untracked') untracked.add(path)
  // A path that is staged as deleted and present again is printed twice; HEAD's side comes first.
  if (kind === 'untracked' && heads.has(path)) return
  heads.set(path, entry.headOid === null ? null : { mode: entry.headMode, oid: entry.headOid })
  if (entry.headOid !== null) modes.set(path, entry.worktreeMode)
}

type Task = { readonly listing: Listing; readonly paths: ReadonlySet<RepoPath> }

async function scan(top: string, store: Store, { listing, paths }: Task): Promise<Map<RepoPath, Entry | null>> {
  const cache = await loadCache(store)
  for (const { entry } of cache.entries.values()) store.known.set(entry.oid, entry)
  const stamp = beginStamp(store)
  const look = makeLook(top)
  const found = new Map([...paths].map((path) => [path, look(path)] as const))
  assertKeepable(paths.size, totalSize(found))
  const fresh = new Map<RepoPath, Remembered>()
  const entries = new Map<RepoPath, Entry | null>()
  for (const [path, seen] of found) {
    if (seen.kind === 'special') listing.notes.push(`neither a file nor a link, not covered: ${displayPath(path)}`)
    const taken = take(top, store, { path, seen, cache, digits: listing.digits })
    if (taken !== null) fresh.set(path, taken)
    entries.set(path, taken === null ? null : asGitSees(taken.entry, listing.modes.get(path)))
  }
  store.sync()
  if (isNews(cache, fresh)) await saveCache(store, { stamp, entries: fresh })
  return entries
}

type Wanted = { readonly path: RepoPath; readonly seen: Found; readonly cache: StatCache; readonly digits: number }

function take(top: string, store: Store, { path, seen, cache, digits }: Wanted): Remembered | null {
  if (seen.kind !== 'file' && seen.kind !== 'link') return null
  const old = recall(cache, path, seen.stat)
  if (old?.oid.length === digits) return { key: statKey(seen.stat), entry: old }
  const content = readStill(top, path)
  if (content === undefined) return null
  const draft = entryOf(content, digits, 0)
  return { key: statKey(content.found), entry: { ...draft, offset: store.put(draft.oid, content.bytes).offset } }
}

// With core.fileMode=false git goes by the index for the executable bit; what it reports is then the mode that counts.
function asGitSees(entry: Entry, reported: string | undefined): Entry {
  const isFile = entry.mode !== '120000' && (reported === '100644' || reported === '100755')
  return isFile ? { ...entry, mode: reported } : entry
}

function isNews(cache: StatCache, fresh: ReadonlyMap<RepoPath, Remembered>): boolean {
  return cache.entries.size !== fresh.size || [...fresh].some(([path, { entry }]) => cache.entries.get(path)?.entry !== entry)
}

function totalSize(found: ReadonlyMap<RepoPath, Found>): bigint {
  let sum = 0n
  for (const seen of found.values()) if ('stat' in seen) sum += seen.stat.size
  return sum
}

function isExcluded(path: string, exclude: readonly string[]): boolean {
  return exclude.some((directory) => path === directory || path.startsWith(`${directory}/`))
}
