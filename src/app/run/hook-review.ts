import { decideHook } from '../../core/hook/decision.ts'
import { EndOfRun } from '../../core/model/fault.ts'
import type { Oid } from '../../core/model/tree.ts'
import { countPending } from '../../core/report/outcome.ts'
import { relayAt } from '../../io/relay/layout.ts'
import type { VerdictKey } from '../../io/verdicts/store.ts'
import { storeClean } from '../../io/verdicts/store.ts'
import type { Pending } from './commit-subject.ts'
import type { Ground, Held, Request } from './ground.ts'
import { holding } from './ground.ts'
import type { CommitEvent, HookAnswer } from './hook-answer.ts'
import { prove } from './prove.ts'
import type { PendingPush } from './push-subject.ts'
import type { Outcome } from './record.ts'
import { startRun } from './start.ts'
import type { Start } from './start.ts'

type Judged = Pick<VerdictKey, 'base' | 'published' | 'tree'>

// A living run in the same work tree is waited for this long; longer would look like a hang.
const patience = 5_000

/** Reviews a commit in preparation under the lock; `pendingNow` says what it is by then, or how it is answered without a review. */
export async function reviewCommit(request: Request, ground: Ground, given: { event: CommitEvent; pendingNow: (held: Held) => Promise<Pending | HookAnswer> }): Promise<HookAnswer> {
  const { event } = given
  return holding(ground, { event, patience }, async (held) => {
    const pending = await given.pendingNow(held)
    if ('kind' in pending) return pending
    const subject = await pending.open()
    if (subject.mode === 'review' && (await subject.change([], null)).files.length === 0) return { kind: 'passed', because: 'nothing-new' }
    const outcome = await review({ request, ground, held, event, subject })
    const isPlain = event === 'pre-commit' && subject.mode === 'fix' && pending.published.length === 0
    if (isPlain && subject.head !== null && outcome.cleanTree !== null) await prove(request, ground, { kind: 'commit', head: subject.head, tree: outcome.cleanTree })
    return answer(ground, { outcome, judged: pending, subject: 'the commit' })
  })
}

/** Reviews a pushed tip against what is published. */
export async function reviewTip(request: Request, ground: Ground, pending: PendingPush): Promise<HookAnswer> {
  return holding(ground, { event: 'pre-push', patience }, async (held) => {
    const outcome = await review({ request, ground, held, event: 'pre-push', subject: await pending.open(held.scratch) })
    return answer(ground, { outcome, judged: pending, subject: pending.name })
  })
}

function review(given: Pick<Start, 'request' | 'ground' | 'held' | 'event' | 'subject'>): Promise<Outcome> {
  const { ground, request } = given
  return startRun({ ...given, request: withBudget(ground, request), relay: relayAt(ground.context.top, 'default'), cap: ground.config.hooks.roundCap, task: null, worktree: null })
}

async function answer(ground: Ground, { outcome, judged, subject }: { outcome: Outcome; judged: Judged; subject: string }): Promise<HookAnswer> {
  // The gate read exactly this tree's blobs, so the verdict holds for whatever operation publishes it (rulings 1.1).
  if (outcome.cleanTree !== null) await storeClean(ground.context, { salt: ground.salt, base: judged.base, published: judged.published, tree: outcome.cleanTree })
  const { record } = outcome
  const decision = decideHook({
    status: record.status, stop: record.stop, blocking: record.findings.filter((finding) => finding.blocking).length, pending: countPending(record),
    subjectTree: judged.tree, cleanTree: cleanTreeOf(outcome, judged.tree), onError: ground.config.hooks.onError, allNotReal: outcome.allNotReal,
  })
  return { kind: 'judged', decision, outcome, subject, ground }
}

function cleanTreeOf(outcome: Outcome, subject: Oid): Oid | null {
  return outcome.allNotReal && outcome.fixedPaths.length === 0 ? subject : outcome.cleanTree
}

function withBudget(ground: Ground, request: Request): Request {
  const budget = new AbortController()
  setTimeout(() => { budget.abort(new EndOfRun('time-budget')) }, ground.config.hooks.budgetSeconds * 1000).unref()
  return { ...request, signal: AbortSignal.any([request.signal, budget.signal]) }
}
