import { GarError } from '../../../core/model/fault.ts'
import type { RunRecord } from '../../../core/model/result.ts'
import { journalRows, renderJournal } from '../../../core/report/journal.ts'
import { parseReport } from '../../../core/report/parse.ts'
import { openContext } from '../../../io/git/context.ts'
import { readIfThere } from '../../../io/os/files.ts'
import type { Relay } from '../../../io/relay/layout.ts'
import { relayAt, stemOf } from '../../../io/relay/layout.ts'
import { readFindings } from '../../run/report-view.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'
import { formatOf, renderAs } from '../report-format.ts'

/** Prints the last run's report: as a view for a person on a terminal, as it stands on disk elsewhere, or in the format asked for. */
export async function run(input: CommandInput): Promise<number> {
  if (isSet(input, 'journal')) return tellJournal(input)
  const format = formatOf(input)
  const context = await openContext(input.cwd, input.env)
  const relay = relayAt(context.top, readStem(input))
  const { text, record } = await readReport(relay)
  if (format === 'raw') input.io.out(text)
  else {
    const journal = format === 'json' ? null : await readFindings(relay)
    input.io.out(await renderAs(format, { record, journal: journal?.lines ?? [], context, relay, closes: true }, input.io))
  }
  return 0
}

// The journal of every round (ruling C9); its lines are checked before one is printed.
async function tellJournal(input: CommandInput): Promise<number> {
  if (isSet(input, 'markdown') || isSet(input, 'raw') || textOption(input, 'format') !== undefined) {
    throw new GarError('usage', 'The journal is printed as a table, or with --json as its lines.', { hint: 'Leave out --format, --markdown and --raw.' })
  }
  const { top } = await openContext(input.cwd, input.env)
  const relay = relayAt(top, readStem(input))
  const journal = await readFindings(relay)
  if (journal === null) throw missing(relay)
  if (isSet(input, 'json')) input.io.out(journal.text)
  else {
    // A run that was killed leaves a journal and no report.
    const { record } = await readIfThere(relay.report) === null ? { record: null } : await readReport(relay)
    const rows = journalRows(journal.lines, record)
    input.io.out(rows.length === 0 ? 'The journal holds no finding.' : renderJournal(rows))
  }
  return 0
}

async function readReport(relay: Relay): Promise<{ text: string; record: RunRecord }> {
  const bytes = await readIfThere(relay.report)
  if (bytes === null) throw missing(relay)
  const text = bytes.toString('utf8')
  const parsed = parseReport(text)
  // Half a report is no report, also where it would only be printed.
  if (!parsed.ok) throw new GarError('relay-unusable', `${relay.report} cannot be read: ${parsed.reason}.`, { hint: 'Run "gar run" to write a new one.' })
  return { text, record: parsed.record }
}

function missing({ stem }: Relay): GarError {
  return new GarError('no-report', `There is no report of a run "${stem}" in this repository.`, { hint: 'Run "gar run" to make one.' })
}

function readStem(input: CommandInput): string {
  const stem = textOption(input, 'stem') ?? 'default'
  // With an ending of its own, a name that `stemOf` gives back whole holds no directory part.
  if (stemOf(`${stem}.txt`) !== stem) throw new GarError('usage', '--stem: expected the name of a run, as it stands under .git_auto_review.', { hint: 'Leave --stem out for the last run without a task file.' })
  return stem
}
