import type { AuditAsk } from '../../../src/core/audit/port.ts'
import type { FixAsk } from '../../../src/core/fix/port.ts'
import type { GateAsk } from '../../../src/core/gate/port.ts'
import type { Finding } from '../../../src/core/model/finding.ts'
import { parseOid } from '../../../src/core/model/tree.ts'
import type { TriageAsk } from '../../../src/core/triage/port.ts'
import type { AgentBackend, AgentCall } from '../../../src/io/agents/backend.ts'
import { closeMark, openMark } from '../../../src/io/agents/wire.ts'
import { addition, file, sampleFinding, snapshot } from '../gate/sample.ts'

const tree = parseOid('b'.repeat(40))
if (tree === undefined) throw new Error('no object id')
const change = { tree, base: null, published: [], files: [{ path: file, mode: '100644', baseMode: '000000', now: tree, base: null, published: [] }] }
const objects = { blobs: async () => new Map(), filesWith: async () => [], paths: async () => new Map() }

export const never = new AbortController().signal

export function gateAsk(more: Partial<GateAsk> = {}): GateAsk {
  return { round: 1, mode: 'first', snapshot, head: null, change, prior: [], ledger: '/r/ledger.txt', task: null, objects, signal: never, ...more }
}

export function triageAsk(qualifying: readonly Finding[] = [sampleFinding()], more: Partial<TriageAsk> = {}): TriageAsk {
  return { round: 1, qualifying, change, objects, read: async () => null, ledger: '/r/ledger.txt', signal: never, ...more }
}

export function fixAsk(approved: readonly Finding[] = [sampleFinding()], more: Partial<FixAsk> = {}): FixAsk {
  return { round: 1, approved, setback: null, read: async () => null, write: async () => { throw new Error('an agent writes by itself') }, signal: never, ...more }
}

export function auditAsk(more: Partial<AuditAsk> = {}): AuditAsk {
  return { round: 1, approved: [sampleFinding()], hunks: [addition(2, ['x'])], written: [], ledger: '/r/ledger.txt', signal: never, ...more }
}

export function block(value: unknown): string {
  return `${openMark}\n${JSON.stringify(value)}\n${closeMark}\n`
}

/** Returns a back end that gives the answers in turn, and the calls it was asked. */
export function saying(...answers: readonly (string | Error)[]): { backend: AgentBackend; calls: AgentCall[] } {
  const calls: AgentCall[] = []
  const ask = async (call: AgentCall): Promise<{ text: string }> => {
    const answer = answers[calls.length]
    calls.push(call)
    if (answer === undefined) throw new Error('asked too often')
    if (answer instanceof Error) throw answer
    return { text: answer }
  }
  return { backend: { name: 'test', ask }, calls }
}
