import type { Decision } from '../model/finding.ts'
import { headingText } from '../model/finding.ts'
import type { ReportedFinding, RunRecord } from '../model/result.ts'
import type { Seen } from '../target/answers.ts'
import { cell, renderCoverage, renderStatus } from './cells.ts'
import { journalRows } from './journal.ts'
import { renderStop } from './outcome.ts'
import { coverageSentence } from './status.ts'

/** Returns the record as JSON with the name of its schema. */
export function toJson(record: RunRecord): string {
  return `${JSON.stringify({ schema: 'gar-report/1', ...record }, null, 2)}\n`
}

/** Returns the record as Markdown, and the findings of every round where a journal is given; every value is escaped, since titles and reasons are foreign text. */
export function toMarkdown(record: RunRecord, journal: readonly Seen[] = []): string {
  const { rounds, coverage } = record
  const status = renderStatus(record.status, coverage)
  const parts = [
    `# gar: ${status}`,
    inline(record.sentence),
    [
      `- stop: ${renderStop(record.stop)}`,
      `- branch: ${inline(record.branch)}, HEAD ${inline(record.head)}, snapshot ${inline(record.snapshot)}`,
      `- rounds: ${rounds.done} of ${rounds.cap}, back end ${inline(record.backend)}, gate ${record.gate}, coverage ${inline(renderCoverage(coverage))}`,
    ].join('\n'),
    ...section('Not fixed', table(['id', 'heading', 'location', 'lane', 'class', 'blocks', 'title', 'reason'], record.findings.map(findingCells))),
    ...section('Fixed', record.fixed.map((f) => `- ${inline(f.id)} ${inline(f.location)}: ${inline(f.title)}`)),
    ...section('Pending decisions', record.decisions.map(decisionItem)),
    ...section('Notes', record.notes.map((note) => `- ${inline(note)}`)),
    ...section('Rounds', roundTable(record, journal)),
    inline(coverageSentence(record)),
    `Review-until-clean status: ${status}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')]
}

function findingCells(f: ReportedFinding): readonly string[] {
  return [f.id, headingText[f.heading], f.location, f.lane, f.class, f.blocking ? 'yes' : 'no', f.title, f.reason]
}

function roundTable(record: RunRecord, journal: readonly Seen[]): readonly string[] {
  const own = journal.filter((one) => one.run === record.run)
  return table(['round', 'id', 'tag', 'heading', 'location', 'disposition', 'title'], journalRows(own, record).map((row) => [row.round, row.id, row.tag, row.heading, row.location, row.disposition, row.title]))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return []
  const line = (values: readonly string[]): string => `| ${values.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(inline)))]
}

function decisionItem(d: Decision): string {
  const heading = d.title === '' ? d.id : `${d.id} ${d.title}`
  return `- ${inline(heading)} (${inline(d.findingIds.join(', '))}): ${inline(d.options.join(' / '))}; suggested: ${inline(d.suggestedDefault)}. ${inline(d.wording)}`
}

/** Returns foreign text as one run of Markdown text: no markup of its own, and nothing that could begin a heading, a list item, a fence or an indented block. */
export function inline(text: string): string {
  const plain = cell(text).trim().replace(/[\\`*_{}[\]<>#|~!&@$]/g, (mark) => `\\${mark}`)
  // An empty list item under a paragraph would be the underline of a heading.
  return plain === '' ? '(none)' : plain.replace(/^[-+=]/, (mark) => `\\${mark}`).replace(/^(\d+)(?=[.)])/, '$1\\')
}
