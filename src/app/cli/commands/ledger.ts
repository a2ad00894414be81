import { runLedgerByHand } from '../../run/plumbing.ts'
import type { CommandInput } from '../command.ts'
import { textOption } from '../command.ts'
import { exitCodes } from '../exit.ts'

/** Runs a ledger's commands and prints each line's result; exit 0 when all pass, else 1 with the first failing line (rulings 2.4.6). */
export async function run(input: CommandInput): Promise<number> {
  const { text, failing } = await runLedgerByHand({ cwd: input.cwd, env: input.env, stem: textOption(input, 'stem') ?? 'default' }, input.signal)
  input.io.out(text)
  if (failing === undefined) return exitCodes.clean
  input.io.note(`first failing line: ${failing}`)
  return exitCodes.notClean
}
