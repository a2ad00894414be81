import { randomUUID } from 'node:crypto'
import { HelperError } from '../../core/model/fault.ts'
import type { Relay } from '../../io/relay/layout.ts'
import { initRelay } from '../../io/relay/init.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import type { Ground, Held, Request } from './ground.ts'
import { runLoop } from './loop.ts'
import type { Outcome } from './record.ts'
import { failedOutcome } from './record.ts'
import { openRoles } from './roles.ts'
import type { Session } from './session.ts'
import type { Subject } from './subject.ts'

export type Start = {
  readonly ground: Ground
  readonly held: Held
  readonly request: Request
  readonly event: Session['event']
  readonly subject: Subject
  readonly relay: Relay
  readonly cap: number
  readonly task: string | null
  readonly worktree: Snapshot | null
}

/** Creates the relay and runs the loop over a subject; a relay that cannot be made is an outcome that wrote nothing (GAR-152). */
export async function startRun({ ground, held, request, ...given }: Start): Promise<Outcome> {
  const run = randomUUID()
  try {
    await initRelay(ground.context, given.relay)
  } catch (error) {
    if (error instanceof HelperError) return failedOutcome({ run, stem: given.relay.stem, subject: given.subject }, error)
    throw error
  }
  const isHook = given.event !== 'run'
  const session: Session = {
    run, event: given.event, context: ground.context, config: ground.config, roles: await openRoles(ground, held, { request, relay: given.relay }),
    relay: given.relay, store: held.store, scratch: held.scratch, subject: given.subject, task: given.task, answers: ground.answers,
    honoursPreseed: !isHook || request.env['GAR_ALLOW_PRESEED'] === '1', childEnv: ground.childEnv, signal: request.signal, progress: request.progress,
  }
  return runLoop(session, { cap: given.cap, worktree: given.worktree })
}
