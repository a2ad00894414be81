import { Buffer } from 'node:buffer'
import type { BigIntStats } from 'node:fs'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import { HelperError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { displayPath, parseRepoPath, pathBytes } from '../../core/model/path.ts'
import type { Place } from '../os/files.ts'
import { hasCode } from '../os/files.ts'
import type { Entry } from './model.ts'
import { statKey } from './stat-cache.ts'
import { objectId } from './store.ts'

/** What stands at a path, its parents being real directories. */
export type Found = { readonly kind: 'file' | 'link'; readonly stat: BigIntStats } | { readonly kind: 'absent' | 'directory' | 'special' }
export type Content = { readonly found: BigIntStats; readonly bytes: Buffer }

const limits = { paths: 50_000, bytes: 512n * 1024n * 1024n }
// A link that replaced the file meanwhile is not followed, and a pipe is not waited for; Windows has neither flag.
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Returns where a path stands on this disk. */
export function placeOf(top: string, path: RepoPath): Place {
  return /[\udc80-\udcff]/.test(path) ? Buffer.concat([Buffer.from(`${top}/`), pathBytes(path)]) : `${top}/${path}`
}

/** Returns true for a path that stays inside the work tree and outside git's own files. */
export function isInside(path: string): boolean {
  return path !== '' && !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')
}

/** Returns a look at paths of one work tree that remembers which directories are real; one behind a link counts as absent, as it does for git. */
export function makeLook(top: string): (path: RepoPath) => Found {
  const known = new Map<string, boolean>([['', true]])
  const isReal = (directory: string): boolean => {
    const before = known.get(directory)
    if (before !== undefined) return before
    const answer = isReal(parentOf(directory)) && lstatSync(placeOf(top, parseRepoPath(directory)), { throwIfNoEntry: false })?.isDirectory() === true
    known.set(directory, answer)
    return answer
  }
  return (path) => isReal(parentOf(path)) ? look(top, path) : { kind: 'absent' }
}

function look(top: string, path: RepoPath): Found {
  try {
    const stat = lstatSync(placeOf(top, path), { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return { kind: 'absent' }
    if (stat.isSymbolicLink()) return { kind: 'link', stat }
    if (stat.isFile()) return { kind: 'file', stat }
    return { kind: stat.isDirectory() ? 'directory' : 'special' }
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return { kind: 'absent' }
    throw unreadable(path, error)
  }
}

/** Refuses a work tree whose changes are too many to keep whole. Throws `HelperError('helper-script')`. */
export function assertKeepable(count: number, bytes: bigint): void {
  if (count <= limits.paths && bytes <= limits.bytes) return
  const amount = count > limits.paths ? `${count} paths` : `${bytes / 1024n / 1024n} MiB`
  throw new HelperError('helper-script', `The work tree differs from HEAD in ${amount}; gar keeps at most ${limits.paths} paths and ${limits.bytes / 1024n / 1024n} MiB. Ignore what is generated, or commit a part.`)
}

/** Reads a file's or link's bytes as they are at one moment; undefined when it is gone or of another kind by now. Throws for one that cannot be read or does not hold still. */
export function readStill(top: string, path: RepoPath): Content | undefined {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const found = makeLook(top)(path)
    if (found.kind !== 'file' && found.kind !== 'link') return undefined
    const content = readOnce(placeOf(top, path), found, path)
    if (content !== undefined) return content
  }
  throw new HelperError('helper-script', `${displayPath(path)} changes while gar reads it.`)
}

/** Returns the entry for bytes that have been read. */
export function entryOf({ found, bytes }: Content, digits: number, offset: number): Entry {
  const perm = Number(found.mode & 0o7777n)
  const file = (perm & 0o100) === 0 ? '100644' : '100755'
  return { mode: found.isSymbolicLink() ? '120000' : file, perm, oid: objectId(bytes, digits), size: bytes.length, offset }
}

function readOnce(place: Place, found: Extract<Found, { stat: BigIntStats }>, path: RepoPath): Content | undefined {
  try {
    const bytes = found.kind === 'link' ? readlinkSync(place, { encoding: 'buffer' }) : readFile(place, found.stat)
    const after = lstatSync(place, { bigint: true, throwIfNoEntry: false })
    return bytes !== undefined && after !== undefined && statKey(after) === statKey(found.stat) ? { found: after, bytes } : undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EINVAL')) return undefined
    throw unreadable(path, error)
  }
}

function readFile(place: Place, seen: BigIntStats): Buffer | undefined {
  const fd = openSync(place, openFlags)
  try {
    return statKey(fstatSync(fd, { bigint: true })) === statKey(seen) ? readFileSync(fd) : undefined
  } finally {
    closeSync(fd)
  }
}

function unreadable(path: RepoPath, cause: unknown): HelperError {
  return new HelperError('helper-script', `${displayPath(path)} cannot be read; gar keeps every changed file or none.`, { cause })
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}
