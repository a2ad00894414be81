import type { Heading, Lane } from '../model/finding.ts'
import { headingText } from '../model/finding.ts'
import type { RunRecord } from '../model/result.ts'
import { findingClasses } from '../model/result.ts'
import { parseCoverage, parseIds, parseOptions, parseStatus } from './cells.ts'
import { parseStop } from './outcome.ts'

export type ParsedReport = { readonly ok: true; readonly record: RunRecord } | { readonly ok: false; readonly reason: string }

type Head = Pick<RunRecord, 'run' | 'stem' | 'branch' | 'head' | 'snapshot' | 'backend' | 'rounds' | 'gate'>
type StopPart = Pick<RunRecord, 'stop' | 'status' | 'coverage' | 'sentence'>
type Body = Pick<RunRecord, 'findings' | 'fixed' | 'decisions' | 'notes'>

const lanes: readonly Lane[] = ['working-tree lane', 'local-commits lane']
const headings: readonly Heading[] = ['critical', 'bug', 'should_fix']
const fields = ['run', 'stem', 'branch', 'head', 'snapshot', 'backend', 'rounds']
const headerLine = new RegExp(`^gar-report 1${fields.map((field) => `\\t${field}=([^\\t]*)`).join('')}(\\tgate=pre-seeded)?$`)
const stopLine = /^stop\t([^\t]*)\t([^\t]*)\tcoverage=([^\t]*)\t([^\t]*)$/

/** Returns the record a report text holds; a decision comes back without its title, which the grammar has no column for. */
export function parseReport(text: string): ParsedReport {
  if (text === '') return { ok: false, reason: 'the report is empty' }
  if (!text.endsWith('\n')) return { ok: false, reason: 'the report is truncated' }
  const [first = '', second = '', ...rest] = text.slice(0, -1).split('\n')
  const head = parseHead(first)
  if (!head) return { ok: false, reason: 'line 1 is no header of a gar report' }
  const stop = parseStopLine(second)
  if (!stop) return { ok: false, reason: 'line 2 is no stop line' }
  const bodies: Body[] = []
  for (const [n, line] of rest.entries()) {
    const body = parseLine(line)
    if (!body) return { ok: false, reason: `line ${n + 3} is no line of a gar report` }
    bodies.push(body)
  }
  return { ok: true, record: { ...head, ...stop, ...join(bodies) } }
}

const nothing: Body = { findings: [], fixed: [], decisions: [], notes: [] }

function join(bodies: readonly Body[]): Body {
  return {
    findings: bodies.flatMap((body) => body.findings),
    fixed: bodies.flatMap((body) => body.fixed),
    decisions: bodies.flatMap((body) => body.decisions),
    notes: bodies.flatMap((body) => body.notes),
  }
}

function parseHead(line: string): Head | undefined {
  const cells = headerLine.exec(line)?.slice(1)
  const counts = /^(\d+)\/(\d+)$/.exec(at(cells, 6))
  if (!cells || !counts) return undefined
  return {
    run: at(cells, 0), stem: at(cells, 1), branch: at(cells, 2), head: at(cells, 3), snapshot: at(cells, 4), backend: at(cells, 5),
    rounds: { done: Number(counts[1]), cap: Number(counts[2]) },
    gate: cells[7] === undefined ? 'called' : 'pre-seeded',
  }
}

function parseStopLine(line: string): StopPart | undefined {
  const cells = stopLine.exec(line)?.slice(1)
  const stop = parseStop(at(cells, 0))
  const coverage = parseCoverage(at(cells, 2))
  const status = coverage && parseStatus(at(cells, 1), coverage)
  return stop === undefined || coverage === undefined || status === undefined ? undefined : { stop, status, coverage, sentence: at(cells, 3) }
}

const parsers: Readonly<Record<string, { readonly columns: number; readonly parse: (cells: readonly string[]) => Body | undefined }>> = {
  finding: { columns: 8, parse: parseFinding },
  fixed: { columns: 3, parse: (cells) => ({ ...nothing, fixed: [{ id: at(cells, 0), location: at(cells, 1), title: at(cells, 2) }] }) },
  decision: { columns: 5, parse: parseDecision },
  note: { columns: 1, parse: (cells) => ({ ...nothing, notes: [at(cells, 0)] }) },
}

function parseLine(line: string): Body | undefined {
  const [kind = '', ...cells] = line.split('\t')
  const parser = Object.hasOwn(parsers, kind) ? parsers[kind] : undefined
  return parser?.columns === cells.length ? parser.parse(cells) : undefined
}

function parseFinding(cells: readonly string[]): Body | undefined {
  const heading = headings.find((candidate) => headingText[candidate] === cells[1])
  const lane = lanes.find((candidate) => candidate === cells[3])
  const findingClass = findingClasses.find((candidate) => candidate === cells[4])
  const blocking = ['no', 'yes'].indexOf(at(cells, 5))
  if (heading === undefined || lane === undefined || findingClass === undefined || blocking < 0) return undefined
  const finding = { id: at(cells, 0), heading, location: at(cells, 2), lane, class: findingClass, blocking: blocking === 1, title: at(cells, 6), reason: at(cells, 7) }
  return { ...nothing, findings: [finding] }
}

function parseDecision(cells: readonly string[]): Body {
  const decision = {
    id: at(cells, 0), title: '', findingIds: parseIds(at(cells, 1)), options: parseOptions(at(cells, 2)),
    suggestedDefault: at(cells, 3), wording: at(cells, 4),
  }
  return { ...nothing, decisions: [decision] }
}

// The number of columns is known by then; the fallback only satisfies the type.
function at(cells: readonly string[] | undefined, n: number): string {
  return cells?.[n] ?? ''
}
