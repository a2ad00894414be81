import type { Decision, Heading } from '../model/finding.ts'
import { headingText } from '../model/finding.ts'
import type { RunRecord } from '../model/result.ts'
import type { Status } from '../model/stop.ts'
import { cell, renderStatus } from './cells.ts'
import type { Detail } from './detail.ts'
import type { Frame } from './frame.ts'
import { coverageSentence, statusLine } from './status.ts'

/** How a terminal is painted; functions that give the text back paint nothing. */
export type Paint = Readonly<Record<'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim', (text: string) => string>>

/** What a view for people is made of. */
export type View = {
  readonly record: RunRecord
  readonly details: readonly Detail[]
  /** By finding id; a finding whose lines changed meanwhile has none. */
  readonly frames: ReadonlyMap<string, Frame>
  /** Where the report is; null where the status line is said elsewhere. */
  readonly report: string | null
}

const headings: readonly Heading[] = ['critical', 'bug', 'should_fix']
const statusColour: Readonly<Record<Status, keyof Paint>> = { clean: 'green', 'clean-with-declines': 'green', 'decisions-needed': 'yellow', stopped: 'yellow', failed: 'red' }
const headingColour: Readonly<Record<Heading, keyof Paint>> = { critical: 'red', bug: 'yellow', should_fix: 'cyan' }

/** Returns the record for a person at a terminal; values are foreign text, and only `paint` puts in a control character. */
export function renderText({ record, details, frames, report }: View, paint: Paint): string {
  const status = paint[statusColour[record.status]](paint.bold(renderStatus(record.status, record.coverage)))
  const blocks = [
    [`${paint.bold('gar:')} ${status} - ${countWords(record)}`, cell(record.sentence)],
    ...headings.flatMap((heading) => group(heading, { details, frames }, paint)),
    ...titledBlock(`Fixed (${record.fixed.length})`, record.fixed.map((fixed) => `  ${cell(fixed.location)}  ${cell(fixed.title)}  ${paint.dim(cell(fixed.id))}`), paint),
    ...titledBlock(`Decisions to make (${record.decisions.length})`, record.decisions.flatMap((decision) => decisionLines(decision, paint)), paint),
    ...titledBlock('Notes', record.notes.map((note) => `  ${cell(note)}`), paint),
    [coverageSentence(record), ...(report === null ? [] : [paint.bold(statusLine(record, report))])],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** Returns the findings of a heading, what blocks first. */
export function detailsUnder(heading: Heading, details: readonly Detail[]): readonly Detail[] {
  const under = details.filter(({ finding }) => finding.heading === heading)
  return [...under.filter(({ finding }) => finding.blocking), ...under.filter(({ finding }) => !finding.blocking)]
}

/** Returns what a run came to, in numbers. */
export function countWords({ findings, fixed, decisions }: Pick<RunRecord, 'findings' | 'fixed' | 'decisions'>): string {
  const blocking = findings.filter((finding) => finding.blocking).length
  const parts = [[blocking, 'blocking'], [findings.length - blocking, 'listed'], [fixed.length, 'fixed'], [decisions.length, 'to decide']] as const
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return told.length === 0 ? 'nothing found' : told.join(', ')
}

function titledBlock(title: string, lines: readonly string[], paint: Paint): readonly (readonly string[])[] {
  return lines.length === 0 ? [] : [[paint.bold(title), ...lines]]
}

function group(heading: Heading, { details, frames }: Pick<View, 'details' | 'frames'>, paint: Paint): readonly (readonly string[])[] {
  const under = detailsUnder(heading, details)
  if (under.length === 0) return []
  const title = paint[headingColour[heading]](paint.bold(`${headingText[heading]} (${under.length})`))
  return [[title], ...under.map((detail) => findingLines(detail, frames.get(detail.finding.id), paint))]
}

function findingLines({ finding, seen }: Detail, frame: Frame | undefined, paint: Paint): readonly string[] {
  const rule = seen?.rule === undefined || seen.rule === null ? [] : [cell(seen.rule)]
  const facts = [cell(finding.id), finding.blocking ? 'blocks' : 'does not block', finding.class, finding.lane, ...rule].join(', ')
  return [
    `  ${paint.cyan(cell(finding.location))}  ${paint.bold(cell(finding.title))}`,
    `    ${cell(finding.reason)}`,
    `    ${paint.dim(facts)}`,
    ...(frame === undefined ? [] : frameLines(frame, paint)),
  ]
}

function frameLines({ first, cited, lines, more }: Frame, paint: Paint): readonly string[] {
  const width = String(first + lines.length - 1).length
  const shown = lines.map((line, n) => {
    const number = first + n
    const isCited = number >= cited.start && number <= cited.end
    const text = `${isCited ? '>' : ' '} ${String(number).padStart(width)} | ${codeLine(line)}`.trimEnd()
    return `    ${isCited ? text : paint.dim(text)}`
  })
  return [...shown, ...(more > 0 ? [`    ${paint.dim(`  ${' '.repeat(width)} | and ${more} more lines`)}`] : [])]
}

const longestLine = 160

/** Returns a line of code fit for a view: TAB as spaces, control characters visible, a long line cut. */
export function codeLine(line: string): string {
  const text = cell(line.replaceAll('\t', '    '))
  return text.length > longestLine ? `${text.slice(0, longestLine)}...` : text
}

function decisionLines(d: Decision, paint: Paint): readonly string[] {
  const options = d.options.map((option, n) => `    ${n + 1}. ${cell(option)}${option === d.suggestedDefault ? '  (suggested)' : ''}`)
  return [
    `  ${paint.bold(cell(d.title === '' ? d.id : `${d.id} ${d.title}`))}  ${paint.dim(cell(d.findingIds.join(', ')))}`,
    ...(d.wording === '' ? [] : [`    ${cell(d.wording)}`]),
    ...options,
    `    Answer it: gar decide ${cell(d.id)} <number>`,
  ]
}
