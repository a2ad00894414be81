import { Buffer } from 'node:buffer'
import type { Stats } from 'node:fs'
import { lstatSync } from 'node:fs'
import path from 'node:path'
import type { RepoPath } from '../../core/model/path.ts'
import { pathBytes } from '../../core/model/path.ts'
import type { Oid } from '../../core/model/tree.ts'
import { makeDirectory } from '../os/files.ts'
import { copyIfThere } from '../os/scratch.ts'
import type { GitContext } from './context.ts'
import type { GitPlace } from './run.ts'
import { runGit } from './run.ts'
import { dropFromIndex, readTree, updateIndex, writeTree } from './tree.ts'

/** An index and an object directory of gar's own beside the user's: trees can be computed there without touching a byte of either. */
export type PrivateIndex = {
  /** Reads the user's objects and the private ones. */
  readonly place: GitPlace
  readonly tree: () => Promise<Oid>
  /** Takes these paths from the working tree as `git add` would, and returns the tree that gives. */
  readonly treeWith: (paths: readonly RepoPath[]) => Promise<Oid>
}

/** Makes a private index named `name` in `directory`, holding what `from` holds: the user's index, or a tree. */
export async function makePrivateIndex(context: GitContext, where: { directory: string; name: string }, from: { index: string } | { tree: Oid }): Promise<PrivateIndex> {
  const objects = path.join(where.directory, 'objects')
  await makeDirectory(objects, 0o700)
  const place = { cwd: context.top, env: {
    ...context.env, GAR_PRIVATE_INDEX: '1', GIT_INDEX_FILE: path.join(where.directory, `${where.name}.index`), GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(path.join(context.commonDir, 'objects')),
  } }
  // A repository in which nothing was ever staged has no index file; that is the empty index.
  if ('index' in from) await copyIfThere(from.index, place.env.GIT_INDEX_FILE)
  else await runGit(place, readTree(from.tree))
  const tree = (): Promise<Oid> => runGit(place, writeTree())
  // A path once taken from the working tree is taken again each time: it may have gone back to what HEAD holds, and is then listed by no one.
  const taken = new Set<RepoPath>()
  return { place, tree, treeWith: async (paths) => {
    const all = [...paths, ...[...taken].filter((path) => !paths.includes(path))]
    for (const path of paths) taken.add(path)
    const isThere = standingIn(context.top)
    const [there, gone] = [all.filter(isThere), all.filter((path) => !isThere(path))]
    if (gone.length > 0) await runGit(place, dropFromIndex(gone))
    if (there.length > 0) await runGit(place, updateIndex(there))
    return tree()
  } }
}

// Git refuses to look at a path behind a link, or where a directory took a file's place; for the tree both are gone.
function standingIn(top: string): (path: RepoPath) => boolean {
  const kindOf = (path: string): Stats | undefined => lstatSync(Buffer.concat([Buffer.from(`${top}/`), pathBytes(path)]), { throwIfNoEntry: false })
  const real = new Map<string, boolean>([['', true]])
  const isReal = (directory: string): boolean => {
    const known = real.get(directory) ?? (isReal(parentOf(directory)) && kindOf(directory)?.isDirectory() === true)
    real.set(directory, known)
    return known
  }
  return (path) => isReal(parentOf(path)) && kindOf(path)?.isDirectory() === false
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

// The list is colon-separated; git takes a quoted entry literally.
function quoted(directory: string): string {
  return /[:"\n]/.test(directory) ? `"${directory.replace(/["\\\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"` : directory
}
