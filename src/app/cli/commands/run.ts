import { EndOfRun } from '../../../core/model/fault.ts'
import { emptyRecord, exitCode, isClean } from '../../../core/report/outcome.ts'
import { roundLines, statusLine } from '../../../core/report/status.ts'
import type { Seen } from '../../../core/target/answers.ts'
import { relayAt } from '../../../io/relay/layout.ts'
import { readFindings, readTrees } from '../../run/report-view.ts'
import type { RunAnswer } from '../../run/run.ts'
import { runByHand } from '../../run/run.ts'
import { saveReport } from '../../run/save-report.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'
import { exitCodes, signalCode } from '../exit.ts'
import { progressLine } from '../progress-line.ts'
import type { Format } from '../report-format.ts'
import { formatOf, renderAs } from '../report-format.ts'
import { requestOf } from '../request.ts'
import { quotePaths } from '../verdict-text.ts'

type Done = Extract<RunAnswer, { kind: 'done' }>

/** Runs the loop over the working tree and the local commits; the report is the answer (GAR-176). */
export async function run(input: CommandInput): Promise<number> {
  const format = formatOf(input)
  const line = progressLine(input.io)
  const request = await requestOf(input, { prompt: input.args.join(' '), progress: line.tell })
  const options = { task: textOption(input, 'task') ?? null, base: textOption(input, 'base'), reportOnly: isSet(input, 'reportOnly') }
  const answer = await runByHand(request, options).finally(line.stop)
  switch (answer.kind) {
    case 'declined': return tellDeclined(input, format, answer.reason)
    case 'nothing': return tellNothing(input, format, answer)
    case 'done': return tellOutcome(input, format, answer)
  }
}

function tellDeclined(input: CommandInput, format: Format, reason: string): number {
  if (format === 'json') input.io.out(JSON.stringify({ kind: 'declined', reason }))
  input.io.note(`gar: declined: ${reason}. Name a start with "gar run --base <ref>", or run "gar run --branch-policy any".`)
  return exitCodes.declined
}

async function tellNothing(input: CommandInput, format: Format, { ground: { context }, text }: Extract<RunAnswer, { kind: 'nothing' }>): Promise<number> {
  if (format === 'json') input.io.out(JSON.stringify({ kind: 'nothing-to-review', text }))
  else if (format === 'raw' || format === 'text') input.io.out(text)
  // What reads a file of these formats needs one that is well formed.
  else input.io.out(await renderAs(format, { record: emptyRecord(text), journal: [], context, relay: relayAt(context.top, 'default'), closes: false }, input.io))
  return exitCodes.clean
}

async function tellOutcome(input: CommandInput, format: Format, { outcome, ground, relay }: Done): Promise<number> {
  const { record } = outcome
  const { context } = ground
  const journal = (await readFindings(relay))?.lines ?? []
  for (const note of ground.notes) input.io.note(`gar: ${note}`)
  const rounds = roundLines(record, journal, await readTrees(relay, record))
  if (rounds.length > 0) input.io.progress(rounds.join('\n'))
  input.io.out(await renderAs(format, { record, journal, context, relay, closes: false }, input.io))
  if (outcome.fixedPaths.length > 0) input.io.progress(`gar: look at the fixes with "git diff", then stage them: git add ${quotePaths(outcome.fixedPaths)}`)
  if (isSet(input, 'saveReport')) await save(input, { outcome, ground, relay }, journal)
  input.io.note(statusLine(record, relay.report))
  return codeOf(input, record)
}

// Only after the loop: inside it the new file would move the snapshot (RUC-041, RUC-061).
async function save(input: CommandInput, { outcome: { record }, ground }: Omit<Done, 'kind'>, journal: readonly Seen[]): Promise<void> {
  const isWhole = record.rounds.done > 0 && record.stop !== 'interrupted'
  if (!isWhole) input.io.note('gar: the report is not saved: the run was not carried to its end')
  else input.io.note(`gar: report saved: ${await saveReport({ top: ground.context.top, record, journal, now: new Date() })}`)
}

function codeOf(input: CommandInput, record: Done['outcome']['record']): number {
  const reason: unknown = input.signal.reason
  if (record.stop === 'interrupted') return signalCode(reason instanceof EndOfRun ? reason.signal : undefined)
  return isClean(record.status) && record.stop === 'no-qualifying' ? exitCodes.clean : exitCode(record.stop, record.status)
}
