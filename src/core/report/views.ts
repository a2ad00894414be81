import type { Decision } from '../model/finding.ts'
import { headingText } from '../model/finding.ts'
import type { ReportedFinding, RunRecord } from '../model/result.ts'
import { cell, renderCoverage, renderStatus } from './cells.ts'
import { renderStop } from './outcome.ts'

/** Returns the record as JSON with the name of its schema. */
export function toJson(record: RunRecord): string {
  return `${JSON.stringify({ schema: 'gar-report/1', ...record }, null, 2)}\n`
}

/** Returns the record as Markdown; every value is escaped, since titles and reasons are foreign text. */
export function toMarkdown(record: RunRecord): string {
  const { rounds, coverage } = record
  const parts = [
    `# gar: ${renderStatus(record.status, coverage)}`,
    escape(record.sentence),
    [
      `- stop: ${renderStop(record.stop)}`,
      `- branch: ${escape(record.branch)}, HEAD ${escape(record.head)}, snapshot ${escape(record.snapshot)}`,
      `- rounds: ${rounds.done} of ${rounds.cap}, back end ${escape(record.backend)}, gate ${record.gate}, coverage ${escape(renderCoverage(coverage))}`,
    ].join('\n'),
    ...section('Not fixed', findingTable(record.findings)),
    ...section('Fixed', record.fixed.map((f) => `- ${f.id} ${escape(f.location)}: ${escape(f.title)}`)),
    ...section('Pending decisions', record.decisions.map(decisionItem)),
    ...section('Notes', record.notes.map((note) => `- ${escape(note)}`)),
  ]
  return `${parts.join('\n\n')}\n`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')]
}

function findingTable(findings: readonly ReportedFinding[]): readonly string[] {
  if (findings.length === 0) return []
  const rows = findings.map((f) => [f.id, headingText[f.heading], f.location, f.lane, f.class, f.blocking ? 'yes' : 'no', f.title, f.reason])
  const head = ['id', 'heading', 'location', 'lane', 'class', 'blocks', 'title', 'reason']
  return [head, head.map(() => '---'), ...rows].map((row, n) => `| ${row.map((value) => (n === 1 ? value : escape(value))).join(' | ')} |`)
}

function decisionItem(d: Decision): string {
  const heading = d.title === '' ? d.id : `${d.id} ${d.title}`
  return `- ${escape(heading)} (${escape(d.findingIds.join(', '))}): ${escape(d.options.join(' / '))}; suggested: ${escape(d.suggestedDefault)}. ${escape(d.wording)}`
}

function escape(text: string): string {
  return cell(text).replace(/[\\`*_{}[\]<>#|~!&@]/g, (mark) => `\\${mark}`)
}
