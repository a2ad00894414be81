import { resolveConfig } from '../../core/config/resolve.ts'
import { openContext } from '../../io/git/context.ts'
import { loadConfig } from './config.ts'
import { allow, commandsOfFile } from './players.ts'

/** Returns the commands a repository's configuration names, and the act of allowing them. */
export async function loadCommands(cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<{ commands: ReturnType<typeof commandsOfFile>; allow: () => Promise<void> }> {
  const context = await openContext(cwd, env)
  const { config, origins } = resolveConfig({ file: await loadConfig(context.top), env: {}, flags: {} })
  const commands = commandsOfFile(config, origins)
  return { commands, allow: () => allow(context, commands) }
}
