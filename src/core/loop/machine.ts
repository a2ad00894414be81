import type { Finding } from '../model/finding.ts'
import type { Hunk } from '../model/hunk.ts'
import type { HelperFailure, Stop } from '../model/stop.ts'
import type { Setback } from '../fix/port.ts'

/** One gate cycle (GAR-072). `before` says whether the preceding round met the self-written condition; `mode` review never writes. */
export type Round = {
  readonly n: number
  readonly cap: number
  readonly mode: 'fix' | 'review'
  readonly selfWritten: boolean
  readonly before: boolean
}
type Fixing = {
  readonly round: Round
  readonly approved: readonly Finding[]
  readonly spent: readonly Setback['by'][]
  readonly setback?: Setback
}
// What each state asks for ...
type Need = {
  open: { readonly round: Round }
  triage: { readonly round: Round; readonly qualifying: readonly Finding[] }
  snapshot: { readonly round: Round; readonly approved: readonly Finding[] }
  fix: Fixing
  ledger: Fixing
  audit: Fixing
  restore: { readonly round: Round; readonly then: At<'fix' | 'stopped'> }
  close: { readonly round: Round; readonly stop?: Stop }
  stopped: { readonly stop: Stop }
}
// ... and the facts that come back.
export type Learned = {
  open: { readonly decisions: number; readonly qualifying: readonly Finding[]; readonly selfWritten: boolean }
  triage: { readonly approved: readonly Finding[]; readonly crossesCharter: boolean }
  snapshot: { readonly foreignEdit: boolean }
  fix: { readonly foreignEdit: boolean }
  ledger: { readonly failing?: number }
  audit: { readonly unmapped: readonly Hunk[] }
  restore: { readonly foreignEdit: boolean }
  close: { readonly foreignEdit: boolean }
}
export type At<K extends keyof Need> = { [P in K]: { readonly at: P } & Need[P] }[K]
export type Step = keyof Learned
export type State = At<keyof Need>
/** The work behind each step; a port decides nothing about order. */
export type Ports = { readonly [K in Step]: (state: At<K>) => Promise<Learned[K]> }

/** Returns the state a run begins in. */
export function begin(cap: number, mode: Round['mode']): State {
  return { at: 'open', round: { n: 1, cap, mode, selfWritten: false, before: false } }
}

/** The loop: the only statement of the order of steps and of when a run stops (GAR-072 to GAR-099). */
export const next: { readonly [K in Step]: (state: At<K>, got: Learned[K]) => State } = {
  open: ({ round }, got) => {
    if (got.decisions > 0) return closing(round, 'decision-pending')
    if (got.qualifying.length === 0) return closing(round, 'no-qualifying')
    if (round.mode === 'review') return closing(round, 'report-only')
    return { at: 'triage', round: { ...round, selfWritten: got.selfWritten }, qualifying: got.qualifying }
  },
  triage: ({ round }, got) => {
    if (got.approved.length === 0) return closing(round, 'empty-approved')
    if (round.selfWritten && round.before) return closing(round, 'self-written')
    if (got.crossesCharter) return closing(round, 'charter-refused')
    return { at: 'snapshot', round, approved: got.approved }
  },
  snapshot: ({ round, approved }, got) => got.foreignEdit ? stopped('concurrent-modification') : { at: 'fix', round, approved, spent: [] },
  // On a foreign edit nothing is restored: what the user wrote survives.
  fix: (state, got) => got.foreignEdit ? stopped('concurrent-modification') : { ...state, at: 'ledger' },
  ledger: (state, got) => got.failing === undefined ? { ...state, at: 'audit' } : undo(state, { by: 'ledger', line: got.failing }),
  audit: (state, got) => got.unmapped.length === 0 ? closing(state.round) : undo(state, { by: 'audit', hunks: got.unmapped }),
  restore: ({ then }, got) => got.foreignEdit ? stopped('concurrent-modification') : then,
  // A subject that moved while it was reviewed is not what the findings are about.
  close: ({ round, stop }, got) => {
    if (got.foreignEdit) return stopped('concurrent-modification')
    if (stop !== undefined) return stopped(stop)
    if (round.n >= round.cap) return stopped('round-cap')
    return { at: 'open', round: { ...round, n: round.n + 1, before: round.selfWritten, selfWritten: false } }
  },
}

/** Returns where a run goes when a helper fails or time ends: through Restore once this round may have written (GAR-150). */
export function fail(state: State, stop: HelperFailure | 'interrupted' | 'time-budget'): State {
  return hasWrites(state) ? { at: 'restore', round: state.round, then: stopped(stop) } : stopped(stop)
}

/** Returns true while this round's writes may stand in the working tree without having been audited. */
export function hasWrites(state: State): state is At<'fix' | 'ledger' | 'audit' | 'close'> {
  return state.at === 'fix' || state.at === 'ledger' || state.at === 'audit' || (state.at === 'close' && state.stop === undefined)
}

function closing(round: Round, stop?: Stop): State {
  return { at: 'close', round, ...(stop !== undefined && { stop }) }
}

function stopped(stop: Stop): At<'stopped'> {
  return { at: 'stopped', stop }
}

// Each class of setback has one retry inside the round; its second time restores and stops (GAR-066, GAR-067, GAR-133, GAR-134).
function undo({ round, approved, spent }: Fixing, setback: Setback): State {
  const again: At<'fix' | 'stopped'> = spent.includes(setback.by)
    ? stopped(setback.by === 'ledger' ? 'ledger-failed-twice' : 'unmapped-twice')
    : { at: 'fix', round, approved, spent: [...spent, setback.by], setback }
  return { at: 'restore', round, then: again }
}
