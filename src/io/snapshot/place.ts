import { Buffer } from 'node:buffer'
import { HelperError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { displayPath, parseRepoPath } from '../../core/model/path.ts'
import { lookAt, makeDirectory, placeFile, placeLink, removeFile, removeHollow } from '../os/files.ts'
import type { Entry } from './model.ts'
import { entryOf, makeLook, placeOf, readStill } from './scan.ts'

/** What a path is to become. */
export type Goal =
  | { readonly kind: 'absent' }
  | { readonly kind: 'link'; readonly read: () => Buffer }
  /** `perm` null keeps the bits that are there, or takes those a new file gets; `isExecutable` null leaves the executable ones alone. */
  | { readonly kind: 'file'; readonly read: () => Buffer; readonly perm: number | null; readonly isExecutable: boolean | null }
export type Change = { readonly path: RepoPath; readonly now: Entry | null; readonly goal: Goal }
export type Site = { readonly top: string; readonly temp: string }

/** Brings the paths to their goals: first every removal, then every file and link. Throws `HelperError` for a path that cannot get there without touching something else. */
export async function applyChanges(site: Site, changes: readonly Change[]): Promise<void> {
  const removals = changes.filter((change) => change.now !== null && change.goal.kind === 'absent')
  for (const { path, now } of removals) {
    assertUnmoved(site.top, path, now)
    await removeFile(placeOf(site.top, path))
  }
  for (const { path, now, goal } of changes) {
    if (goal.kind === 'absent') continue
    assertUnmoved(site.top, path, now)
    await makeWay(site.top, path)
    await place(site, path, goal)
  }
}

// The last look before a write: bytes that appeared since the capture are on no record, so they are not written over.
function assertUnmoved(top: string, path: RepoPath, now: Entry | null): void {
  const content = readStill(top, path)
  const entry = content === undefined ? null : entryOf(content, now?.oid.length ?? 40, 0)
  if (entry?.oid !== now?.oid || entry?.perm !== now?.perm) throw new HelperError('helper-script', `${displayPath(path)} changed while it was being restored`)
}

// Parents become real directories, and a directory that stands at the path goes when it holds no file.
async function makeWay(top: string, path: RepoPath): Promise<void> {
  const parts = path.split('/')
  for (let depth = 1; depth < parts.length; depth += 1) {
    const parent = parseRepoPath(parts.slice(0, depth).join('/'))
    const kind = await lookAt(placeOf(top, parent))
    if (kind === null) await makeDirectory(placeOf(top, parent))
    else if (kind !== 'directory') throw new HelperError('helper-script', `${displayPath(parent)} is a ${kind} where ${displayPath(path)} needs a directory`)
  }
  const place = placeOf(top, path)
  if (await lookAt(place) === 'directory' && !await removeHollow(Buffer.from(place))) {
    throw new HelperError('helper-script', `the directory ${displayPath(path)} holds files that are not part of the snapshot`)
  }
}

async function place({ top, temp }: Site, path: RepoPath, goal: Exclude<Goal, { kind: 'absent' }>): Promise<void> {
  const target = placeOf(top, path)
  if (goal.kind === 'link') await placeLink(target, goal.read(), temp)
  else await placeFile(target, goal.read(), { mode: permOf(top, path, goal), temp })
}

function permOf(top: string, path: RepoPath, { perm, isExecutable }: Extract<Goal, { kind: 'file' }>): number {
  if (perm !== null) return perm
  const found = makeLook(top)(path)
  const bits = found.kind === 'file' ? Number(found.stat.mode & 0o7777n) : 0o666 & ~process.umask()
  if (isExecutable === null) return bits
  // As git does it: executable for whoever may read.
  return isExecutable ? bits | ((bits & 0o444) >> 2) : bits & ~0o111
}
