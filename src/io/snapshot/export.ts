import type { Buffer } from 'node:buffer'
import type { RepoPath } from '../../core/model/path.ts'
import { pathBytes } from '../../core/model/path.ts'
import type { GitContext } from '../git/context.ts'
import { emptyTreeCommand, patchCommand } from '../git/patch.ts'
import { runGit } from '../git/run.ts'
import type { Snapshot } from './model.ts'
import type { Store } from './store.ts'
import { readContent } from './store.ts'
import type { Member } from './tar.ts'
import { renderTar } from './tar.ts'

/** Returns the two files people restore from by hand: the patch of index and work tree against HEAD, and the untracked files (GAR-153 to GAR-155). Throws `GitError` where a filter of the user keeps git from making the patch. */
export async function exportPair(context: GitContext, store: Store, snapshot: Snapshot): Promise<{ patch: Buffer; tar: Buffer }> {
  const against = snapshot.head ?? await runGit(context, emptyTreeCommand())
  const patch = await runGit(context, patchCommand(against))
  return { patch, tar: tarOf(store, snapshot, [...snapshot.untracked].sort()) }
}

/** Returns an archive of what the snapshot holds at the paths; absent ones are left out. */
export function tarOf(store: Store, snapshot: Snapshot, paths: readonly RepoPath[]): Buffer {
  return renderTar(paths.flatMap((path): Member[] => {
    const entry = snapshot.entries.get(path)
    if (entry === undefined || entry === null) return []
    const content = readContent(store, entry)
    const name = pathBytes(path)
    return [entry.mode === '120000' ? { kind: 'link', name, mode: 0o777, text: content } : { kind: 'file', name, mode: entry.perm, bytes: content }]
  }))
}
