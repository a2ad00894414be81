import type { CommandInput } from '../command.ts'
import { isSet } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { loadCommands } from '../../run/trust.ts'

/** Allows the commands that the repository's configuration names for the roles, after printing them. */
export async function run(input: CommandInput): Promise<number> {
  const { commands, allow } = await loadCommands(input.cwd, input.env)
  if (commands.length === 0) {
    input.io.out('The configuration names no commands; the offline engine plays every role.')
    return exitCodes.clean
  }
  input.io.out(commands.map(([role, player]) => `${role.padEnd(10)}${JSON.stringify(player.command)}`).join('\n'))
  if (isSet(input, 'show')) return exitCodes.clean
  await allow()
  input.io.note('gar: these commands may now run in this repository, on this machine; a change of them asks again.')
  return exitCodes.clean
}
