import { fence } from '../../core/evidence/fence.ts'
import { bounds } from './bounds.ts'
import { closeMark, maxBlock, openMark, unableMark } from './wire.ts'

/** Returns the section of a prompt that says how the answer has to look; the schema in it is the one the answer is checked against. */
export function outputContract(phase: string, schema: object): string {
  return [
    '## Output contract',
    'Nobody can answer a question while you work. Use git to read only. Print no password, token or key.',
    `End your answer with exactly one result block. Each mark is a line of its own, and between them stands one JSON object of the schema below and nothing else, at most ${maxBlock} characters:`,
    fence(`${openMark}\n{ "phase": "${phase}", ... }\n${closeMark}`),
    [
      'Give every field the schema requires, no field it does not name, and none twice. What is longer than its bound is refused whole; shorten it yourself.',
      `At most ${bounds.findings} findings. A rationale has ${bounds.rationale.min} to ${bounds.rationale.max} characters.`,
      'Text holds no control character but line ends and TABs, and a field of one line not even those.',
    ].join(' '),
    [
      `If you cannot do the work, end with the block { "phase": "${phase}", "status": "failure", "message": "why" }; the status is "blocked" when a person has to decide.`,
      `A complete block together with the line "${unableMark}", a TAB and the reason says the same.`,
      'Anything else that is not a complete block is taken as a broken answer, never as a clean one.',
    ].join(' '),
    `### Schema\n\n${fence(JSON.stringify(schema), 'json')}`,
  ].join('\n\n')
}
