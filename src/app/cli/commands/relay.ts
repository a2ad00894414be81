import path from 'node:path'
import { GarError } from '../../../core/model/fault.ts'
import { makeRelay } from '../../run/plumbing.ts'
import type { CommandInput } from '../command.ts'
import { textOption } from '../command.ts'
import { exitCodes } from '../exit.ts'

/** Creates and clears a run's relay, and prints where it is; exit 0, or 3 when it cannot be used. */
export async function run(input: CommandInput): Promise<number> {
  const [stem, task] = [textOption(input, 'stem'), textOption(input, 'task')]
  if (stem !== undefined && task !== undefined) throw new GarError('usage', 'A run is named by --stem or by --task, not by both.', { hint: 'Leave out one of them.' })
  const relay = await makeRelay({ cwd: input.cwd, env: input.env, stem: stem ?? 'default' }, task ?? null)
  input.io.out(path.relative(path.dirname(relay.root), relay.directory))
  return exitCodes.clean
}
