import type { Decision } from '../model/finding.ts'
import { headingText } from '../model/finding.ts'
import type { FixedFinding, ReportedFinding, RunRecord } from '../model/result.ts'
import { cell, renderCoverage, renderIds, renderOptions, renderStatus } from './cells.ts'
import { renderStop } from './outcome.ts'

/** How many finding lines a report prints; the rest is a count. */
export const maxFindingLines = 200

/** Returns the text of `report.txt`: one record a line, columns divided by TAB (GAR-122 to GAR-125, rulings 2.5). */
export function renderReport(record: RunRecord): string {
  const { listed, left } = choose(record.findings)
  const notes = left === 0 ? record.notes : [`${left} further findings are not listed`, ...record.notes]
  const lines: readonly (readonly string[])[] = [
    header(record),
    stopLine(record),
    ...listed.map(findingLine),
    ...record.fixed.map(fixedLine),
    ...record.decisions.map(decisionLine),
    ...notes.map((note) => ['note', note]),
  ]
  return lines.map((line) => `${line.map(cell).join('\t')}\n`).join('')
}

// A long list must not hide what blocks.
function choose(findings: readonly ReportedFinding[]): { readonly listed: readonly ReportedFinding[]; readonly left: number } {
  if (findings.length <= maxFindingLines) return { listed: findings, left: 0 }
  const ordered = [...findings.filter((f) => f.blocking), ...findings.filter((f) => !f.blocking)]
  return { listed: ordered.slice(0, maxFindingLines), left: findings.length - maxFindingLines }
}

function header(record: RunRecord): readonly string[] {
  const { run, stem, branch, head, snapshot, backend, rounds } = record
  const fields = [`run=${run}`, `stem=${stem}`, `branch=${branch}`, `head=${head}`, `snapshot=${snapshot}`, `backend=${backend}`, `rounds=${rounds.done}/${rounds.cap}`]
  return ['gar-report 1', ...fields, ...(record.gate === 'pre-seeded' ? ['gate=pre-seeded'] : [])]
}

function stopLine({ stop, status, coverage, sentence }: RunRecord): readonly string[] {
  return ['stop', renderStop(stop), renderStatus(status, coverage), `coverage=${renderCoverage(coverage)}`, sentence]
}

function findingLine(f: ReportedFinding): readonly string[] {
  return ['finding', f.id, headingText[f.heading], f.location, f.lane, f.class, f.blocking ? 'yes' : 'no', f.title, f.reason]
}

function fixedLine({ id, location, title }: FixedFinding): readonly string[] {
  return ['fixed', id, location, title]
}

function decisionLine(d: Decision): readonly string[] {
  return ['decision', d.id, renderIds(d.findingIds), renderOptions(d.options), d.suggestedDefault, d.wording]
}
