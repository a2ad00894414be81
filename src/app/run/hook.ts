import path from 'node:path'
import type { PrePush } from '../../core/hook/event.ts'
import { GarError } from '../../core/model/fault.ts'
import { parseOid } from '../../core/model/tree.ts'
import { lookAt } from '../../io/os/files.ts'
import { makeScratch } from '../../io/os/scratch.ts'
import { isKnownClean } from '../../io/verdicts/store.ts'
import type { Pending } from './commit-subject.ts'
import { pendingCommit } from './commit-subject.ts'
import type { Ground, Request } from './ground.ts'
import { openGround } from './ground.ts'
import type { CommitEvent, HookAnswer } from './hook-answer.ts'
import type { PendingPush } from './push-subject.ts'

export type { HookAnswer } from './hook-answer.ts'

// What is judged already is answered here; the review and all it needs is loaded when there is something to review.

/** Judges a commit in preparation (rulings 2.7). */
export async function judgeCommit(request: Request, event: CommitEvent): Promise<HookAnswer> {
  const ground = await openGround(request)
  const policy = await outsidePolicy(ground)
  if (policy !== null) return policy
  const own = await makeScratch(path.join(ground.context.gitDir, 'gar', 'subject'))
  try {
    const pending = await pendingCommit(ground.context, own.directory, request.env)
    const known = await knownAnswer(ground, pending)
    if (known !== null) return known
    const isHeld = await lookAt(path.join(ground.context.gitDir, 'gar', 'lock')) !== null
    const { reviewCommit } = await import('./hook-review.ts')
    return await reviewCommit(request, ground, { event, pendingNow: async (held) => {
      // Another run was waited for: what it and the user did meanwhile counts. Without one, the check at the end binds the verdict to what was read.
      if (!isHeld) return pending
      const now = await pendingCommit(ground.context, held.scratch, request.env)
      return await knownAnswer(ground, now) ?? now
    } })
  } finally {
    await own.remove()
  }
}

async function knownAnswer(ground: Ground, pending: Pending): Promise<HookAnswer | null> {
  if (pending.tree === pending.base) return { kind: 'passed', because: 'nothing-new' }
  return await isKnownClean(ground.context, { ...pending, salt: ground.salt }) ? { kind: 'passed', because: 'known-clean' } : null
}

/** Judges a push: every ref update in turn, the first that is not clean blocks (rulings 2.7). */
export async function judgePush(request: Request, given: { argv: readonly string[]; stdin: Uint8Array }): Promise<HookAnswer> {
  const [{ parsePrePush }, { pendingPush }] = await Promise.all([import('../../core/hook/event.ts'), import('./push-subject.ts')])
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
    if (isProof(last)) await provePush(request, ground, { update, pending })
  }
  return last
}

async function judgeTip(request: Request, ground: Ground, pending: PendingPush): Promise<HookAnswer> {
  const answer = await judgeRange(request, ground, pending)
  if (isBlock(answer)) return answer
  const { leaksOf } = await import('./history.ts')
  const leaks = await leaksOf(ground, request, pending)
  return leaks.length === 0 ? answer : { kind: 'leaked', leaks, subject: pending.name, base: pending.from }
}

function isBlock(answer: HookAnswer): boolean {
  return answer.kind === 'leaked' || (answer.kind === 'judged' && !answer.decision.allow)
}

async function judgeRange(request: Request, ground: Ground, pending: PendingPush): Promise<HookAnswer> {
  if (pending.tree === pending.base) return { kind: 'passed', because: 'nothing-new' }
  if (await isKnownClean(ground.context, { ...pending, salt: ground.salt }) || await areStepsClean(ground, pending)) return { kind: 'passed', because: 'known-clean' }
  const { reviewTip } = await import('./hook-review.ts')
  return reviewTip(request, ground, pending)
}

// A push whose every commit was found clean against its own parents is clean as a whole.
async function areStepsClean(ground: Ground, pending: PendingPush): Promise<boolean> {
  for (const step of pending.steps) {
    const isEmpty = step.tree === step.base
    if (!isEmpty && !await isKnownClean(ground.context, { ...step, salt: ground.salt })) return false
  }
  return true
}

// A warning let through is no proof, nor is a refusal of triage, which holds for one working tree.
function isProof(answer: HookAnswer): boolean {
  return answer.kind === 'passed' || (answer.kind === 'judged' && answer.decision.allow && answer.decision.because === 'clean')
}

// When the range grew from just what the remote's ref holds, the two ids say what was judged; which other remotes were known then does not matter.
async function provePush(request: Request, ground: Ground, { update, pending }: { update: PrePush['updates'][number]; pending: PendingPush }): Promise<void> {
  const [local, remote] = [parseOid(update.localOid), parseOid(update.remoteOid)]
  if (local === undefined || remote === undefined || pending.from !== remote || pending.published.length > 0) return
  const { prove } = await import('./prove.ts')
  await prove(request, ground, { kind: 'push', local, remote })
}

async function outsidePolicy(ground: Ground): Promise<HookAnswer | null> {
  if (ground.config.branchPolicy === 'any') return null
  const { orientRun } = await import('./orient.ts')
  const decided = await orientRun(ground.context, ground.config, false)
  return decided.kind === 'accepted' ? null : { kind: 'passed', because: 'policy', text: `not reviewed: ${decided.reason} (branchPolicy default-only)` }
}
