/** What git knows of the checked-out branch and of the remote's default branch. */
export type OrientFacts = {
  /** Short name; null when HEAD is detached. */
  readonly branch: string | null
  /** Full name of the branch's upstream, when it has one. */
  readonly upstream: string | null
  /** Remote that the upstream names, else `origin` (GAR-168). */
  readonly remote: string
  /** Target of `refs/remotes/<remote>/HEAD`. */
  readonly remoteHead: string | null
  /** `gar.defaultBranch` of git's configuration, or `defaultBranch` of gar's. */
  readonly configured: string | null
  /** `main` or `master` when such a local branch has an upstream. */
  readonly local: string | null
  /** `HEAD branch:` of `git remote show`; asked only by `gar run` (ruling C3). */
  readonly shown: string | null
}

/** Whether a run may go on, and from where its local commits count. */
export type Orientation =
  | { readonly kind: 'accepted'; readonly branch: string; readonly defaultBranch: string | null; readonly base: string | null }
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'aborted'; readonly reason: string }

/** Decides whether the branch is a target and names the ref its local commits are counted from (GAR-003, GAR-168 to GAR-171, rulings C1 to C3). */
export function orient(facts: OrientFacts, policy: 'any' | 'default-only'): Orientation {
  const defaultBranch = defaultOf(facts)
  const branch = facts.branch ?? 'HEAD'
  if (policy === 'any') return { kind: 'accepted', branch, defaultBranch, base: facts.upstream ?? fallback(facts, defaultBranch) }
  if (defaultBranch === null) return { kind: 'aborted', reason: `no default branch is known for remote ${facts.remote}` }
  if (facts.branch !== defaultBranch) return { kind: 'declined', reason: `${facts.branch ?? 'a detached HEAD'} is not the default branch ${defaultBranch}` }
  return { kind: 'accepted', branch, defaultBranch, base: facts.upstream }
}

function defaultOf(facts: OrientFacts): string | null {
  const prefix = `refs/remotes/${facts.remote}/`
  const fromHead = facts.remoteHead?.startsWith(prefix) === true ? facts.remoteHead.slice(prefix.length) : null
  return fromHead ?? facts.configured ?? facts.local ?? facts.shown
}

// Without an upstream the commits count from the default branch: the remote's where it is known by a ref, else the local one.
function fallback(facts: OrientFacts, defaultBranch: string | null): string | null {
  if (facts.remoteHead !== null) return facts.remoteHead
  return defaultBranch === null || defaultBranch === facts.branch ? null : `refs/heads/${defaultBranch}`
}
