import type { Ground, Held, Request } from './ground.ts'
import type { Roles } from './session.ts'

/** Returns the helpers of a run: the offline engine in every role. It is loaded only now, when there is something to review. */
export async function openRoles(ground: Ground, held: Held, request: Request): Promise<Roles> {
  const { createEngine } = await import('../../io/engine/engine.ts')
  const engine = createEngine({
    scratch: held.scratch, nodePath: request.nodePath, env: ground.childEnv, ignore: ground.ignore, maxFileBytes: ground.config.engine.maxFileKb * 1000,
  })
  return { gate: engine, verifier: engine, fixer: engine }
}
