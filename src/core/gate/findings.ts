import type { Decision, Finding, Location } from '../model/finding.ts'
import { parseLocation } from '../model/finding.ts'
import type { RepoPath } from '../model/path.ts'
import { parseRepoPath } from '../model/path.ts'
import { fingerprint } from '../target/fingerprint.ts'
import type { Content } from './anchor.ts'
import { isAnchored, rangeInSubject } from './anchor.ts'
import type { GateFinding, GateVerdict } from './contract.ts'
import { classifyLane, isTreeCitation } from './lane.ts'
import { matchPrior } from './prior.ts'

export type FindingsInput = {
  /** A verdict that passed its checks. */
  readonly verdict: GateVerdict
  /** Next free number of a run id. */
  readonly first: number
  readonly contents: (path: RepoPath) => Content
  /** Paths named in `ledger.txt`. */
  readonly ledgerPaths: ReadonlySet<string>
  readonly prior: readonly Finding[]
}
export type BuiltFindings = {
  readonly findings: readonly Finding[]
  readonly decisions: readonly Decision[]
  readonly next: number
  /** Where the gate and the controller disagree on a fact the controller decides. */
  readonly notes: readonly string[]
}

/** Returns the findings of a verdict with run id, lane, fingerprint and anchor, in the verdict's order (rulings 2.1, 2.3). */
export function buildFindings(input: FindingsInput): BuiltFindings {
  const { verdict, prior } = input
  const claimed = new Set(verdict.findings.map((wire) => wire.prior_id))
  const open = new Map(prior.filter((earlier) => !claimed.has(earlier.id)).map((earlier) => [earlier.id, earlier]))
  const findings: Finding[] = []
  const notes: string[] = []
  let next = input.first
  for (const wire of verdict.findings) {
    const built = build(wire, input)
    const known = wire.prior_id ?? matchPrior(built, [...open.values()])?.id
    if (known !== undefined) open.delete(known)
    const finding = { id: known ?? runId(next), ...built }
    if (known === undefined) next += 1
    findings.push(finding)
    notes.push(...disagreements(wire, finding))
  }
  return { findings, decisions: buildDecisions(verdict, findings), next, notes }
}

function build(wire: GateFinding, { contents, ledgerPaths }: FindingsInput): Omit<Finding, 'id'> {
  const given = locationOf(wire)
  const content = contents(given.path)
  const citation = wire.cited ?? content.citation
  const placed = classifyLane(given, citation, content.evidence)
  const subject = rangeInSubject({ range: given.range, citation }, content, placed)
  const reproductionLine = ledgerPaths.has(given.path)
  const lines = (isTreeCitation(citation) ? content.evidence.worktree : content.evidence.subject) ?? []
  return {
    heading: wire.heading, label: wire.label, tag: wire.tag, title: wire.title,
    location: placed.location, cited: { path: given.path, range: subject ?? given.range },
    lane: placed.lane, laneCase: placed.case,
    anchored: !reproductionLine && isAnchored(wire, content, { range: given.range, citation, subject }),
    preExisting: wire.pre_existing, scopeExtension: wire.scope_extension, reproductionLine,
    evidence: wire.evidence, consequence: wire.consequence,
    fix: { text: wire.fix.text, paths: wire.fix.paths.map(parseRepoPath) },
    decisionRef: wire.decision_ref,
    fingerprint: fingerprint({ name: wire.rule ?? wire.title, path: given.path, lines, range: given.range }),
    ...(wire.rule !== undefined && { rule: wire.rule }),
  }
}

function locationOf(wire: GateFinding): Location {
  const location = parseLocation(wire.location)
  if (!location) throw new Error(`The location of ${wire.id} was not checked.`)
  return location
}

function runId(n: number): string {
  return `F${String(n).padStart(3, '0')}`
}

function disagreements(wire: GateFinding, finding: Finding): readonly string[] {
  const notes: string[] = []
  if (wire.lane !== finding.lane || wire.lane_case !== finding.laneCase) {
    notes.push(`${finding.id} was given as ${wire.lane} by case ${wire.lane_case}; it is ${finding.lane} by case ${finding.laneCase}`)
  }
  if (wire.reproduction_line !== finding.reproductionLine) {
    notes.push(`${finding.id} ${finding.reproductionLine ? 'sits in' : 'does not sit in'} reproduction lines, against what the gate said`)
  }
  return notes
}

function buildDecisions(verdict: GateVerdict, findings: readonly Finding[]): readonly Decision[] {
  const ids = new Map(verdict.findings.map((wire, n) => [wire.id, findings[n]?.id ?? wire.id]))
  return verdict.decisions.map((decision) => ({
    id: decision.id,
    title: decision.title,
    findingIds: decision.finding_ids.map((id) => ids.get(id) ?? id),
    options: decision.options,
    suggestedDefault: decision.suggested_default,
    wording: decision.wording,
  }))
}
