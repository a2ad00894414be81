import { GarError } from '../../../core/model/fault.ts'
import { displayPath } from '../../../core/model/path.ts'
import { restoreSnapshot } from '../../run/plumbing.ts'
import type { RestoreAnswer } from '../../run/restore.ts'
import { restoreByHand } from '../../run/restore.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'
import { exitCodes } from '../exit.ts'

/** Puts the files back: as a snapshot taken by hand has them, or else as they were before a killed run; exit 0, or 3 when that cannot be done. */
export async function run(input: CommandInput): Promise<number> {
  if (isSet(input, 'snapshot')) return goBack(input)
  if (textOption(input, 'stem') !== undefined) throw new GarError('usage', '--stem names the run of a snapshot; it goes with --snapshot.', { hint: 'Run "gar restore --snapshot --stem <name>".' })
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

async function goBack(input: CommandInput): Promise<number> {
  if (isSet(input, 'keep')) throw new GarError('usage', '--keep is about a killed run, --snapshot about a snapshot.', { hint: 'Leave out one of them.' })
  const done = await restoreSnapshot({ cwd: input.cwd, env: input.env, stem: textOption(input, 'stem') ?? 'default' }, isSet(input, 'dryRun'))
  if (isSet(input, 'json')) {
    input.io.out(JSON.stringify(done))
    return exitCodes.clean
  }
  const paths = [...done.written.map((path) => `put back  ${displayPath(path)}`), ...done.removed.map((path) => `remove    ${displayPath(path)}`)]
  input.io.out([...paths, done.isDone ? 'The files are as the snapshot has them. What was written over is kept in the git directory.' : 'Nothing was changed; run "gar restore --snapshot" to do it.'].join('\n'))
  return exitCodes.clean
}
