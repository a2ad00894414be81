import type { RefusalCode } from '../../core/triage/contract.ts'
import type { Decision, Finding, Location } from '../../core/model/finding.ts'
import type { Hunk } from '../../core/model/hunk.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { Change } from '../../core/model/tree.ts'
import type { Qualification } from '../../core/qualify/qualify.ts'
import type { Journal } from '../../io/relay/journal.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'

/** What one round learned; filled in as its steps are done. */
export type RoundFacts = {
  readonly n: number
  readonly change: Change
  readonly findings: readonly Finding[]
  readonly decisions: readonly Decision[]
  readonly qualified: ReadonlyMap<string, Qualification>
  /** Findings of the subject that a hook must not let pass. */
  readonly blocking: readonly Finding[]
  /** Why triage refused, by finding id. */
  readonly refused: Map<string, { readonly code: RefusalCode; readonly reason: string }>
  approved: readonly Finding[]
  crossing: readonly string[]
  /** True once the round's writes stand and were audited. */
  landed: boolean
}

/** What a run has learned so far. Only the loop's steps write to it. */
export type Memory = {
  readonly rounds: RoundFacts[]
  nextId: number
  /** The working tree the present round is about; null while no step had to look. */
  worktree: Snapshot | null
  preFix: Snapshot | null
  /** The working tree right after the last fixer call. */
  after: Snapshot | null
  baseline: Snapshot | null
  /** Object id of what the fixer wrote, by path, since the pre-fix snapshot. */
  readonly writes: Map<RepoPath, string>
  authored: readonly Location[]
  /** Hunks of the round's fixer writes. */
  hunks: readonly Hunk[]
  /** Paths in which the loop's landed writes stand. */
  changed: readonly RepoPath[]
  /** Every finding that was fixed, by id. */
  readonly fixed: Map<string, Finding>
  ledgerLength: number
  /** What is on record of the present state. */
  journal: Journal | null
  preseeded: boolean
  readonly notes: string[]
}

/** Returns the memory of a run that begins; `worktree` is given where the working tree itself is the subject. */
export function beginMemory(worktree: Snapshot | null): Memory {
  return {
    rounds: [], nextId: 1, worktree, preFix: null, after: null, baseline: null, writes: new Map(), authored: [], hunks: [], changed: [],
    fixed: new Map(), ledgerLength: 0, journal: null, preseeded: false, notes: [],
  }
}

/** Returns the facts of the present round. */
export function present(memory: Memory): RoundFacts {
  const round = memory.rounds.at(-1)
  if (round === undefined) throw new Error('no round is open')
  return round
}
