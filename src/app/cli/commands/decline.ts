import { GarError } from '../../../core/model/fault.ts'
import { displayPath } from '../../../core/model/path.ts'
import type { Answer } from '../../../core/target/answers.ts'
import { declineFinding, listAnswers, removeAnswers } from '../../run/answers.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'
import { exitCodes } from '../exit.ts'

/** Records that a finding is declined, lists what is declined, or takes a decline back. */
export async function run(input: CommandInput): Promise<number> {
  const { cwd, env, args: [id, ...more] } = input
  const place = { cwd, env, stem: textOption(input, 'stem') ?? 'default' }
  const remove = textOption(input, 'remove')
  if (more.length > 0 || [id !== undefined, isSet(input, 'list'), remove !== undefined].filter(Boolean).length !== 1) {
    throw new GarError('usage', 'Give one finding with --reason, or --list, or --remove.', { hint: 'For example: gar decline F001 --reason "a test key".' })
  }
  if (id !== undefined) {
    const declined = await declineFinding(place, { id, reason: textOption(input, 'reason') ?? '', at: new Date().toISOString() })
    return tell(input, declined, [...declined.slice(0, 1).map((one) => `${id} is declined: ${lineOf(one)}`), 'It is listed and does not block until the code around it changes.'])
  }
  if (remove !== undefined) {
    const removed = await removeAnswers(place, { kind: 'decline', key: remove })
    return tell(input, removed, removed.map((one) => `no longer declined: ${lineOf(one)}`))
  }
  const all = await listAnswers(place, 'decline')
  return tell(input, all, all.length === 0 ? ['Nothing is declined.'] : all.map(lineOf))
}

function tell(input: CommandInput, answers: readonly Answer[], lines: readonly string[]): number {
  input.io.out(isSet(input, 'json') ? JSON.stringify(answers) : lines.join('\n'))
  return exitCodes.clean
}

function lineOf(answer: Answer): string {
  if (answer.kind !== 'decline') throw new Error('a decision is no decline')
  const { fingerprint, path, title, reason, at } = answer
  return `${fingerprint}  ${displayPath(path)}  ${title}  (${at.slice(0, 10)}: ${reason})`
}
