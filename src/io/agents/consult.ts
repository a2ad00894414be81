import * as z from 'zod'
import { fence } from '../../core/evidence/fence.ts'
import type { Cancel, Reply } from '../../core/gate/port.ts'
import { HelperError } from '../../core/model/fault.ts'
import { displayPath } from '../../core/model/path.ts'
import type { AgentBackend, AgentRole } from './backend.ts'
import type { Complaint } from './bounds.ts'
import { outputContract } from './output-contract.ts'
import { parseReply } from './wire.ts'

/** An answer that was not taken, and why. */
export type Unaccepted = { readonly role: AgentRole; readonly round: number; readonly prompt: string; readonly text: string; readonly reason: string }

export type Asker = {
  readonly backend: AgentBackend
  readonly root: string
  readonly scratch: string
  readonly deadlines: Readonly<Record<AgentRole, number>>
  readonly protocolRetry?: 0 | 1
  readonly unaccepted?: (answer: Unaccepted) => Promise<void>
}
export type Question<A, T> = {
  readonly role: AgentRole
  readonly phase: string
  readonly form: z.ZodType<T>
  readonly schema: object
  readonly ask: A
  readonly prompt: string
  readonly complaint: (value: T, ask: A) => Complaint
}
type Asked = { readonly round: number; readonly signal: Cancel }
type Judged<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'unable' | 'refused'; readonly reason: string }

const maxReason = 2000

/** Puts a question to the agent and returns the answer that keeps its contract. Throws `HelperError`. */
export async function consult<A extends Asked, T>(asker: Asker, question: Question<A, T>): Promise<Reply<T>> {
  const prompt = `${question.prompt}\n${outputContract(question.phase, question.schema)}\n`
  const first = await attempt(asker, question, prompt)
  if (!(first instanceof HelperError)) return first
  // The writer is never asked twice: what its first answer did to the tree is not known.
  if (asker.protocolRetry !== 1 || question.role === 'fix' || first.kind !== 'contract-violating') throw first
  const second = await attempt(asker, question, `${prompt}\n## Your last answer was refused\n\nAnswer again, whole. This is why, as data:\n\n${fence(first.message)}\n`)
  if (second instanceof HelperError) throw second
  return second
}

async function attempt<A extends Asked, T>(asker: Asker, question: Question<A, T>, prompt: string): Promise<Reply<T> | HelperError> {
  const { role, ask } = question
  const text = await textOf(asker, question, prompt)
  if (text instanceof HelperError) return text
  const judged = judge(text, question)
  if (judged.kind === 'value') return { text, value: judged.value }
  const reason = tidy(judged.reason)
  await asker.unaccepted?.({ role, round: ask.round, prompt, text, reason })
  return judged.kind === 'unable'
    ? new HelperError('declared-inability', `The ${role} agent declared that it is unable: ${reason === '' ? 'no reason given' : reason}`)
    : new HelperError('contract-violating', `The ${role} agent's answer breaks its contract: ${reason}`)
}

async function textOf<A extends Asked, T>(asker: Asker, { role, schema, ask }: Question<A, T>, prompt: string): Promise<string | HelperError> {
  const { backend, root, scratch, deadlines } = asker
  try {
    const { text } = await backend.ask({ role, prompt, schema, root, scratch, deadline: deadlines[role], signal: ask.signal, mayWrite: role === 'fix' })
    return text
  } catch (error) {
    if (error instanceof HelperError) return error
    throw error
  }
}

function judge<A, T>(text: string, { phase, form, ask, complaint }: Question<A, T>): Judged<T> {
  const wire = parseReply(text, phase)
  if (wire.kind !== 'value') return wire
  const parsed = form.safeParse(wire.value)
  if (!parsed.success) return { kind: 'refused', reason: z.prettifyError(parsed.error) }
  // A declared inability counts only beside a complete return (GAR-145, GAR-146).
  if (wire.unable !== undefined) return { kind: 'unable', reason: wire.unable }
  const reason = complaint(parsed.data, ask)
  return reason === undefined ? { kind: 'value', value: parsed.data } : { kind: 'refused', reason }
}

// A reason may quote the agent: it is printed, so it holds nothing a terminal acts on and has an end.
function tidy(reason: string): string {
  const text = reason.split('\n').map(displayPath).join('\n')
  return text.length <= maxReason ? text : `${text.slice(0, maxReason)} ... (${text.length - maxReason} more characters)`
}
