import type { Config, Player } from '../../core/config/config.ts'
import { GarError } from '../../core/model/fault.ts'
import type { GitContext } from '../../io/git/context.ts'
import { isTrusted, trust } from '../../io/verdicts/trust.ts'

const roles = ['reviewer', 'verifier', 'fixer'] as const
type Commands = readonly (readonly [role: string, player: Exclude<Player, 'engine'>])[]

/** Returns the commands that a configuration file names for roles; what the environment names is the user's own word. */
export function commandsOfFile(config: Config, origins: Readonly<Record<string, string>>): Commands {
  return roles.flatMap((role) => {
    const player = config[role]
    return player === 'engine' || origins[role]?.startsWith('GAR_') === true ? [] : [[role, player] as const]
  })
}

/** Refuses commands of a repository's file that the user has not allowed. Throws `GarError('untrusted')`. */
export async function assertTrusted(context: GitContext, commands: Commands): Promise<void> {
  if (commands.length === 0 || await isTrusted(context, commands)) return
  const named = commands.map(([role, player]) => `${role}: ${player.command.join(' ')}`).join('; ')
  throw new GarError('untrusted', `The configuration names commands that you have not allowed (${named}).`, { hint: 'If you want them to run here, run "gar trust".' })
}

/** Records that the user allows the commands the configuration names now. */
export async function allow(context: GitContext, commands: Commands): Promise<void> {
  await trust(context, commands)
}
