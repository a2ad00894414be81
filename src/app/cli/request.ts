import type { Request } from '../run/ground.ts'
import { buildId } from './build-id.ts'
import type { CommandInput } from './command.ts'
import { configFlags } from './command.ts'

/** Returns what a run needs of the command line. */
export async function requestOf(input: CommandInput, more: { prompt: string; progress: (text: string) => void }): Promise<Request> {
  return { cwd: input.cwd, env: input.env, flags: configFlags(input), build: await buildId(), nodePath: process.execPath, signal: input.signal, ...more }
}
