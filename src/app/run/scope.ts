import { displayPath } from '../../core/model/path.ts'
import type { Coverage } from '../../core/model/result.ts'
import type { Oid } from '../../core/model/tree.ts'
import type { GitContext } from '../../io/git/context.ts'
import { runGit } from '../../io/git/run.ts'
import type { Head } from '../../io/git/refs.ts'
import { commitsSince, headFacts } from '../../io/git/refs.ts'
import { statusCommand } from '../../io/git/status.ts'
import type { StatusEntry } from '../../io/git/status.ts'
import { diffTrees, treeOf } from '../../io/git/tree.ts'
import type { Request } from './ground.ts'
import { openGround } from './ground.ts'
import type { LaneBase } from './orient.ts'
import { laneBase, orientRun } from './orient.ts'
import { coverageOf } from './worktree-subject.ts'

/** What a run by hand would review (RUC-014). */
export type Scope = {
  readonly branch: string
  readonly head: string | null
  readonly base: string | null
  readonly baseRef: string | null
  readonly coverage: Coverage
  readonly commits: number
  readonly committed: readonly string[]
  readonly staged: readonly string[]
  readonly unstaged: readonly string[]
  readonly untracked: readonly string[]
  readonly empty: boolean
}

/** Reads the scope of a run without running anything or writing a byte; null with the reason when the branch is no target. */
export async function readScope(request: Request, base: string | undefined): Promise<Scope | { readonly declined: string }> {
  const { context, config } = await openGround(request)
  const oriented = await orientRun(context, config, false)
  if (oriented.kind !== 'accepted') return { declined: oriented.reason }
  const lane = await laneBase(context, base, oriented.base)
  const [head, status] = await Promise.all([runGit(context, headFacts()), runGit(context, statusCommand())])
  const local = await localCommits(context, lane, head)
  const lists = {
    committed: local.paths,
    staged: names(status.entries, (entry) => entry.kind === 'tracked' && !entry.xy.startsWith('.')),
    unstaged: names(status.entries, (entry) => entry.kind === 'tracked' && !entry.xy.endsWith('.')),
    untracked: names(status.entries, (entry) => entry.kind === 'untracked'),
  }
  return {
    branch: oriented.branch, head: head.commit, base: local.base, baseRef: lane.kind === 'none' ? null : lane.ref,
    coverage: coverageOf(lane, head.commit), commits: local.count, ...lists, empty: Object.values(lists).every((list) => list.length === 0),
  }
}

async function localCommits(context: GitContext, lane: LaneBase, head: Head): Promise<{ base: Oid | null; count: number; paths: readonly string[] }> {
  if (lane.kind !== 'base' || head.commit === null || head.tree === null) return { base: null, count: 0, paths: [] }
  const from = await runGit(context, treeOf(lane.commit))
  if (from === undefined) throw new Error(`git has no tree for commit ${lane.commit}`)
  const [differing, commits] = await Promise.all([runGit(context, diffTrees(from, head.tree)), runGit(context, commitsSince(lane.commit, head.commit))])
  return { base: lane.commit, count: commits, paths: differing.map(({ path }) => displayPath(path)) }
}

function names(entries: readonly StatusEntry[], holds: (entry: StatusEntry) => boolean): readonly string[] {
  return entries.filter(holds).map((entry) => displayPath(entry.path))
}
