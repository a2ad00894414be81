import { Buffer } from 'node:buffer'
import path from 'node:path'
import type { Reproduction } from '../../core/fix/contract.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath, pathBytes } from '../../core/model/path.ts'
import { makePrivateIndex } from '../../io/git/private-index.ts'
import { runGit } from '../../io/git/run.ts'
import { exportIndex } from '../../io/git/tree.ts'
import { lookAt, makeDirectory, placeFile, placeLink, removeFile, removeTree } from '../../io/os/files.ts'
import type { Entry } from '../../io/snapshot/model.ts'
import { readContent } from '../../io/snapshot/store.ts'
import type { Memory } from './memory.ts'
import { preFixOf } from './own-writes.ts'
import { isPassing } from './passing.ts'
import type { Session } from './session.ts'
import { readWorktreeFile } from './workspace.ts'

const limit = 120_000

/** Returns the reproductions that fail on the state before the fix, tried in a private copy of it; one that passes there shows nothing and is dropped with a note (rulings 2.4.4). */
export async function failingBefore(session: Session, memory: Memory, reproductions: readonly Reproduction[]): Promise<readonly Reproduction[]> {
  if (reproductions.length === 0) return []
  const directory = path.join(session.scratch, 'before')
  try {
    await exportBefore(session, memory, directory)
    const failing: Reproduction[] = []
    for (const reproduction of reproductions) {
      if (await isRed(session, reproduction, directory)) failing.push(reproduction)
      else memory.notes.push(`a reproduction was dropped: ${reproduction.path} passes before the fix`)
    }
    return failing
  } finally {
    await removeTree(directory)
  }
}

async function exportBefore(session: Session, memory: Memory, directory: string): Promise<void> {
  const before = preFixOf(memory)
  await makeDirectory(directory, 0o700)
  if (before.head !== null) {
    const index = await makePrivateIndex(session.context, { directory: session.scratch, name: 'before' }, { tree: before.head })
    await runGit(index.place, exportIndex(directory))
  }
  for (const [file, entry] of before.entries) await put(session, { directory, file, entry })
  // Commands find the packages where they find them in the work tree; they are no part of the change.
  const modules = path.join(session.context.top, 'node_modules')
  const isMissing = await lookAt(path.join(directory, 'node_modules')) === null
  if (isMissing && await lookAt(modules) === 'directory') await placeLink(path.join(directory, 'node_modules'), Buffer.from(modules), session.scratch)
}

async function put(session: Session, { directory, file, entry }: { directory: string; file: RepoPath; entry: Entry | null }): Promise<void> {
  const place = placeIn(directory, file)
  if (entry === null) {
    if (await lookAt(place) !== 'directory') await removeFile(place)
    return
  }
  if (await lookAt(place) === 'directory') await removeTree(place.toString('utf8'))
  await makeDirectory(Buffer.from(path.dirname(place.toString('latin1')), 'latin1'), 0o700)
  const bytes = readContent(session.store, entry)
  if (entry.mode === '120000') await placeLink(place, bytes, session.scratch)
  else await placeFile(place, bytes, { mode: entry.perm, temp: session.scratch })
}

async function isRed(session: Session, { path: name, command }: Reproduction, directory: string): Promise<boolean> {
  const file = parseRepoPath(name)
  const bytes = await readWorktreeFile(session.context, file)
  if (bytes === null) return false
  const place = placeIn(directory, file)
  await makeDirectory(Buffer.from(path.dirname(place.toString('latin1')), 'latin1'), 0o700)
  await placeFile(place, bytes, { mode: 0o700, temp: session.scratch })
  return !await isPassing(command, { directory, env: session.childEnv, signal: session.signal }, performance.now() + limit)
}

function placeIn(directory: string, file: RepoPath): Buffer {
  return Buffer.concat([Buffer.from(`${directory}/`), pathBytes(file)])
}
