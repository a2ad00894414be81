import type { PrePush } from '../../core/hook/event.ts'
import { GarError } from '../../core/model/fault.ts'
import type { Oid } from '../../core/model/tree.ts'
import { isZero, parseOid } from '../../core/model/tree.ts'
import type { PushRange } from '../../core/target/push-range.ts'
import { buildRange } from '../../core/target/push-range.ts'
import { fileOf } from '../../core/target/change.ts'
import type { GitContext } from '../../io/git/context.ts'
import { operationInProgress } from '../../io/git/context.ts'
import { makePrivateIndex } from '../../io/git/private-index.ts'
import { headFacts, kindOf, treesOf, unpublished } from '../../io/git/refs.ts'
import { runGit } from '../../io/git/run.ts'
import { commitOf, treeOf } from '../../io/git/tree.ts'
import type { Subject } from './subject.ts'
import { changeBetween, readerAt } from './trees.ts'

/** One pushed tip with news in it: its range, and the pairs of trees that judge it. */
export type PendingPush = {
  readonly name: string
  readonly tree: Oid
  readonly base: Oid | null
  readonly published: readonly Oid[]
  /** The published commit the range grew from. */
  readonly from: Oid | null
  /** The change of each commit of the range by its own parents: when all are known clean, so is the push (rulings 2.7). */
  readonly steps: readonly { readonly commit: Oid; readonly tree: Oid; readonly base: Oid | null; readonly published: readonly Oid[] }[]
  readonly open: (scratch: string) => Promise<Subject>
}

type Update = PrePush['updates'][number]

/** Reads what a ref update would publish; null when it publishes nothing new (a deletion, an up-to-date tip, a tag of a blob or tree). */
export async function pendingPush(context: GitContext, update: Update): Promise<PendingPush | null> {
  const local = parseOid(update.localOid)
  if (update.kind === 'delete' || local === undefined) return null
  const tip = await runGit(context, commitOf(local))
  if (tip === undefined) return refuseMissing(context, local)
  const range = buildRange(tip, await runGit(context, unpublished(tip, await knownOids(context, update))))
  if (range.commits.length === 0) return null
  const trees = await treeTable(context, range)
  const tree = trees(tip)
  const base = range.base === null ? null : trees(range.base)
  const published = range.published.map(trees)
  const steps = range.commits.map((commit) => {
    const [first, ...more] = commit.parents
    return { commit: commit.oid, tree: commit.tree, base: first === undefined ? null : trees(first), published: more.map(trees) }
  })
  return { name: update.localRef, tree, base, published, from: range.base, steps, open: (scratch) => openTip(context, scratch, { tip, tree, base, published }) }
}

// A tag of a tree or a blob holds no commit; an object git does not have is a fault, not an empty push.
async function refuseMissing(context: GitContext, local: Oid): Promise<null> {
  if (await runGit(context, kindOf(local)) !== null) return null
  throw new GarError('git-failed', `git has no object ${local}, which is to be pushed.`, { hint: 'Run "git fsck" to see what is missing.' })
}

// The remote's present tip counts as published when this repository has it, also where no remote-tracking ref names it.
async function knownOids(context: GitContext, update: Update): Promise<readonly Oid[]> {
  const remote = parseOid(update.remoteOid)
  if (remote === undefined || isZero(remote)) return []
  return await runGit(context, kindOf(remote)) === 'commit' ? [remote] : []
}

async function treeTable(context: GitContext, range: PushRange): Promise<(commit: Oid) => Oid> {
  const known = new Map(range.commits.map((commit) => [commit.oid, commit.tree]))
  const outside = [...new Set([...(range.base === null ? [] : [range.base]), ...range.published, ...range.commits.flatMap((commit) => commit.parents)])].filter((oid) => !known.has(oid))
  const trees = outside.length === 0 ? [] : await runGit(context, treesOf(outside))
  outside.forEach((oid, at) => { const tree = trees[at]; if (tree !== undefined) known.set(oid, tree) })
  return (commit) => {
    const tree = known.get(commit)
    if (tree === undefined) throw new Error(`the tree of commit ${commit} was not read`)
    return tree
  }
}

async function openTip(context: GitContext, scratch: string, what: { tip: Oid; tree: Oid; base: Oid | null; published: readonly Oid[] }): Promise<Subject> {
  const { tip, tree, base, published } = what
  const head = await runGit(context, headFacts())
  const index = await makePrivateIndex(context, { directory: scratch, name: 'subject' }, { tree })
  const pushed = await changeBetween(index.place, { tree, base }, published)
  const checkedOut = head.commit === tip
  const operation = operationInProgress(context)
  return {
    mode: checkedOut && operation === null ? 'fix' : 'review',
    branch: head.branch ?? 'HEAD',
    head: tip,
    tree,
    coverage: { kind: 'full' },
    notes: checkedOut ? [] : ['the pushed tip is not checked out: reviewed only, nothing was fixed'],
    objects: readerAt(index.place),
    change: async (fixed) => (fixed.length === 0 ? pushed : changeBetween(index.place, { tree: await index.treeWith(fixed), base }, published)),
    sides: async (paths) => new Map(paths.map((path) => {
      // A clean index stands where the tip stands; what differs in the working tree is seen by its bytes.
      const here = checkedOut ? fileOf(pushed, path)?.now ?? null : null
      return [path, { head: here, index: here, citation: 'commit' }]
    })),
    isWorktree: false,
    isCurrent: async () => await runGit(context, treeOf(tip)) === tree,
  }
}
