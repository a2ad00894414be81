import type { BigIntStats } from 'node:fs'
import path from 'node:path'
import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath } from '../../core/model/path.ts'
import { readIfThere, stampNow, writeWhole } from '../os/files.ts'
import { field, parseLines, renderLines, unfield } from './lines.ts'
import type { Entry } from './model.ts'
import type { Store } from './store.ts'

/** What was read of a file the last time, and what the file system said of it then. */
export type Remembered = { readonly key: string; readonly entry: Entry }
/** Entries that may be taken for a file without reading it; `stamp` is the moment they were begun. */
export type StatCache = { readonly stamp: bigint; readonly entries: ReadonlyMap<RepoPath, Remembered> }

const kind = 'gar stat cache 1'
const nothing: StatCache = { stamp: 0n, entries: new Map() }
const second = 1_000_000_000n

/** Loads the cache; a torn one, or one made for another contents file, counts as empty. */
export async function loadCache(store: Store): Promise<StatCache> {
  const bytes = await readIfThere(fileOf(store))
  const lines = bytes === null ? null : parseLines(kind, bytes)
  const [made, ...rest] = lines ?? []
  const [stamp, ino, size] = made ?? []
  if (stamp === undefined || ino === undefined || size === undefined) return nothing
  const now = await store.identity()
  if (now.ino !== BigInt(ino) || now.size < BigInt(size)) return nothing
  return { stamp: BigInt(stamp), entries: new Map(rest.map(parseLine)) }
}

/** Replaces the cache. The contents it points at must be durable by now. */
export async function saveCache(store: Store, { stamp, entries }: StatCache): Promise<void> {
  const { ino, size } = await store.identity()
  const lines = [...entries].map(([name, { key, entry }]) => [key, entry.mode, entry.perm, entry.oid, entry.size, entry.offset, field(name)])
  await writeWhole(fileOf(store), renderLines(kind, [[`${stamp}`, `${ino}`, `${size}`], ...lines]))
}

/** Returns the time against which files read from now on are judged. */
export function beginStamp(store: Store): bigint {
  return stampNow(path.join(store.directory, 'stamp'))
}

/** Returns what tells one state of a file from another without reading it. */
export function statKey(found: BigIntStats): string {
  return `${found.mode.toString(8)}:${found.size}:${found.mtimeNs}:${found.ctimeNs}:${found.ino}:${found.dev}`
}

/** Returns the remembered entry when the file cannot have changed since: same key, and both its times before the cache was begun (the racy-clean rule). */
export function recall(cache: StatCache, name: RepoPath, found: BigIntStats): Entry | undefined {
  const remembered = cache.entries.get(name)
  if (remembered?.key !== statKey(found)) return undefined
  // Whole seconds mean a file system with a coarse clock; then two ticks must lie between.
  const slack = found.ctimeNs % second === 0n ? 2n * second : 0n
  return found.mtimeNs + slack < cache.stamp && found.ctimeNs + slack < cache.stamp ? remembered.entry : undefined
}

function fileOf(store: Store): string {
  return path.join(store.directory, 'stat-cache')
}

function parseLine(fields: readonly string[]): [RepoPath, Remembered] {
  const [key = '', ...rest] = fields
  return [parseRepoPath(unfield(rest[5] ?? '')), { key, entry: parseEntry(rest) }]
}

/** Returns the entry that five fields hold: mode, permission bits, id, size, offset. Throws for anything else. */
export function parseEntry([mode, perm, oid, size, offset]: readonly string[]): Entry {
  if (mode !== '100644' && mode !== '100755' && mode !== '120000') throw new Error(`no file mode: ${mode ?? ''}`)
  const numbers = [perm, size, offset].map(Number)
  const [bits = -1, length = -1, start = -1] = numbers
  if (oid === undefined || !numbers.every((n) => Number.isSafeInteger(n) && n >= 0)) throw new Error('no file entry')
  return { mode, perm: bits, oid, size: length, offset: start }
}
