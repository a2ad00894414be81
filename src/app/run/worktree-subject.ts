import { GarError, HelperError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { Coverage } from '../../core/model/result.ts'
import type { Oid } from '../../core/model/tree.ts'
import type { GitContext } from '../../io/git/context.ts'
import { operationInProgress } from '../../io/git/context.ts'
import { listUnmerged, stagedBlobs } from '../../io/git/index-entries.ts'
import { makePrivateIndex } from '../../io/git/private-index.ts'
import { headFacts } from '../../io/git/refs.ts'
import { runGit } from '../../io/git/run.ts'
import { listTree, treeOf } from '../../io/git/tree.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import type { LaneBase } from './orient.ts'
import type { Sides, Subject } from './subject.ts'
import { changeBetween, readerAt } from './trees.ts'

/** Opens the working tree and the local commits as the subject of `gar run`; `base` is where the local commits begin. Throws `GarError('unmerged')`. */
export async function openWorktree(context: GitContext, scratch: string, given: { base: LaneBase; mode: 'fix' | 'review'; worktree: Snapshot }): Promise<Subject> {
  await refuseUnmerged(context)
  const { base, worktree } = given
  const [head, index] = await Promise.all([
    runGit(context, headFacts()),
    makePrivateIndex(context, { directory: scratch, name: 'subject' }, { index: context.index }),
  ])
  const baseTree = base.kind === 'base' ? await knownTree(context, base.commit) : head.tree
  const treeNow = (snapshot: Snapshot): Promise<Oid> => index.treeWith(inOrder(snapshot))
  const operation = operationInProgress(context)
  return {
    mode: operation === null ? given.mode : 'review',
    branch: head.branch ?? worktree.branch ?? 'HEAD',
    head: head.commit,
    tree: await treeNow(worktree),
    coverage: coverageOf(base, head.commit),
    notes: [...worktree.notes, ...noteOf(base), ...(operation === null ? [] : [`a ${operation} is in progress: reviewed only, nothing was fixed`])],
    objects: readerAt(index.place),
    change: async (_fixed, snapshot) => changeBetween(index.place, { tree: await treeNow(snapshot ?? worktree), base: baseTree }, []),
    sides: (paths) => sidesOf(context, head.tree, paths),
    isWorktree: true,
    isCurrent: async () => (await runGit(context, headFacts())).commit === head.commit,
  }
}

async function refuseUnmerged(context: GitContext): Promise<void> {
  const [first, ...more] = await runGit(context, listUnmerged())
  if (first === undefined) return
  const rest = more.length === 0 ? '' : ` and ${more.length} more`
  throw new GarError('unmerged', `The index holds unmerged paths (${first}${rest}).`, { hint: 'Resolve the conflict and run "git add" on the paths, then repeat.' })
}

// What is gone comes first: a directory can then stand where a file was.
function inOrder(snapshot: Snapshot): readonly RepoPath[] {
  const entries = [...snapshot.entries].filter(([path]) => snapshot.heads.has(path))
  return [...entries.filter(([, entry]) => entry === null), ...entries.filter(([, entry]) => entry !== null)].map(([path]) => path)
}

async function sidesOf(context: GitContext, head: Oid | null, paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, Sides>> {
  if (paths.length === 0) return new Map()
  const [index, tree] = await Promise.all([
    runGit(context, stagedBlobs(paths)),
    head === null ? new Map<RepoPath, { oid: Oid }>() : runGit(context, listTree(head, paths)),
  ])
  return new Map(paths.map((path) => {
    const staged = index.get(path) ?? null
    return [path, { head: tree.get(path)?.oid ?? null, index: staged, citation: staged === null ? 'untracked' : 'unstaged' }]
  }))
}

async function knownTree(context: GitContext, commit: Oid): Promise<Oid> {
  const tree = await runGit(context, treeOf(commit))
  if (tree === undefined) throw new HelperError('helper-script', `git has no tree for commit ${commit}.`)
  return tree
}

/** Returns what a run from this base covers; before the first commit there is nothing to miss. */
export function coverageOf(base: LaneBase, head: Oid | null): Coverage {
  return base.kind === 'base' || head === null ? { kind: 'full' } : { kind: 'partial', missing: ['committed'] }
}

function noteOf(base: LaneBase): readonly string[] {
  switch (base.kind) {
    case 'base': return [`local commits counted from ${base.ref}`]
    case 'none': return ['no upstream and no default branch are known, so local commits were not reviewed; name a start with --base']
    case 'unrelated': return [`${base.ref} shares no history with HEAD, so local commits were not reviewed; name another start with --base`]
  }
}
