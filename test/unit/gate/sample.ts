import type { Finding, Range } from '../../../src/core/model/finding.ts'
import type { Hunk } from '../../../src/core/model/hunk.ts'
import type { RepoPath } from '../../../src/core/model/path.ts'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import type { PathEvidence } from '../../../src/core/gate/lane.ts'
import type { GateFinding, GateVerdict } from '../../../src/core/gate/contract.ts'

export const snapshot = 'a'.repeat(40)
export const file = parseRepoPath('src/a.ts')

export function path(text: string): RepoPath {
  return parseRepoPath(text)
}

export function range(start: number, end = start): Range {
  return { start, end }
}

/** Returns a hunk that adds these lines at `newStart`. */
export function addition(newStart: number, added: readonly string[], more: Partial<Hunk> = {}): Hunk {
  return { path: file, oldStart: Math.max(0, newStart - 1), newStart, removed: [], added, ...more }
}

export function evidence(more: Partial<PathEvidence> = {}): PathEvidence {
  return { tracked: true, untracked: false, staged: [], unstaged: [], subject: null, worktree: null, ...more }
}

export function sampleFinding(more: Partial<Finding> = {}): Finding {
  return {
    id: 'F001', heading: 'bug', label: 'verified', tag: 'none', title: 'The divisor may be zero',
    location: { path: file, range: range(2) }, cited: { path: file, range: range(2) }, lane: 'working-tree lane', laneCase: 5,
    anchored: true, preExisting: false, scopeExtension: false, reproductionLine: false,
    evidence: 'a / b', consequence: 'NaN', fix: { text: 'Test b first', paths: [file] }, decisionRef: null, fingerprint: '0123456789abcdef',
    ...more,
  }
}

export function wireFinding(more: Partial<GateFinding> = {}): GateFinding {
  return {
    id: 'R1-F1', heading: 'bug', label: 'inferred', non_blocking: true, tag: 'none', title: 'The divisor may be zero', location: 'src/a.ts:2',
    lane: 'working-tree lane', lane_case: 5, anchor: { kind: 'diff' }, pre_existing: false, scope_extension: false, reproduction_line: false,
    evidence: 'a / b', consequence: 'NaN', fix: { text: 'Test b first', paths: ['src/a.ts'] }, decision_ref: null,
    ...more,
  }
}

export function wireVerdict(more: Partial<GateVerdict> = {}): GateVerdict {
  const findings = more.findings ?? [wireFinding()]
  return {
    schema_version: 1, phase: 'REVIEW', status: 'success', round: 1, mode: 'first', reviewed: { snapshot, head: null, base: null },
    needs_fix_round: findings.some((f) => f.tag !== 'closed' && f.tag !== 'settled by a decision'), report_markdown: '# Review', findings, decisions: [], gates: [], unread: [],
    coverage: { committed: true, staged: true, unstaged: true, untracked: true }, closing: { committable: false, reason: 'a bug' }, loop_can_stop: false,
    ...more,
  }
}
