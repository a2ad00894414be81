import { GarError } from '../../../core/model/fault.ts'
import type { RunRecord } from '../../../core/model/result.ts'
import { parseReport } from '../../../core/report/parse.ts'
import { toJson, toMarkdown } from '../../../core/report/views.ts'
import { openContext } from '../../../io/git/context.ts'
import { readIfThere } from '../../../io/os/files.ts'
import { relayAt, stemOf } from '../../../io/relay/layout.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'

/** Prints the last run's report as it stands on disk, or its record as JSON or Markdown. */
export async function run(input: CommandInput): Promise<number> {
  const stem = readStem(input)
  const { top } = await openContext(input.cwd, input.env)
  const file = relayAt(top, stem).report
  const bytes = await readIfThere(file)
  if (bytes === null) {
    throw new GarError('no-report', `There is no report of a run "${stem}" in this repository.`, { hint: 'Run "gar run" to make one.' })
  }
  const text = bytes.toString('utf8')
  input.io.out(view(input, text, parse(text, file)))
  return 0
}

// Half a report is no report, also where it would only be printed.
function parse(text: string, file: string): RunRecord {
  const parsed = parseReport(text)
  if (parsed.ok) return parsed.record
  throw new GarError('relay-unusable', `${file} cannot be read: ${parsed.reason}.`, { hint: 'Run "gar run" to write a new one.' })
}

function view(input: CommandInput, text: string, record: RunRecord): string {
  if (isSet(input, 'json')) return toJson(record)
  return isSet(input, 'markdown') ? toMarkdown(record) : text
}

function readStem(input: CommandInput): string {
  if (isSet(input, 'json') && isSet(input, 'markdown')) {
    throw new GarError('usage', 'A report is printed as JSON or as Markdown, not both.', { hint: 'Leave out --json or --markdown.' })
  }
  const stem = textOption(input, 'stem') ?? 'default'
  // With an ending of its own, a name that `stemOf` gives back whole holds no directory part.
  if (stemOf(`${stem}.txt`) !== stem) throw new GarError('usage', '--stem: expected the name of a run, as it stands under .git_auto_review.', { hint: 'Leave --stem out for the last run without a task file.' })
  return stem
}
