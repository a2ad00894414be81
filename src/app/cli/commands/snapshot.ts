import { takeSnapshot } from '../../run/plumbing.ts'
import type { CommandInput } from '../command.ts'
import { textOption } from '../command.ts'
import { exitCodes } from '../exit.ts'

/** Puts the present state on record; exit 0, or 3 when it cannot be kept whole. */
export async function run(input: CommandInput): Promise<number> {
  const { relay, id, isBaseline } = await takeSnapshot({ cwd: input.cwd, env: input.env, stem: textOption(input, 'stem') ?? 'default' })
  input.io.out(`${id}\t${relay.stem}\t${isBaseline ? 'baseline written' : 'baseline kept'}`)
  return exitCodes.clean
}
