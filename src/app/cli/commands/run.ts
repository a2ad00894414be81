import { isClean, exitCode } from '../../../core/report/outcome.ts'
import { renderReport } from '../../../core/report/report.ts'
import { toJson } from '../../../core/report/views.ts'
import { EndOfRun } from '../../../core/model/fault.ts'
import type { RunAnswer } from '../../run/run.ts'
import { runByHand } from '../../run/run.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'
import { exitCodes, signalCode } from '../exit.ts'
import { progressLine } from '../progress-line.ts'
import { requestOf } from '../request.ts'
import { nextSteps, summaryLines } from '../verdict-text.ts'

/** Runs the loop over the working tree and the local commits; the report is the answer (GAR-176). */
export async function run(input: CommandInput): Promise<number> {
  const line = progressLine(input.io)
  const request = await requestOf(input, { prompt: input.args.join(' '), progress: line.tell })
  const options = { task: textOption(input, 'task') ?? null, base: textOption(input, 'base'), reportOnly: isSet(input, 'reportOnly') }
  const answer = await runByHand(request, options).finally(line.stop)
  return tell(input, answer)
}

function tell(input: CommandInput, answer: RunAnswer): number {
  const asJson = isSet(input, 'json')
  switch (answer.kind) {
    case 'declined':
      if (asJson) input.io.out(JSON.stringify({ kind: 'declined', reason: answer.reason }))
      input.io.note(`gar: declined: ${answer.reason}. Name a start with "gar run --base <ref>", or run "gar run --branch-policy any".`)
      return exitCodes.declined
    case 'nothing':
      if (asJson) input.io.out(JSON.stringify({ kind: 'nothing-to-review', text: answer.text }))
      else input.io.out(answer.text)
      return exitCodes.clean
    case 'done': return tellOutcome(input, answer, asJson)
  }
}

function tellOutcome(input: CommandInput, { outcome, ground, relay }: Extract<RunAnswer, { kind: 'done' }>, asJson: boolean): number {
  const { record } = outcome
  for (const note of ground.notes) input.io.note(`gar: ${note}`)
  input.io.out(asJson ? toJson(record) : renderReport(record))
  if (!asJson) input.io.progress([...summaryLines(record), ...nextSteps({ record, fixedPaths: outcome.fixedPaths, report: relay.report })].join('\n'))
  const reason: unknown = input.signal.reason
  if (record.stop === 'interrupted') return signalCode(reason instanceof EndOfRun ? reason.signal : undefined)
  return isClean(record.status) && record.stop === 'no-qualifying' ? exitCodes.clean : exitCode(record.stop, record.status)
}
