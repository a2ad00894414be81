import { headingText } from '../../core/model/finding.ts'
import { displayPath } from '../../core/model/path.ts'
import type { ReportedFinding, RunRecord } from '../../core/model/result.ts'

const shown = 5

/** Returns what a run found and fixed, for a person: one line for each finding, the first few. */
export function summaryLines(record: RunRecord): readonly string[] {
  const open = record.findings.filter((finding) => !isHandover(finding))
  const first = [...open.filter((finding) => finding.blocking), ...open.filter((finding) => !finding.blocking)]
  const lines = first.slice(0, shown).map((finding) => `  ${finding.location}  ${finding.title}\n      ${headingText[finding.heading]}; ${finding.reason}`)
  const fixed = record.fixed.slice(0, shown).map((finding) => `  ${finding.location}  fixed: ${finding.title}`)
  const more = first.length - shown + Math.max(0, record.fixed.length - shown)
  return [...fixed, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])]
}

/** Returns counts in words: "2 findings, 1 fixed and not staged". */
export function countsOf(record: RunRecord): string {
  const open = record.findings.filter((finding) => finding.blocking && !isHandover(finding)).length
  const waiting = record.findings.filter(isHandover).length
  const parts = [...(open > 0 ? [`${open} finding${open === 1 ? '' : 's'}`] : []), ...(waiting > 0 ? [`${waiting} fixed in the working tree`] : [])]
  return parts.length === 0 ? record.sentence.replace(/\.$/, '') : parts.join(', ')
}

/** Returns the paths as one could type them in a shell. */
export function quotePaths(paths: readonly string[]): string {
  return paths.map((path) => (/^[\w./@%+=:,-]+$/.test(path) && !path.startsWith('-') ? path : `'${displayPath(path).replaceAll("'", "'\\''")}'`)).join(' ')
}

/** Returns true for a finding whose fix stands in the working tree and not yet in what the operation publishes. */
export function isHandover(finding: ReportedFinding): boolean {
  return finding.class === 'fix-not-staged' || finding.class === 'fix-not-committed'
}
