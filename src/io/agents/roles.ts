import * as z from 'zod'
import { auditReturn } from '../../core/audit/contract.ts'
import type { Audit } from '../../core/audit/port.ts'
import { fixReturn } from '../../core/fix/contract.ts'
import type { Fixer } from '../../core/fix/port.ts'
import { gateVerdict } from '../../core/gate/contract.ts'
import type { Gate } from '../../core/gate/port.ts'
import { triageReturn } from '../../core/triage/contract.ts'
import type { Triage } from '../../core/triage/port.ts'
import type { AgentBackend, AgentRole } from './backend.ts'
import { auditComplaint, fixComplaint, gateComplaint, triageComplaint } from './bounds.ts'
import type { Unaccepted } from './consult.ts'
import { consult } from './consult.ts'

export type AgentOptions = {
  /** Absolute top of the work tree. */
  readonly root: string
  /** Absolute private directory, outside what is reviewed. */
  readonly scratch: string
  /** Milliseconds a role may take, where it is not the default. */
  readonly deadlines?: Partial<Readonly<Record<AgentRole, number>>>
  /** How often a reading role is asked again after an answer that breaks its contract (ruling C7). */
  readonly protocolRetry?: 0 | 1
  /** Told every answer that no `Reply` will carry, so that it can be recorded. */
  readonly unaccepted?: (answer: Unaccepted) => Promise<void>
}

/** Milliseconds each role may take (rulings 2.9). */
export const defaultDeadlines: Readonly<Record<AgentRole, number>> = { gate: 600_000, triage: 300_000, fix: 600_000, audit: 300_000 }

/** Returns the roles of the loop as played by an agent. The fixer edits the working tree itself: `FixAsk.write` stays unused. */
export function createAgentRoles(backend: AgentBackend, options: AgentOptions): Gate & Triage & Fixer & Audit {
  const asker = { backend, ...options, deadlines: { ...defaultDeadlines, ...options.deadlines } }
  return {
    name: `agent/${backend.name}`,
    review: (ask, prompt) => consult(asker, { role: 'gate', phase: 'REVIEW', form: gateVerdict, schema: schemas.gate, ask, prompt, complaint: gateComplaint }),
    triage: (ask, prompt) => consult(asker, { role: 'triage', phase: 'TRIAGE', form: triageReturn, schema: schemas.triage, ask, prompt, complaint: triageComplaint }),
    fix: (ask, prompt) => consult(asker, { role: 'fix', phase: 'FIX', form: fixReturn, schema: schemas.fix, ask, prompt, complaint: fixComplaint }),
    audit: (ask, prompt) => consult(asker, { role: 'audit', phase: 'DELTA', form: auditReturn, schema: schemas.audit, ask, prompt, complaint: auditComplaint }),
  }
}

const schemas: Readonly<Record<AgentRole, object>> = {
  gate: z.toJSONSchema(gateVerdict), triage: z.toJSONSchema(triageReturn), fix: z.toJSONSchema(fixReturn), audit: z.toJSONSchema(auditReturn),
}
