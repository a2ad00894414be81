import { Buffer } from 'node:buffer'
import type { Heading } from '../model/finding.ts'
import { headingText } from '../model/finding.ts'
import { pathBytes } from '../model/path.ts'
import type { RunRecord } from '../model/result.ts'
import { cell, renderCoverage, renderStatus } from './cells.ts'
import type { Detail } from './detail.ts'
import { renderStop } from './outcome.ts'
import { coverageSentence } from './status.ts'

export type SarifInput = { readonly record: RunRecord; readonly details: readonly Detail[]; readonly version: string }
type Level = 'error' | 'warning' | 'note'

const levels: Readonly<Record<Heading, Level>> = { critical: 'error', bug: 'warning', should_fix: 'note' }
// What a reviewer that names no rule found; the result's title says what it is.
const ruleless = 'gar/review'

/** Returns the record as a SARIF 2.1.0 log with one run. */
export function toSarif({ record, details, version }: SarifInput): string {
  const rules = rulesOf(details)
  const run = {
    tool: { driver: { name: 'gar', version, rules: [...rules.values()] } },
    automationDetails: { id: `gar/${cell(record.stem)}/${cell(record.run)}` },
    invocations: [{ executionSuccessful: record.status !== 'failed', toolExecutionNotifications: notifications(record) }],
    originalUriBaseIds: { [root]: { description: { text: 'The top of the work tree.' } } },
    columnKind: 'utf16CodeUnits',
    results: details.map((detail) => resultOf(detail, [...rules.keys()].indexOf(ruleOf(detail)))),
    properties: {
      status: renderStatus(record.status, record.coverage), stop: renderStop(record.stop), coverage: cell(renderCoverage(record.coverage)),
      branch: cell(record.branch), head: cell(record.head), snapshot: cell(record.snapshot), backend: cell(record.backend), rounds: `${record.rounds.done}/${record.rounds.cap}`,
    },
  }
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`
}

const root = '%SRCROOT%'

function ruleOf({ seen }: Detail): string {
  return cell(seen?.rule ?? ruleless)
}

function rulesOf(details: readonly Detail[]): ReadonlyMap<string, object> {
  const rules = new Map<string, object>()
  for (const detail of details) {
    const id = ruleOf(detail)
    const text = id === ruleless ? 'A finding of the review, named by its title.' : `Rule ${id}.`
    const { heading } = detail.finding
    if (!rules.has(id)) rules.set(id, { id, shortDescription: { text }, fullDescription: { text: `${text} ${headingText[heading]}.` }, defaultConfiguration: { level: levels[heading] } })
  }
  return rules
}

function resultOf(detail: Detail, ruleIndex: number): object {
  const { finding, seen } = detail
  return {
    ruleId: ruleOf(detail), ruleIndex, level: levels[finding.heading],
    message: { text: message(`${finding.title}. ${finding.reason}`) },
    locations: locationsOf(detail),
    ...(seen !== undefined && { partialFingerprints: { 'garFinding/v1': seen.fingerprint, primaryLocationLineHash: seen.fingerprint } }),
    // Of one run's results either all carry suppressions or none does, so the others carry an empty list.
    suppressions: finding.class === 'declined' ? [{ kind: 'external', status: 'accepted', justification: message(finding.reason) }] : [],
    properties: {
      id: cell(finding.id), heading: headingText[finding.heading], class: finding.class, lane: finding.lane, blocking: finding.blocking,
      ...(seen !== undefined && { label: cell(seen.label), tag: cell(seen.tag) }),
    },
  }
}

function locationsOf({ place }: Detail): readonly object[] {
  if (place === undefined) return []
  const { start, end } = place.range
  return [{ physicalLocation: { artifactLocation: { uri: toUri(place.path), uriBaseId: root }, region: { startLine: start, endLine: end } } }]
}

/** Returns the path as a relative reference; every byte but those a path may hold as they are is percent-encoded. */
export function toUri(path: string): string {
  const text = [...pathBytes(path)].map((byte) => {
    const mark = String.fromCharCode(byte)
    return /[A-Za-z0-9\-._~/]/.test(mark) ? mark : `%${Buffer.from([byte]).toString('hex').toUpperCase()}`
  })
  return text.join('')
}

function notifications(record: RunRecord): readonly object[] {
  const level: Level = record.status === 'failed' ? 'error' : record.coverage.kind === 'partial' ? 'warning' : 'note'
  return [
    { level, message: { text: message(record.sentence) } },
    { level, message: { text: message(coverageSentence(record)) } },
    ...record.decisions.map((d) => ({ level: 'warning', message: { text: message(`Decision ${d.id} is pending (${d.findingIds.join(', ')}): ${d.title === '' ? d.wording : d.title}`) } })),
    ...record.notes.map((note) => ({ level: 'note', message: { text: message(note) } })),
  ]
}

// In a message `[text](target)` is a link; foreign text must not be one.
function message(text: string): string {
  const plain = cell(text).replaceAll('](', '] (')
  return plain === '' ? '(no text)' : plain
}
