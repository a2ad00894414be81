import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { HelperError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { pathBytes } from '../../core/model/path.ts'
import type { ReadWorkspace } from '../../core/triage/port.ts'
import type { GitContext } from '../../io/git/context.ts'
import { runGit } from '../../io/git/run.ts'
import { convertedAmong, flaggedAmong } from '../../io/git/writable.ts'
import { lookAt } from '../../io/os/files.ts'
import { relayName } from '../../io/relay/layout.ts'

// Never written, whatever a finding says (ruling C36): git's and gar's own files, what git reads to understand the tree, and the charter.
const protectedNames = new Set(['.gitignore', '.gitattributes', '.gitmodules', '.mailmap', 'CHARTER.md'])
const protectedParts = new Set(['.git', '.husky', '.githooks', relayName])

/** Returns the bytes of a regular file of the working tree that stands where its path says, or null; links are never followed. */
export async function readWorktreeFile(context: GitContext, file: RepoPath): Promise<Buffer | null> {
  const place = placeOf(context, file)
  if (await lookAt(place) !== 'file' || !await isAtHome(context, file)) return null
  return readFile(place)
}

/** Returns the absolute place of a path, as bytes. */
export function placeOf(context: GitContext, file: RepoPath): Buffer {
  return Buffer.concat([Buffer.from(`${context.top}/`), pathBytes(file)])
}

/** Returns a reader that knows only the files a fix may touch: regular, unprotected, stored as they stand on disk, seen by git. */
export async function openWorkspace(context: GitContext, paths: readonly RepoPath[]): Promise<ReadWorkspace> {
  const asked = [...new Set(paths)]
  const closed = await untouchable(context, asked)
  const open = new Set(asked.filter((file) => !closed.has(file)))
  return async (file) => (open.has(file) ? readWorktreeFile(context, file) : null)
}

/** Of these paths, returns those no fix may ever change: protected ones, converted ones, those git is told not to watch. */
export async function untouchable(context: GitContext, paths: readonly RepoPath[]): Promise<ReadonlySet<RepoPath>> {
  const closed = paths.filter(isProtected)
  const asked = paths.filter((file) => !isProtected(file))
  if (asked.length === 0) return new Set(closed)
  const [flagged, converted] = await Promise.all([runGit(context, flaggedAmong(asked)), runGit(context, convertedAmong(asked))])
  return new Set([...closed, ...asked.filter((file) => flagged.has(file) || converted.has(file))])
}

/** Refuses a write that leaves the approved paths or the working tree. Throws `HelperError('contract-violating')`. */
export function assertWritable(file: RepoPath, approved: ReadonlySet<RepoPath>): void {
  if (isProtected(file)) throw new HelperError('contract-violating', `The fixer tried to write the protected path ${file}.`)
  if (!approved.has(file)) throw new HelperError('contract-violating', `The fixer tried to write ${file}, which no approved finding names.`)
}

/** Returns true for a path no fix may ever write (ruling C36). */
export function isProtected(file: RepoPath): boolean {
  const parts = file.split('/')
  return path.isAbsolute(file) || parts.some((part) => part === '..' || part === '' || protectedParts.has(part)) || protectedNames.has(parts.at(-1) ?? '')
}

// A parent directory that is a link leads elsewhere: what is written there is not the repository's (HK-061).
async function isAtHome(context: GitContext, file: RepoPath): Promise<boolean> {
  const parent = path.dirname(placeOf(context, file).toString('latin1'))
  const [found, top] = await Promise.all([realpath(Buffer.from(parent, 'latin1'), { encoding: 'buffer' }), realpath(context.top)])
  const below = path.dirname(pathBytes(file).toString('latin1'))
  const home = below === '.' ? Buffer.from(top) : Buffer.concat([Buffer.from(`${top}/`), Buffer.from(below, 'latin1')])
  return found.equals(home)
}
