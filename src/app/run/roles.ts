import type { Config, Player } from '../../core/config/config.ts'
import type { Audit } from '../../core/audit/port.ts'
import type { Fixer } from '../../core/fix/port.ts'
import type { Gate } from '../../core/gate/port.ts'
import type { Triage } from '../../core/triage/port.ts'
import type { Unaccepted } from '../../io/agents/consult.ts'
import type { Relay } from '../../io/relay/layout.ts'
import type { Ground, Held, Request } from './ground.ts'
import { appendPair, writeRecord } from './records.ts'

/** The helpers of a run, by role. */
export type Roles = {
  readonly gate: Gate
  readonly verifier: Triage & Audit
  readonly fixer: Fixer
  /** Which roles are processes of their own: their word on what they touched is checked against the tree (ruling C13). */
  readonly outside: { readonly gate: boolean; readonly verifier: boolean; readonly fixer: boolean }
}
type All = Gate & Triage & Fixer & Audit

/** Returns the helpers the configuration names. Each kind is loaded only now, when there is something to review. */
export async function openRoles(ground: Ground, held: Held, given: { request: Request; relay: Relay }): Promise<Roles> {
  const { request, relay } = given
  const { reviewer, verifier, fixer } = ground.config
  const engine = once(() => openEngine(ground, held, request))
  const play = (player: Player): Promise<All> => (player === 'engine' ? engine() : openAgent(ground, held, { player, env: request.env, unaccepted: (answer) => recordUnaccepted(relay, answer) }))
  return {
    gate: await play(reviewer), verifier: await play(verifier), fixer: await play(fixer),
    outside: { gate: reviewer !== 'engine', verifier: verifier !== 'engine', fixer: fixer !== 'engine' },
  }
}

/** Returns true when the offline engine plays every role. */
export function isAllEngine({ reviewer, verifier, fixer }: Config): boolean {
  return reviewer === 'engine' && verifier === 'engine' && fixer === 'engine'
}

async function openEngine(ground: Ground, held: Held, request: Request): Promise<All> {
  const { createEngine } = await import('../../io/engine/engine.ts')
  return createEngine({
    scratch: held.scratch, nodePath: request.nodePath, env: ground.childEnv, ignore: ground.ignore, maxFileBytes: ground.config.engine.maxFileKb * 1000,
  })
}

type Agent = { readonly player: Exclude<Player, 'engine'>; readonly env: Request['env']; readonly unaccepted: (answer: Unaccepted) => Promise<void> }

async function openAgent(ground: Ground, held: Held, { player, env, unaccepted }: Agent): Promise<All> {
  const [{ createCommandBackend }, { createAgentRoles }, { passThrough }] = await Promise.all([
    import('../../io/agents/command.ts'), import('../../io/agents/roles.ts'), import('../../io/agents/environment.ts'),
  ])
  const backend = createCommandBackend({
    argv: player.command, env: { ...ground.childEnv, ...passThrough(env, player.env ?? []) }, ...(player.writing !== undefined && { writingArgv: player.writing }),
  })
  const limit = player.timeoutSeconds === undefined ? undefined : player.timeoutSeconds * 1000
  return createAgentRoles(backend, {
    root: ground.context.top, scratch: held.scratch, unaccepted, ...(limit !== undefined && { deadlines: { gate: limit, triage: limit, fix: limit, audit: limit } }),
  })
}

// An answer that was refused is evidence too; it stands where the accepted one would.
async function recordUnaccepted(relay: Relay, { role, round, prompt, text, reason }: Unaccepted): Promise<void> {
  if (role === 'gate') return writeRecord(relay.gate(round), text)
  const file = role === 'fix' ? relay.fixer(round) : relay.verifier(round)
  await appendPair(file, `${role === 'audit' ? 'delta' : role}, refused (${reason.split('\n')[0] ?? ''})`, { prompt, text })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
