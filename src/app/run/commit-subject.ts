import type { Oid } from '../../core/model/tree.ts'
import { fileOf } from '../../core/target/change.ts'
import type { GitContext } from '../../io/git/context.ts'
import { operationInProgress } from '../../io/git/context.ts'
import { makePrivateIndex } from '../../io/git/private-index.ts'
import { headFacts } from '../../io/git/refs.ts'
import { runGit } from '../../io/git/run.ts'
import type { Subject } from './subject.ts'
import { changeBetween, mergedTrees, readerAt } from './trees.ts'

/** What a commit in preparation would publish, before anything is reviewed. */
export type Pending = { readonly tree: Oid; readonly base: Oid | null; readonly published: readonly Oid[]; readonly open: () => Promise<Subject> }

/** Reads the commit in preparation: the tree of the hook's index against HEAD (rulings 2.7). */
export async function pendingCommit(context: GitContext, scratch: string, env: Readonly<Record<string, string | undefined>>): Promise<Pending> {
  const [head, index, published] = await Promise.all([
    runGit(context, headFacts()),
    makePrivateIndex(context, { directory: scratch, name: 'subject' }, { index: context.index }),
    mergedTrees(context, env),
  ])
  const tree = await index.tree()
  const open = async (): Promise<Subject> => {
    const staged = await changeBetween(index.place, { tree, base: head.tree }, published)
    const operation = operationInProgress(context)
    return {
      mode: operation === null ? 'fix' : 'review',
      branch: head.branch ?? 'HEAD',
      head: head.commit,
      tree,
      coverage: { kind: 'full' },
      notes: operation === null ? [] : [`a ${operation} is in progress: reviewed only, nothing was fixed`],
      objects: readerAt(index.place),
      change: async (fixed) => (fixed.length === 0 ? staged : changeBetween(index.place, { tree: await index.treeWith(fixed), base: head.tree }, published)),
      sides: async (paths) => new Map(paths.map((path) => {
        const file = fileOf(staged, path)
        return [path, { head: file?.base ?? null, index: file?.now ?? null, citation: 'staged' }]
      })),
      isWorktree: false,
      isCurrent: () => isSame(context, scratch, { tree, commit: head.commit }),
    }
  }
  return { tree, base: head.tree, published, open }
}

// Another process may stage or switch branches while the hook runs, and git commits what the index then holds (HK-191, HK-206).
async function isSame(context: GitContext, scratch: string, was: { tree: Oid; commit: Oid | null }): Promise<boolean> {
  const [head, index] = await Promise.all([
    runGit(context, headFacts()),
    makePrivateIndex(context, { directory: scratch, name: 'check' }, { index: context.index }),
  ])
  return head.commit === was.commit && await index.tree() === was.tree
}
