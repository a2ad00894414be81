import { parseLocation } from '../model/finding.ts'
import type { GateFinding, GateVerdict } from './contract.ts'

/** What a verdict must agree with. */
export type Bound = {
  readonly round: number
  readonly mode: 'first' | 'delta'
  readonly snapshot: string
  /** Run ids that must appear exactly once in a delta. */
  readonly prior: readonly string[]
  /** Run ids of findings that an earlier round closed: they may come back, and need not. */
  readonly closed?: ReadonlySet<string>
  /** Paths in scope. */
  readonly paths: ReadonlySet<string>
  /** True when the verdict came from an agent: its claims need proof, and their number has a bound. */
  readonly agent: boolean
}
export type Checked = { readonly ok: true } | { readonly ok: false; readonly reason: string }

const maxAgentFindings = 50
const control = /[^\P{Cc}\n\t]/u

type Complaint = string | undefined
const verdictRules: readonly ((verdict: GateVerdict, bound: Bound) => Complaint)[] = [
  (v, b) => v.round === b.round ? undefined : `round is ${v.round}, the reviewed round is ${b.round}`,
  (v, b) => v.mode === b.mode ? undefined : `mode is "${v.mode}", asked was "${b.mode}"`,
  (v, b) => v.reviewed.snapshot === b.snapshot ? undefined : 'reviewed.snapshot is not the snapshot under review',
  (v) => v.needs_fix_round === v.findings.some(isOpen) ? undefined : 'needs_fix_round disagrees with the tags',
  (v, b) => b.agent && v.findings.length > maxAgentFindings ? `more than ${maxAgentFindings} findings` : undefined,
  (v) => holdsControl(v) ? 'a string holds a control character' : undefined,
  (v) => repeated('finding id', v.findings.map((f) => f.id)),
  (v) => repeated('decision id', v.decisions.map((d) => d.id)),
  (v) => checkReferences(v),
  (v, b) => checkPrior(v, b),
]
const findingRules: readonly ((finding: GateFinding, bound: Bound) => Complaint)[] = [
  (f, b) => f.id.startsWith(`R${b.round}-`) ? undefined : `the id does not name round ${b.round}`,
  (f, b) => (f.tag === 'none') === (b.mode === 'first') ? undefined : `the tag "${f.tag}" does not belong to a ${b.mode} review`,
  (f) => f.non_blocking === (f.heading !== 'critical') ? undefined : 'non_blocking disagrees with the heading',
  (f, b) => b.agent && f.label === 'verified' && f.proof === undefined ? 'verified without proof' : undefined,
  (f, b) => checkLocation(f, b),
]

/** Returns whether a parsed verdict keeps the cross-checks of its contract; the first breach is the reason (rulings 2.1). */
export function checkVerdict(verdict: GateVerdict, bound: Bound): Checked {
  for (const rule of verdictRules) {
    const reason = rule(verdict, bound)
    if (reason !== undefined) return { ok: false, reason }
  }
  for (const finding of verdict.findings) {
    const reason = findingRules.map((rule) => rule(finding, bound)).find((found) => found !== undefined)
    if (reason !== undefined) return { ok: false, reason: `${finding.id}: ${reason}` }
  }
  return { ok: true }
}

function isOpen({ tag }: GateFinding): boolean {
  return tag !== 'closed' && tag !== 'settled by a decision'
}

function holdsControl(value: unknown): boolean {
  if (typeof value === 'string') return control.test(value)
  if (typeof value !== 'object' || value === null) return false
  // A path may hold any character but NUL; where it is printed it is escaped.
  return Object.entries(value).some(([key, held]) => (key === 'location' || key === 'paths' ? holdsNul(held) : holdsControl(held)))
}

function holdsNul(value: unknown): boolean {
  return [value].flat().some((text) => typeof text === 'string' && text.includes('\0'))
}

function repeated(what: string, ids: readonly string[]): Complaint {
  const seen = new Set<string>()
  const again = ids.find((id) => seen.size === seen.add(id).size)
  return again === undefined ? undefined : `${what} ${again} appears twice`
}

function checkReferences({ findings, decisions }: GateVerdict): Complaint {
  const known = new Set(findings.flatMap((f) => [f.id, f.prior_id]))
  const entries = new Set(decisions.map((d) => d.id))
  const finding = decisions.flatMap((d) => d.finding_ids).find((id) => !known.has(id))
  if (finding !== undefined) return `a decision names ${finding}, which is no finding`
  const entry = findings.find((f) => f.decision_ref !== null && !entries.has(f.decision_ref))
  return entry === undefined ? undefined : `${entry.id} names a decision that is not listed`
}

function checkPrior({ findings }: GateVerdict, { mode, prior, closed }: Bound): Complaint {
  const given = findings.flatMap((f) => (f.prior_id === undefined ? [] : [f.prior_id]))
  if (mode === 'first') return given.length === 0 ? undefined : 'a first review names an earlier finding'
  const unknown = given.find((id) => !prior.includes(id) && closed?.has(id) !== true)
  if (unknown !== undefined) return `prior_id ${unknown} is no finding of an earlier round`
  const missing = prior.find((id) => !given.includes(id))
  return missing === undefined ? repeated('prior_id', given) : `the earlier finding ${missing} is missing`
}

function checkLocation(finding: GateFinding, { paths }: Bound): Complaint {
  const location = parseLocation(finding.location)
  if (!location) return 'the location is not path:start or path:start-end'
  if (!isInsideRoot(location.path)) return 'the location leaves the repository'
  // What can neither be fixed nor block may lie anywhere in the repository, and an earlier finding was in scope when it was accepted.
  const isFree = finding.prior_id !== undefined || finding.pre_existing || finding.scope_extension || finding.reproduction_line || finding.anchor.kind === 'intent'
  return isFree || paths.has(location.path) ? undefined : 'the location is outside the scope'
}

function isInsideRoot(path: string): boolean {
  return !path.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(path) && !path.split(/[\\/]/).includes('..')
}
