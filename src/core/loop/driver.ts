import { EndOfRun, HelperError } from '../model/fault.ts'
import type { Stop } from '../model/stop.ts'
import type { At, Ports, State, Step } from './machine.ts'
import { fail, next } from './machine.ts'

/** Drives the loop from `state` to its stop; `journal` makes each state durable before its work begins, so that a killed run can be resumed or undone. */
export async function drive(state: State, ports: Ports, journal: (state: State) => Promise<void>): Promise<Stop> {
  let now = state
  while (now.at !== 'stopped') {
    await journal(now)
    now = await advance(now.at, now, ports).catch(afterFailure(now))
  }
  return now.stop
}

async function advance<K extends Step>(at: K, state: At<K>, ports: Ports): Promise<State> {
  return next[at](state, await ports[at](state))
}

function afterFailure(state: State): (error: unknown) => State {
  return (error) => {
    if (error instanceof HelperError) return fail(state, error.kind)
    if (error instanceof EndOfRun) return fail(state, error.stop)
    throw error
  }
}
