import { displayPath } from '../../../core/model/path.ts'
import type { RestoreAnswer } from '../../run/restore.ts'
import { restoreByHand } from '../../run/restore.ts'
import type { CommandInput } from '../command.ts'
import { isSet } from '../command.ts'
import { exitCodes } from '../exit.ts'

/** Puts the files back as they were before a killed run wrote to them. */
export async function run(input: CommandInput): Promise<number> {
  const mode = isSet(input, 'keep') ? 'keep' : isSet(input, 'dryRun') ? 'dry-run' : 'restore'
  const answer = await restoreByHand({ cwd: input.cwd, env: input.env, mode })
  input.io.out(isSet(input, 'json') ? JSON.stringify(answer) : tell(answer))
  return exitCodes.clean
}

function tell(answer: RestoreAnswer): string {
  switch (answer.kind) {
    case 'nothing': return 'There is nothing to restore: no run was killed while it was fixing, or the files are as they were.'
    case 'kept': return 'The files stay as they are; the record of the interrupted run is closed.'
    case 'restored': return [...linesOf(answer), 'What the interrupted run wrote is undone.'].join('\n')
    case 'would-restore': return [...linesOf(answer), 'Nothing was changed; run "gar restore" to do it.'].join('\n')
  }
}

function linesOf({ written, removed, left }: Extract<RestoreAnswer, { kind: 'restored' | 'would-restore' }>): readonly string[] {
  return [...written.map((path) => `put back  ${displayPath(path)}`), ...removed.map((path) => `remove    ${displayPath(path)}`), ...left.map((path) => `left      ${displayPath(path)}  (edited since, not by gar)`)]
}
