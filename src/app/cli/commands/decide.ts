import { GarError } from '../../../core/model/fault.ts'
import type { Answer } from '../../../core/target/answers.ts'
import { answerDecision, listAnswers, removeAnswers } from '../../run/answers.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'
import { exitCodes } from '../exit.ts'

/** Records the answer to a pending decision, lists the answers, or takes one back. */
export async function run(input: CommandInput): Promise<number> {
  const { cwd, env, args: [id, ...words] } = input
  const place = { cwd, env, stem: textOption(input, 'stem') ?? 'default' }
  const remove = textOption(input, 'remove')
  if ([id !== undefined, isSet(input, 'list'), remove !== undefined].filter(Boolean).length !== 1) {
    throw new GarError('usage', 'Give one decision and its option, or --list, or --remove.', { hint: 'For example: gar decide D1 A.' })
  }
  if (id !== undefined) {
    const decided = await answerDecision(place, { id, option: words.join(' '), at: new Date().toISOString() })
    return tell(input, [decided], [`${id} is answered: ${lineOf(decided)}`, 'The next run applies it while the code it is about stays as it is.'])
  }
  if (remove !== undefined) {
    const removed = await removeAnswers(place, { kind: 'decision', key: remove })
    return tell(input, removed, removed.map((one) => `no longer answered: ${lineOf(one)}`))
  }
  const all = await listAnswers(place, 'decision')
  return tell(input, all, all.length === 0 ? ['Nothing is decided.'] : all.map(lineOf))
}

function tell(input: CommandInput, answers: readonly Answer[], lines: readonly string[]): number {
  input.io.out(isSet(input, 'json') ? JSON.stringify(answers) : lines.join('\n'))
  return exitCodes.clean
}

function lineOf(answer: Answer): string {
  if (answer.kind !== 'decision') throw new Error('a decline is no decision')
  const { fingerprints, title, option, at } = answer
  return `${fingerprints.join(' ')}  ${title}: ${option}  (${at.slice(0, 10)})`
}
