import type { Config } from '../../core/config/config.ts'
import { GarError } from '../../core/model/fault.ts'
import type { Oid } from '../../core/model/tree.ts'
import type { OrientFacts, Orientation } from '../../core/target/orient.ts'
import { orient } from '../../core/target/orient.ts'
import type { GitContext } from '../../io/git/context.ts'
import type { RefFact } from '../../io/git/refs.ts'
import { configValue, currentBranch, mergeBase, refFacts } from '../../io/git/refs.ts'
import { remoteHeadBranch } from '../../io/git/remote.ts'
import { runGit } from '../../io/git/run.ts'
import { commitOf } from '../../io/git/tree.ts'

/** Reads the branch facts and decides whether the run may go on; `mayAsk` allows the one question to the remote (ruling C3). */
export async function orientRun(context: GitContext, config: Config, mayAsk: boolean): Promise<Orientation> {
  const facts = await readFacts(context, config)
  const decided = orient(facts, config.branchPolicy)
  if (!mayAsk || decided.kind === 'declined' || (decided.kind === 'accepted' && decided.base !== null)) return decided
  const remotes = await runGit(context, configValue(`remote.${facts.remote}.url`))
  if (remotes === null) return decided
  return orient({ ...facts, shown: await remoteHeadBranch(context, facts.remote) }, config.branchPolicy)
}

/** Where the local commits of a run begin: a commit, or why they cannot be covered. */
export type LaneBase = { readonly kind: 'base'; readonly commit: Oid; readonly ref: string } | { readonly kind: 'none' } | { readonly kind: 'unrelated'; readonly ref: string }

/** Resolves the base of the local-commits lane from `--base`, else from what orientation found (RUC-018 to RUC-020). */
export async function laneBase(context: GitContext, asked: string | undefined, found: string | null): Promise<LaneBase> {
  const ref = asked ?? found
  if (ref === null) return { kind: 'none' }
  const commit = await runGit(context, commitOf(ref))
  if (commit === undefined) {
    if (asked === undefined) return { kind: 'none' }
    throw new GarError('usage', `--base ${asked} names no commit.`, { hint: 'Name a branch, tag or commit, for example --base origin/main.' })
  }
  const base = await runGit(context, mergeBase('HEAD', commit))
  if (base !== undefined) return { kind: 'base', commit: base, ref }
  if (asked === undefined) return { kind: 'unrelated', ref }
  throw new GarError('usage', `--base ${asked} shares no history with HEAD.`, { hint: 'Name a ref that this branch grew from.' })
}

async function readFacts(context: GitContext, config: Config): Promise<OrientFacts> {
  const branch = await runGit(context, currentBranch())
  const own = branch === null ? [] : [`refs/heads/${branch}`]
  const refs = await runGit(context, refFacts([...own, 'refs/heads/main', 'refs/heads/master', 'refs/remotes/*/HEAD']))
  const named = (name: string | undefined): RefFact | undefined => refs.find((ref) => ref.name === name)
  const upstream = named(own[0])?.upstream ?? ''
  const remote = remoteOf(upstream)
  const configured = config.defaultBranch ?? await runGit(context, configValue('gar.defaultBranch'))
  return {
    branch, remote, configured,
    upstream: upstream === '' ? null : upstream,
    remoteHead: named(`refs/remotes/${remote}/HEAD`)?.target ?? null,
    local: ['main', 'master'].find((name) => (named(`refs/heads/${name}`)?.upstream ?? '') !== '') ?? null,
    shown: null,
  }
}

function remoteOf(upstream: string): string {
  return /^refs\/remotes\/([^/]+)\//.exec(upstream)?.[1] ?? 'origin'
}
