import { parseOid } from '../../core/model/tree.ts'
import type { Oid } from '../../core/model/tree.ts'
import type { Commit } from '../../core/target/push-range.ts'
import type { GitCommand } from './command.ts'
import { oidOrNone, oneLine } from './command.ts'

/** HEAD as a commit, its tree, and the branch it is on; all null before the first commit (`branch` is null when detached). */
export type Head = { readonly commit: Oid | null; readonly tree: Oid | null; readonly branch: string | null }

/** Asks for HEAD's commit, tree and branch in one process. */
export function headFacts(): GitCommand<Head> {
  return { argv: ['rev-parse', 'HEAD^{commit}', 'HEAD^{tree}', '--symbolic-full-name', 'HEAD'], ok: [0, 128], parse: (stdout, code) => {
    const [commit = '', tree = '', ref = ''] = oneLine(stdout).split('\n')
    if (code !== 0) return { commit: null, tree: null, branch: null }
    return { commit: parseOid(commit) ?? null, tree: parseOid(tree) ?? null, branch: ref.startsWith('refs/heads/') ? ref.slice(11) : null }
  } }
}

/** Asks for the branch HEAD names, also before its first commit; null when detached. */
export function currentBranch(): GitCommand<string | null> {
  return { argv: ['symbolic-ref', '--quiet', 'HEAD'], ok: [0, 1], parse: (stdout, code) => (code === 0 ? oneLine(stdout).replace(/^refs\/heads\//, '') : null) }
}

export type RefFact = { readonly name: string; readonly upstream: string; readonly target: string }

/** Lists refs with their upstream and, for symbolic ones, their target. */
export function refFacts(patterns: readonly string[]): GitCommand<readonly RefFact[]> {
  return { argv: ['for-each-ref', '--format=%(refname)%00%(upstream)%00%(symref)', ...patterns], parse: (stdout) => (
    oneLine(stdout).split('\n').filter((line) => line !== '').map((line) => {
      const [name = '', upstream = '', target = ''] = line.split('\0')
      return { name, upstream, target }
    })
  ) }
}

/** Asks for one configuration value; null when unset. */
export function configValue(key: string): GitCommand<string | null> {
  return { argv: ['config', '--get', key], ok: [0, 1], parse: (stdout, code) => (code === 0 ? oneLine(stdout) : null) }
}

/** Asks for the merge base of two commits; undefined when they share no history. */
export function mergeBase(a: string, b: string): GitCommand<Oid | undefined> {
  return { argv: ['merge-base', a, b], ok: [0, 1, 128], parse: oidOrNone }
}

/** Lists the commits of a tip that neither a remote-tracking ref nor one of `known` holds. */
export function unpublished(tip: Oid, known: readonly Oid[]): GitCommand<readonly Commit[]> {
  return { argv: ['rev-list', '--topo-order', '--format=%H %T %P', tip, '--not', '--remotes', ...known], parse: (stdout) => (
    oneLine(stdout).split('\n').filter((line) => line !== '' && !line.startsWith('commit ')).map(parseCommit)
  ) }
}

/** Counts the commits of a tip that grew on a base. */
export function commitsSince(base: Oid, tip: Oid): GitCommand<number> {
  return { argv: ['rev-list', '--count', tip, '--not', base], parse: (stdout) => Number(oneLine(stdout)) }
}

/** Asks for the kind of an object: commit, tag, tree, blob; null when git does not have it. */
export function kindOf(oid: Oid): GitCommand<string | null> {
  return { argv: ['cat-file', '-t', oid], ok: [0, 1, 128], parse: (stdout, code) => (code === 0 ? oneLine(stdout) : null) }
}

/** Asks for the trees of commits, in their order. */
export function treesOf(commits: readonly Oid[]): GitCommand<readonly Oid[]> {
  return { argv: ['rev-parse', ...commits.map((commit) => `${commit}^{tree}`)], parse: (stdout) => oneLine(stdout).split('\n').map(known) }
}

function parseCommit(line: string): Commit {
  const [oid = '', tree = '', ...parents] = line.split(' ')
  return { oid: known(oid), tree: known(tree), parents: parents.filter((parent) => parent !== '').map(known) }
}

function known(text: string): Oid {
  const oid = parseOid(text)
  if (oid === undefined) throw new Error(`git printed ${JSON.stringify(text.slice(0, 80))} where an object id was expected`)
  return oid
}
