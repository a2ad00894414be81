import { decideHook } from '../../core/hook/decision.ts'
import type { HookDecision } from '../../core/hook/decision.ts'
import { parsePrePush } from '../../core/hook/event.ts'
import { EndOfRun, GarError } from '../../core/model/fault.ts'
import { countPending } from '../../core/report/outcome.ts'
import type { Oid } from '../../core/model/tree.ts'
import { relayAt } from '../../io/relay/layout.ts'
import type { VerdictKey } from '../../io/verdicts/store.ts'
import { isKnownClean, storeClean } from '../../io/verdicts/store.ts'
import { pendingCommit } from './commit-subject.ts'
import type { Ground, Request } from './ground.ts'
import { holding, openGround } from './ground.ts'
import type { Leak } from './history.ts'
import { leaksOf } from './history.ts'
import { orientRun } from './orient.ts'
import type { PendingPush } from './push-subject.ts'
import { pendingPush } from './push-subject.ts'
import type { Outcome } from './record.ts'
import { makeScratch } from '../../io/os/scratch.ts'
import { startRun } from './start.ts'
import path from 'node:path'

/** What a hook says to git: pass or block, and what there is to tell. */
export type HookAnswer =
  | { readonly kind: 'passed'; readonly because: 'nothing-new' | 'known-clean' | 'policy'; readonly text?: string }
  | { readonly kind: 'leaked'; readonly leaks: readonly Leak[]; readonly subject: string; readonly base: Oid | null }
  | { readonly kind: 'judged'; readonly decision: HookDecision; readonly outcome: Outcome; readonly subject: string; readonly ground: Ground }

type Event = 'pre-commit' | 'pre-merge-commit'
type Judged = Pick<VerdictKey, 'base' | 'published' | 'tree'>

// A living run in the same work tree is waited for this long; longer would look like a hang.
const patience = 5_000

/** Judges a commit in preparation (rulings 2.7). */
export async function judgeCommit(request: Request, event: Event): Promise<HookAnswer> {
  const ground = await openGround(request)
  const policy = await outsidePolicy(ground)
  if (policy !== null) return policy
  const quick = await makeScratch(path.join(ground.context.gitDir, 'gar'))
  try {
    const pending = await pendingCommit(ground.context, quick.directory, request.env)
    if (pending.tree === pending.base) return { kind: 'passed', because: 'nothing-new' }
    if (await isKnownClean(ground.context, { ...pending, salt: ground.salt })) return { kind: 'passed', because: 'known-clean' }
  } finally {
    await quick.remove()
  }
  return holding(ground, { event, patience }, async (held) => {
    // Read again under the lock: what waited for another run must not judge what stood before it.
    const pending = await pendingCommit(ground.context, held.scratch, request.env)
    const subject = await pending.open()
    if (subject.mode === 'review' && (await subject.change([], null)).files.length === 0) return { kind: 'passed', because: 'nothing-new' }
    const outcome = await startRun({
      ground, held, request: withBudget(ground, request), event, subject, relay: relayAt(ground.context.top, 'default'),
      cap: ground.config.hooks.roundCap, task: null, worktree: null,
    })
    return answer(ground, { outcome, judged: pending, subject: 'the commit' })
  })
}

/** Judges a push: every ref update in turn, the first that is not clean blocks (rulings 2.7). */
export async function judgePush(request: Request, given: { argv: readonly string[]; stdin: Uint8Array }): Promise<HookAnswer> {
  const parsed = parsePrePush(given.stdin, given.argv)
  if (!parsed.ok) throw new GarError('usage', `${parsed.reason}.`, { hint: 'Let git call this hook: run "git push".' })
  const ground = await openGround(request)
  const policy = await outsidePolicy(ground)
  if (policy !== null) return policy
  const seen = new Set<string>()
  let last: HookAnswer = { kind: 'passed', because: 'nothing-new' }
  for (const update of parsed.push.updates) {
    const pending = await pendingPush(ground.context, update)
    if (pending === null || seen.has(`${pending.base ?? ''} ${pending.tree}`)) continue
    seen.add(`${pending.base ?? ''} ${pending.tree}`)
    last = await judgeTip(request, ground, pending)
    if (isBlock(last)) return last
  }
  return last
}

async function judgeTip(request: Request, ground: Ground, pending: PendingPush): Promise<HookAnswer> {
  const answer = await judgeRange(request, ground, pending)
  if (isBlock(answer)) return answer
  const leaks = await leaksOf(ground, request, pending)
  return leaks.length === 0 ? answer : { kind: 'leaked', leaks, subject: pending.name, base: pending.from }
}

function isBlock(answer: HookAnswer): boolean {
  return answer.kind === 'leaked' || (answer.kind === 'judged' && !answer.decision.allow)
}

async function judgeRange(request: Request, ground: Ground, pending: PendingPush): Promise<HookAnswer> {
  if (pending.tree === pending.base) return { kind: 'passed', because: 'nothing-new' }
  if (await isKnownClean(ground.context, { ...pending, salt: ground.salt }) || await areStepsClean(ground, pending)) return { kind: 'passed', because: 'known-clean' }
  return holding(ground, { event: 'pre-push', patience }, async (held) => {
    const outcome = await startRun({
      ground, held, request: withBudget(ground, request), event: 'pre-push', subject: await pending.open(held.scratch),
      relay: relayAt(ground.context.top, 'default'), cap: ground.config.hooks.roundCap, task: null, worktree: null,
    })
    return answer(ground, { outcome, judged: pending, subject: pending.name })
  })
}

// A push whose every commit was found clean against its own parents is clean as a whole.
async function areStepsClean(ground: Ground, pending: PendingPush): Promise<boolean> {
  for (const step of pending.steps) {
    const isEmpty = step.tree === step.base
    if (!isEmpty && !await isKnownClean(ground.context, { ...step, salt: ground.salt })) return false
  }
  return true
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

async function outsidePolicy(ground: Ground): Promise<HookAnswer | null> {
  if (ground.config.branchPolicy === 'any') return null
  const decided = await orientRun(ground.context, ground.config, false)
  return decided.kind === 'accepted' ? null : { kind: 'passed', because: 'policy', text: `not reviewed: ${decided.reason} (branchPolicy default-only)` }
}

function withBudget(ground: Ground, request: Request): Request {
  const budget = new AbortController()
  setTimeout(() => { budget.abort(new EndOfRun('time-budget')) }, ground.config.hooks.budgetSeconds * 1000).unref()
  return { ...request, signal: AbortSignal.any([request.signal, budget.signal]) }
}
