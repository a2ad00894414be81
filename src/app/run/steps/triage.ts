import type { At, Learned } from '../../../core/loop/machine.ts'
import { HelperError } from '../../../core/model/fault.ts'
import type { Finding } from '../../../core/model/finding.ts'
import { charterNote, crossingFindings, parseCharter } from '../../../core/triage/charter.ts'
import type { TriageReturn } from '../../../core/triage/contract.ts'
import type { TriageAsk } from '../../../core/triage/port.ts'
import { triagePrompt } from '../../../core/triage/prompt.ts'
import { readCharter } from '../charter.ts'
import type { Memory } from '../memory.ts'
import { present } from '../memory.ts'
import { readOnly } from '../read-only.ts'
import { appendPair } from '../records.ts'
import type { Session } from '../session.ts'
import { openWorkspace } from '../workspace.ts'
import { pathsToFix } from './open.ts'

/** Has the verifier judge the qualifying set, and holds the approved set against CHARTER.md (GAR-076, GAR-130, GAR-164). */
export async function triage(session: Session, memory: Memory, { round, qualifying }: At<'triage'>): Promise<Learned['triage']> {
  session.progress(`checking ${qualifying.length} finding${qualifying.length === 1 ? '' : 's'}`)
  const facts = present(memory)
  const ask: TriageAsk = {
    round: round.n, qualifying, change: facts.change, objects: session.subject.objects,
    read: await openWorkspace(session.context, pathsToFix(qualifying)), ledger: session.relay.ledger, signal: session.signal,
  }
  const prompt = triagePrompt(ask)
  const reply = await readOnly(session, session.roles.outside.verifier, () => session.roles.verifier.triage(ask, prompt))
  await appendPair(session.relay.verifier(round.n), 'triage', { prompt, text: reply.text })
  const decisions = oneEach(qualifying, reply.value)
  for (const [id, decision] of decisions) {
    if (decision.verdict === 'not-approved') facts.refused.set(id, { code: decision.code ?? 'not-safe', reason: decision.reason })
  }
  facts.approved = qualifying.filter((finding) => decisions.get(finding.id)?.verdict === 'approved')
  facts.crossing = await crossing(session, memory, facts.approved)
  return { approved: facts.approved, crossesCharter: facts.crossing.length > 0 }
}

// Exactly one decision for each qualifying finding; anything else is no answer (rulings 2.1).
function oneEach(qualifying: readonly Finding[], answer: TriageReturn): ReadonlyMap<string, TriageReturn['decisions'][number]> {
  const decisions = new Map(answer.decisions.map((decision) => [decision.finding_id, decision]))
  const isWhole = decisions.size === answer.decisions.length && decisions.size === qualifying.length && qualifying.every((finding) => decisions.has(finding.id))
  if (!isWhole) throw new HelperError('contract-violating', 'The triage did not answer each qualifying finding exactly once.')
  return decisions
}

async function crossing(session: Session, memory: Memory, approved: readonly Finding[]): Promise<readonly string[]> {
  if (approved.length === 0) return []
  const found = await readCharter(session.context)
  if (found.kind === 'none') return []
  // A charter that cannot be read cannot be kept, so nothing is written (rulings 2.8).
  if (found.kind === 'unusable') {
    memory.notes.push(`CHARTER.md ${found.reason}`)
    return approved.map((finding) => finding.id)
  }
  const charter = parseCharter(found.text)
  const note = charterNote(charter)
  if (note !== undefined && !memory.notes.includes(note)) memory.notes.push(note)
  return crossingFindings(charter, approved).map((finding) => finding.id)
}
