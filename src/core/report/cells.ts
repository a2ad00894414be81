import type { Coverage } from '../model/result.ts'
import type { Status } from '../model/stop.ts'
import { isClean } from './outcome.ts'

const optionMark = ' | '
const partialMark = ', partial scope'

/** Returns the value fit for one column: TAB and line ends as spaces, what a terminal would obey or a file cannot hold as escapes. */
export function cell(value: string): string {
  return value
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Returns `full`, or `partial(...)` with the parts that were not covered. */
export function renderCoverage(coverage: Coverage): string {
  return coverage.kind === 'full' ? 'full' : `partial(${renderIds(coverage.missing)})`
}

/** Returns the coverage the text names, or undefined when it names none. */
export function parseCoverage(text: string): Coverage | undefined {
  if (text === 'full') return { kind: 'full' }
  const parts = /^partial\((.*)\)$/.exec(text)
  return parts?.[1] === undefined ? undefined : { kind: 'partial', missing: parseIds(parts[1]) }
}

/** Returns the status word; a clean one says so when the scope was not covered whole (ruling C2). */
export function renderStatus(status: Status, coverage: Coverage): string {
  return isClean(status) && coverage.kind === 'partial' ? `${status}${partialMark}` : status
}

/** Returns the status the text names, or undefined when it names none. */
export function parseStatus(text: string, coverage: Coverage): Status | undefined {
  const all: readonly Status[] = ['clean', 'clean-with-declines', 'decisions-needed', 'stopped', 'failed']
  return all.find((status) => renderStatus(status, coverage) === text)
}

export function renderIds(ids: readonly string[]): string {
  return ids.map((id) => id.replaceAll(',', ' ')).join(',')
}

export function parseIds(text: string): readonly string[] {
  return text === '' ? [] : text.split(',')
}

export function renderOptions(options: readonly string[]): string {
  return options.map((option) => option.replaceAll('|', '/')).join(optionMark)
}

export function parseOptions(text: string): readonly string[] {
  return text === '' ? [] : text.split(optionMark)
}
