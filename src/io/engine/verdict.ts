import { displayPath } from '../../core/model/path.ts'
import type { GateFinding, GateVerdict } from '../../core/gate/contract.ts'
import type { GateAsk } from '../../core/gate/port.ts'
import type { Finding, Heading } from '../../core/model/finding.ts'
import { headingText, renderLocation } from '../../core/model/finding.ts'
import { qualifies } from './rules.ts'
import { oneLine } from './text.ts'

export type Unnumbered = Omit<GateFinding, 'id'>
export type VerdictParts = { readonly ask: GateAsk; readonly findings: readonly Unnumbered[]; readonly unread: readonly string[] }

const order: readonly Heading[] = ['critical', 'bug', 'should_fix']

/** Returns the verdict in its wire form (schema version 1). */
export function toVerdict({ ask, findings, unread }: VerdictParts): GateVerdict {
  const numbered = sorted(findings).map((finding, index) => ({ id: `R${ask.round}-F${index + 1}`, ...finding }))
  const live = numbered.filter(isLive)
  const serious = live.filter(qualifies)
  const reason = serious.length === 0 ? 'Nothing found that must be corrected first.' : `${count(serious.length, 'finding')} must be corrected or answered first.`
  return {
    schema_version: 1, phase: 'REVIEW', status: 'success', round: ask.round, mode: ask.mode,
    reviewed: { snapshot: ask.snapshot, head: ask.head, base: ask.change.base },
    needs_fix_round: live.length > 0,
    report_markdown: report(numbered, ask, unread),
    findings: numbered, decisions: [], gates: [],
    unread: unread.map((line) => oneLine(line, 4_400)),
    coverage: { committed: true, staged: true, unstaged: true, untracked: true },
    closing: { committable: serious.length === 0, reason },
    loop_can_stop: serious.length === 0,
  }
}

/** Returns the wire form of an earlier finding that is not there any more. */
export function closedFinding(finding: Finding, lastLine: number): Unnumbered {
  const { path, range } = finding.cited
  // The file may have become shorter than the place the finding had.
  const start = Math.max(1, Math.min(range.start, lastLine))
  return {
    prior_id: finding.id, heading: finding.heading, label: finding.label, non_blocking: finding.heading !== 'critical', tag: 'closed',
    title: finding.title, location: renderLocation({ path, range: { start, end: Math.max(start, Math.min(range.end, lastLine)) } }),
    lane: 'working-tree lane', lane_case: 8, anchor: { kind: 'diff' },
    pre_existing: finding.preExisting, scope_extension: finding.scopeExtension, reproduction_line: finding.reproductionLine,
    evidence: finding.evidence, consequence: finding.consequence, fix: { text: finding.fix.text, paths: [...finding.fix.paths] },
    decision_ref: finding.decisionRef, ...(finding.rule !== undefined && { rule: finding.rule }),
  }
}

function isLive({ tag }: Pick<Unnumbered, 'tag'>): boolean {
  return tag !== 'closed' && tag !== 'settled by a decision'
}

function sorted(findings: readonly Unnumbered[]): readonly Unnumbered[] {
  const rank = (finding: Unnumbered): number => order.indexOf(finding.heading) * 2 + Number(finding.label === 'inferred')
  return [...findings].sort((a, b) => rank(a) - rank(b))
}

function report(findings: readonly GateFinding[], ask: GateAsk, unread: readonly string[]): string {
  const live = findings.filter(isLive)
  const lead = `The static analysis read ${count(ask.change.files.length, 'changed file')} and reports ${count(live.length, 'finding')}.`
  const sections = order.map((heading) => section(headingText[heading], live.filter((finding) => finding.heading === heading)))
  const closed = section('Closed since the last round', findings.filter((finding) => !isLive(finding)))
  const rest = unread.length === 0 ? '' : `## Not read\n\n${unread.map((line) => `- ${oneLine(line, 400)}`).join('\n')}\n`
  return [`${lead}\n`, ...sections, closed, rest].filter((part) => part !== '').join('\n')
}

function section(heading: string, findings: readonly GateFinding[]): string {
  if (findings.length === 0) return ''
  const entries = findings.map((f) => `- **${f.id}** ${displayPath(f.location)} (${f.label}, ${f.tag}): ${f.title}. ${f.consequence}\n  ${f.fix.text.replaceAll('\n', '\n  ')}`)
  return `## ${heading}\n\n${entries.join('\n')}\n`
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
