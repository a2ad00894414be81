import type { Status, Stop } from '../model/stop.ts'
import { isHelperFailure } from '../model/stop.ts'
import { isClean } from '../report/outcome.ts'

export type HookFacts = {
  readonly status: Status
  readonly stop: Stop
  /** How many findings of the subject block. */
  readonly blocking: number
  readonly pending: number
  /** Tree the operation publishes, read again after the run. */
  readonly subjectTree: string
  /** Tree the last clean gate saw; null when no gate was clean. */
  readonly cleanTree: string | null
  readonly onError: 'block' | 'warn'
  /** True when triage refused every qualifying finding as not real. */
  readonly allNotReal: boolean
}
/** Why an operation is blocked: what stands in it, or the stop of a run that did not end clean. */
export type Refusal = 'blocking-findings' | 'pending' | 'tree-differs' | Stop
export type HookDecision =
  | { readonly allow: true; readonly because: 'clean' | 'nothing-to-review' | 'refuted' | 'warned' }
  | { readonly allow: false; readonly reason: Refusal }

/** Returns whether the operation may go on (rulings 2.6, 2.7): only a clean verdict on exactly the tree it publishes lets it pass. */
export function decideHook(facts: HookFacts): HookDecision {
  const { stop, subjectTree, cleanTree } = facts
  if (facts.blocking > 0) return { allow: false, reason: 'blocking-findings' }
  if (facts.pending > 0) return { allow: false, reason: isGood(facts) ? 'pending' : stop }
  // A warning stands in for an answer that did not come, never for findings that did.
  if (facts.onError === 'warn' && isUnanswered(stop)) return { allow: true, because: 'warned' }
  if (!isGood(facts)) return { allow: false, reason: stop }
  if (stop === 'nothing-to-review') return { allow: true, because: stop }
  if (cleanTree !== subjectTree) return { allow: false, reason: 'tree-differs' }
  return { allow: true, because: stop === 'empty-approved' ? 'refuted' : 'clean' }
}

function isGood({ stop, status, allNotReal }: HookFacts): boolean {
  return isClean(status) && (stop === 'no-qualifying' || stop === 'nothing-to-review' || (stop === 'empty-approved' && allNotReal))
}

function isUnanswered(stop: Stop): boolean {
  return isHelperFailure(stop) || stop === 'time-budget'
}
