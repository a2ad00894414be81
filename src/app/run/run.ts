import { randomUUID } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Orientation } from '../../core/target/orient.ts'
import { HelperError } from '../../core/model/fault.ts'
import type { GitContext } from '../../io/git/context.ts'
import type { Relay } from '../../io/relay/layout.ts'
import { relayAt, relayName, stemOf } from '../../io/relay/layout.ts'
import { capture } from '../../io/snapshot/capture.ts'
import { storeClean } from '../../io/verdicts/store.ts'
import type { Ground, Held, Request } from './ground.ts'
import { holding, openGround } from './ground.ts'
import { laneBase, orientRun } from './orient.ts'
import type { Outcome } from './record.ts'
import { failedOutcome } from './record.ts'
import { startRun } from './start.ts'
import { openWorktree } from './worktree-subject.ts'

export type RunOptions = { readonly task: string | null; readonly base: string | undefined; readonly reportOnly: boolean }

/** What a run by hand came to. */
export type RunAnswer =
  | { readonly kind: 'done'; readonly outcome: Outcome; readonly ground: Ground; readonly relay: Relay }
  | { readonly kind: 'nothing'; readonly ground: Ground; readonly text: string }
  | { readonly kind: 'declined'; readonly reason: string }

/** Reviews the working tree and the local commits, and fixes what qualifies (GAR-001). Declines before any call or write when the branch is no target (GAR-171). */
export async function runByHand(request: Request, options: RunOptions): Promise<RunAnswer> {
  const ground = await openGround(request)
  const oriented = await orientRun(ground.context, ground.config, true)
  if (oriented.kind !== 'accepted') return { kind: 'declined', reason: oriented.reason }
  try {
    const task = await readTask(ground.context, options.task)
    const relay = relayAt(ground.context.top, task.stem)
    return await holding(ground, { event: 'run', patience: 0 }, (held) => review({ ground, held, request, options, oriented, relay, task: task.text }))
  } catch (error) {
    if (!(error instanceof HelperError)) throw error
    const relay = relayAt(ground.context.top, 'default')
    return { kind: 'done', outcome: failedOutcome({ run: randomUUID(), stem: relay.stem, subject: null }, error), ground, relay }
  }
}

type Work = {
  readonly ground: Ground
  readonly held: Held
  readonly request: Request
  readonly options: RunOptions
  readonly oriented: Extract<Orientation, { kind: 'accepted' }>
  readonly relay: Relay
  readonly task: string | null
}

async function review({ ground, held, request, options, oriented, relay, task }: Work): Promise<RunAnswer> {
  const { context, config } = ground
  const base = await laneBase(context, options.base, oriented.base)
  const worktree = await capture(context, held.store, { also: [], exclude: [relayName] })
  const subject = await openWorktree(context, held.scratch, { base, mode: options.reportOnly ? 'review' : 'fix', worktree })
  const change = await subject.change([], worktree)
  if (change.files.length === 0) {
    // The only work there may be cannot be reached; that is not "nothing" (RUC-021).
    if (subject.coverage.kind === 'partial') return { kind: 'declined', reason: 'there is no uncommitted change, and local commits cannot be counted without an upstream or a default branch' }
    return { kind: 'nothing', ground, text: 'There is nothing to review: no uncommitted change and no local commit.' }
  }
  const outcome = await startRun({ ground, held, request, event: 'run', subject, relay, cap: config.roundCap, task, worktree })
  if (outcome.cleanTree !== null) await storeClean(context, { salt: ground.salt, base: change.base, published: [], tree: outcome.cleanTree })
  return { kind: 'done', outcome, ground, relay }
}

const largestTask = 1024 * 1024

/** Returns the run stem of a task file and what its text says; a task that does not resolve stops the run before anything is created (GAR-013 to GAR-015). */
export async function readTask({ top }: Pick<GitContext, 'top'>, given: string | null): Promise<{ stem: string; text: string | null }> {
  const stem = stemOf(given)
  if (stem === undefined) throw new HelperError('helper-script', `The task file name ${given ?? ''} gives no run name; use letters, digits, dots, dashes.`)
  if (given === null) return { stem, text: null }
  const file = path.resolve(top, given)
  const found = await lstat(file).catch(() => null)
  if (found === null || !found.isFile() || found.size > largestTask) {
    throw new HelperError('helper-script', `The task path ${given} is no readable regular file${found?.isFile() === true ? ' of at most 1 MiB' : ''}; a relative path counts from ${top}.`)
  }
  const text = await readFile(file, 'utf8').catch((cause: unknown) => { throw new HelperError('helper-script', `The task file ${given} cannot be read.`, { cause }) })
  return { stem, text: sections(text) }
}

/** Returns the `## Goal` and `## Acceptance` sections of a task file (GAR-049). */
function sections(text: string): string {
  return text.split(/^(?=## )/m).filter((section) => /^## (?:Goal|Acceptance)\b/.test(section)).join('\n').trim()
}
