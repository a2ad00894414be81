import path from 'node:path'
import { GarError } from '../../core/model/fault.ts'
import type { RunRecord } from '../../core/model/result.ts'
import { titled } from '../../core/report/detail.ts'
import { toHtml } from '../../core/report/html.ts'
import { journalRows } from '../../core/report/journal.ts'
import { renderReport } from '../../core/report/report.ts'
import { toSarif } from '../../core/report/sarif.ts'
import { renderText } from '../../core/report/text.ts'
import { toJson, toMarkdown } from '../../core/report/views.ts'
import type { Seen } from '../../core/target/answers.ts'
import type { GitContext } from '../../io/git/context.ts'
import type { Relay } from '../../io/relay/layout.ts'
import { gatherDetails } from '../run/report-view.ts'
import { version } from './about.ts'
import type { CommandInput } from './command.ts'
import { isSet, textOption } from './command.ts'

const formats = ['raw', 'text', 'json', 'sarif', 'markdown', 'html'] as const
/** `raw` is the text of report.txt, which scripts read; the others are views of the same record. */
export type Format = (typeof formats)[number]

/** Returns the format asked for; a person's terminal gets the text view, anything else the raw report. Throws `GarError('usage')`. */
export function formatOf(input: CommandInput): Format {
  const named = textOption(input, 'format')
  const asked = [...(named === undefined ? [] : [named]), ...(['json', 'markdown', 'raw'] as const).filter((name) => isSet(input, name))]
  const [first, ...more] = new Set(asked)
  if (more.length > 0) throw new GarError('usage', `A report is printed in one format, not as ${asked.join(' and ')}.`, { hint: 'Leave all but one out.' })
  if (first === undefined) return process.stdout.isTTY ? 'text' : 'raw'
  const format = formats.find((one) => one === first)
  if (format === undefined) throw new GarError('usage', `--format: expected text, json, sarif, markdown or html, got "${first}".`, { hint: 'Run "gar help report".' })
  return format
}

export type Viewed = {
  readonly record: RunRecord
  readonly journal: readonly Seen[]
  readonly context: GitContext
  readonly relay: Relay
  /** True where the status line is part of the view. */
  readonly closes: boolean
}

/** Returns the record in a format. */
export async function renderAs(format: Format, viewed: Viewed, io: CommandInput['io']): Promise<string> {
  const { record, journal } = viewed
  switch (format) {
    case 'raw': return renderReport(record)
    case 'json': return toJson(record)
    case 'markdown': return toMarkdown(titled(record, journal))
    case 'sarif': return toSarif({ ...await gather(viewed), version })
    case 'html': return toHtml(await gather(viewed), journalRows(journal.filter((one) => one.run === record.run), record))
    case 'text': return renderText(await gather(viewed), await io.colour('out'))
  }
}

async function gather({ record, journal, context, relay, closes }: Viewed): Promise<Parameters<typeof renderText>[0]> {
  const { details, frames } = await gatherDetails(context, record, journal)
  return { record: titled(record, journal), details, frames, report: closes ? path.relative(context.top, relay.report) : null }
}
