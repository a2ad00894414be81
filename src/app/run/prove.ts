import type { Config } from '../../core/config/config.ts'
import { areSameRules } from '../../io/verdicts/fast-proof.ts'
import type { Proven } from '../../io/verdicts/fast.ts'
import { readRules, storeProof } from '../../io/verdicts/fast.ts'
import type { Ground, Request } from './ground.ts'
import { openGround } from './ground.ts'

/** Lets the hook's shell pass the same again. The rules are resolved once more, between two looks at their files: the proof must hold what the verdict was reached by. */
export async function prove(request: Request, ground: Ground, proven: Proven): Promise<void> {
  if (!isPlain(ground.config, request.env)) return
  const before = await readRules(ground.context)
  const { salt } = await openGround(request)
  const after = await readRules(ground.context)
  if (before === null || after === null || salt !== ground.salt || !areSameRules(before, after)) return
  const stored = await storeProof(ground.context, proven, { build: request.build, rules: after })
  if (stored === 'unwritable') request.progress('the next attempt will take a moment longer: .git/gar/fast cannot be written')
}

// Commands need the user's leave each time, and variables are not on record.
function isPlain(config: Config, env: Request['env']): boolean {
  const speaks = Object.keys(env).some((name) => /^GITHEAD_|^GAR_(?!(?:QUIET|DEBUG|HOOK|EXTRA_CA_CERTS)$)/.test(name))
  return !speaks && [config.reviewer, config.verifier, config.fixer].every((player) => player === 'engine')
}
