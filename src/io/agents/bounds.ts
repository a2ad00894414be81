import type { AuditReturn } from '../../core/audit/contract.ts'
import type { AuditAsk } from '../../core/audit/port.ts'
import type { FixReturn } from '../../core/fix/contract.ts'
import type { FixAsk } from '../../core/fix/port.ts'
import { checkVerdict } from '../../core/gate/check.ts'
import type { GateVerdict } from '../../core/gate/contract.ts'
import type { GateAsk } from '../../core/gate/port.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { TriageReturn } from '../../core/triage/contract.ts'
import type { TriageAsk } from '../../core/triage/port.ts'

/** What a value that keeps the form of its contract still breaks, or undefined. */
export type Complaint = string | undefined

/** Bounds of an agent's lists and texts; the contract and the prompt share them. */
export const bounds = { findings: 50, rationale: { min: 40, max: 2000 }, reproductions: 50, command: 500, place: 300 } as const

/** Returns what a gate verdict breaks of its cross-checks, the echo of the snapshot among them. */
export function gateComplaint(verdict: GateVerdict, { round, mode, snapshot, prior, change }: GateAsk): Complaint {
  const closed = new Set(prior.filter(({ tag }) => tag === 'closed').map(({ id }) => id))
  const checked = checkVerdict(verdict, {
    round, mode, snapshot, closed, agent: true,
    prior: prior.map(({ id }) => id).filter((id) => !closed.has(id)),
    paths: new Set<string>([...change.files.map(({ path }) => path), ...prior.map(({ cited }) => cited.path)]),
  })
  return checked.ok ? undefined : checked.reason
}

/** Returns what a triage return breaks: one decision a finding, and a reason with its code for each refusal (GAR-130). */
export function triageComplaint({ decisions }: TriageReturn, { qualifying }: TriageAsk): Complaint {
  const mute = decisions.find(({ verdict, reason, code }) => verdict === 'not-approved' && (code === undefined || reason.trim() === ''))
  return oneEach(qualifying, decisions.map((decision) => decision.finding_id)) ?? (mute && `${mute.finding_id} is not approved without a reason and a code`)
}

/** Returns what a fixer's return breaks: one resolution a finding, with a rationale where nothing was fixed (FORGE-042, FORGE-045). */
export function fixComplaint({ resolutions, reproductions }: FixReturn, { approved }: FixAsk): Complaint {
  const { min, max } = bounds.rationale
  const mute = resolutions.find(({ resolution, rationale = '' }) => resolution !== 'fixed' && (rationale.trim().length < min || rationale.length > max))
  if (reproductions.length > bounds.reproductions) return `${reproductions.length} reproductions, more than ${bounds.reproductions}`
  if (reproductions.some(({ path, command }) => path.length > bounds.place || command.length > bounds.command)) return `a reproduction's path or command is longer than ${bounds.place} and ${bounds.command} characters`
  return oneEach(approved, resolutions.map((resolution) => resolution.finding_id)) ?? (mute && `${mute.finding_id} is ${mute.resolution} without a rationale of ${min} to ${max} characters`)
}

/** Returns what a delta return breaks: it has no more entries than there are hunks; one that is missing counts as unmapped later. */
export function auditComplaint({ hunks }: AuditReturn, ask: AuditAsk): Complaint {
  return hunks.length > ask.hunks.length ? `${hunks.length} entries for ${ask.hunks.length} hunks` : undefined
}

// An id that is not asked for is told by its position: it is the agent's text, of any length.
function oneEach(asked: readonly Finding[], given: readonly string[]): Complaint {
  const ids = new Set(asked.map(({ id }) => id))
  const stranger = given.findIndex((id) => !ids.has(id))
  if (stranger !== -1) return `entry ${stranger + 1} names no finding that was asked about`
  const missing = asked.find(({ id }) => given.filter((one) => one === id).length !== 1)
  return missing && `${missing.id} is not answered exactly once`
}
