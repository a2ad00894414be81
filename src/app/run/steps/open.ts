import { createHash } from 'node:crypto'
import { ledgerPaths } from '../../../core/audit/ledger.ts'
import type { GateAsk, Reply } from '../../../core/gate/port.ts'
import { checkVerdict } from '../../../core/gate/check.ts'
import type { GateVerdict } from '../../../core/gate/contract.ts'
import { parseGateVerdict } from '../../../core/gate/contract.ts'
import { buildFindings } from '../../../core/gate/findings.ts'
import { gatePrompt } from '../../../core/gate/prompt.ts'
import { areAllSelfWritten } from '../../../core/loop/self-written.ts'
import type { At, Learned, Round } from '../../../core/loop/machine.ts'
import { HelperError } from '../../../core/model/fault.ts'
import { parseLocation } from '../../../core/model/finding.ts'
import type { Finding } from '../../../core/model/finding.ts'
import type { Change } from '../../../core/model/tree.ts'
import { heldFindings, isBlocking, qualify } from '../../../core/qualify/qualify.ts'
import type { Qualification } from '../../../core/qualify/qualify.ts'
import { answersText, applyAnswers, renderLines, seenIn } from '../../../core/target/answers.ts'
import { parseReply } from '../../../io/agents/wire.ts'
import { readIfThere } from '../../../io/os/files.ts'
import { diffText } from '../diff.ts'
import { gatherContents } from '../evidence.ts'
import { ledgerText } from '../ledger.ts'
import type { Memory, RoundFacts } from '../memory.ts'
import { captureTree } from '../own-writes.ts'
import { readOnly } from '../read-only.ts'
import { writeRecord } from '../records.ts'
import type { Session } from '../session.ts'

/** Opens a round: one gate call over the subject, its verdict checked, every finding given its id, lane and class (GAR-073). */
export async function open(session: Session, memory: Memory, { round }: At<'open'>): Promise<Learned['open']> {
  session.progress(round.n === 1 ? 'reviewing' : `reviewing again (round ${round.n})`)
  if (memory.after !== null) memory.worktree = memory.after
  const change = await session.subject.change(memory.changed, memory.worktree)
  const ask = askOf(session, memory, { round, change })
  const shown = await withoutReproductions(session, change)
  const prompt = gatePrompt({ ...ask, change: shown }, session.roles.outside.gate ? await diffText(shown, session.subject.objects) : null)
  await writeRecord(session.relay.gatePrompt(round.n), prompt)
  const verdict = await answerOf(session, memory, { ask, prompt })
  const facts = await classify(session, memory, { round, change, verdict, prior: ask.prior })
  memory.rounds.push(facts)
  const qualifying = qualifyingOf(facts)
  // From here on the working tree matters: what a fix is judged against must still be there when it is written (ruling C12).
  if (qualifying.length > 0 && round.mode === 'fix' && memory.worktree === null) {
    memory.worktree = await captureTree(session, pathsToFix(qualifying))
  }
  return { decisions: facts.decisions.length + heldFindings(facts.findings, facts.decisions).size, qualifying, selfWritten: areAllSelfWritten(qualifying, memory.authored) }
}

/** Returns the findings of a round that qualify for a fix. */
export function qualifyingOf(facts: RoundFacts): readonly Finding[] {
  return facts.findings.filter((finding) => facts.qualified.get(finding.id)?.qualifies === true)
}

/** Returns every path the fixes of these findings name. */
export function pathsToFix(findings: readonly Finding[]): Finding['fix']['paths'] {
  return [...new Set(findings.flatMap((finding) => finding.fix.paths))]
}

// What the fixer added to reproduce a finding is no part of the change under review (GAR-050); a finding there still has its place.
async function withoutReproductions(session: Session, change: Change): Promise<Change> {
  const reproductions = ledgerPaths(await ledgerText(session))
  return { ...change, files: change.files.filter(({ path }) => !reproductions.has(path)) }
}

type Opened = { readonly round: Round; readonly change: Change }

function askOf(session: Session, memory: Memory, { round, change }: Opened): GateAsk {
  return {
    round: round.n,
    mode: round.n === 1 ? 'first' : 'delta',
    snapshot: digestOf(session, change),
    head: session.subject.head,
    change,
    prior: memory.rounds.at(-1)?.findings ?? [],
    ledger: session.relay.ledger,
    task: taskOf(session, change),
    objects: session.subject.objects,
    signal: session.signal,
  }
}

// What the user answered reaches the gate as data, beside what the change is for.
function taskOf(session: Session, change: Change): string | null {
  const said = answersText(session.answers, new Set(change.files.map((file) => file.path)))
  return said === '' ? session.task : `${session.task ?? ''}\n\n## Answers of the user\n\n${said}`.trim()
}

function digestOf(session: Session, { tree, base, published }: Change): string {
  return createHash('sha256').update(['gar-subject 1', session.subject.head ?? 'unborn', base ?? 'empty', tree, ...published].join('\n')).digest('hex')
}

// A marked pair placed by the invoker stands for the gate call; the mark alone decides (GAR-111, GAR-112).
async function answerOf(session: Session, memory: Memory, { ask, prompt }: { ask: GateAsk; prompt: string }): Promise<GateVerdict> {
  const file = session.relay.gate(ask.round)
  const isMarked = session.honoursPreseed && await readIfThere(session.relay.preseed(ask.round)) !== null
  if (!isMarked) {
    const reply = await readOnly(session, session.roles.outside.gate, () => session.roles.gate.review(ask, prompt))
    await writeRecord(file, reply.text)
    return accept(ask, reply, session.roles.outside.gate)
  }
  memory.preseeded = true
  const bytes = await readIfThere(file)
  return acceptPreseed(ask, bytes?.toString('utf8') ?? '')
}

// A return is either the bare verdict, as the engine gives it, or an agent's answer with its marked block.
function acceptPreseed(ask: GateAsk, text: string): GateVerdict {
  if (text.trimStart().startsWith('{')) return accept(ask, { text, value: parsePreseed(text) }, false)
  const reply = parseReply(text, 'REVIEW')
  if (reply.kind === 'refused') throw new HelperError('contract-violating', `The pre-seeded gate return breaks its contract: ${reply.reason}`)
  const given = reply.kind === 'unable' ? reply.reason : reply.unable
  const verdict = reply.kind === 'value' ? accept(ask, { text, value: reply.value }, true) : null
  // An inability counts beside a complete return only (GAR-145, GAR-146).
  if (verdict === null || given !== undefined) throw new HelperError('declared-inability', `The pre-seeded gate return declares an inability: ${given ?? ''}`)
  return verdict
}

function parsePreseed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HelperError('contract-violating', 'The pre-seeded gate return is no JSON verdict.', { cause })
  }
}

// What comes back is checked although gar's own engine wrote it: nothing but a whole, fitting verdict counts as an answer.
function accept(ask: GateAsk, reply: Reply<unknown>, isAgent: boolean): GateVerdict {
  const parsed = parseGateVerdict(reply.value)
  if (!parsed.ok) throw new HelperError('contract-violating', `The gate's verdict breaks its contract: ${parsed.reason}`)
  const checked = checkVerdict(parsed.verdict, {
    round: ask.round, mode: ask.mode, snapshot: ask.snapshot,
    prior: ask.prior.filter(({ tag }) => tag !== 'closed').map(({ id }) => id), closed: new Set(ask.prior.filter(({ tag }) => tag === 'closed').map(({ id }) => id)),
    paths: new Set([...ask.change.files.map((file) => file.path), ...ask.prior.map((finding) => finding.cited.path)]), agent: isAgent,
  })
  if (!checked.ok) throw new HelperError('contract-violating', `The gate's verdict does not hold: ${checked.reason}`)
  return parsed.verdict
}

type Given = Opened & { readonly verdict: GateVerdict; readonly prior: readonly Finding[] }

async function classify(session: Session, memory: Memory, { round, change, verdict, prior }: Given): Promise<RoundFacts> {
  const paths = verdict.findings.flatMap((finding) => parseLocation(finding.location)?.path ?? [])
  const built = buildFindings({
    verdict, prior, first: memory.nextId,
    contents: await gatherContents(session, change, { paths, fixed: memory.changed }),
    ledgerPaths: ledgerPaths(await ledgerText(session)),
  })
  memory.nextId = built.next
  for (const finding of built.findings) if (finding.tag !== 'closed') memory.fixed.delete(finding.id)
  const reviewed = { ...built, tree: change.tree }
  const journal = await readIfThere(session.relay.findings)
  await writeRecord(session.relay.findings, `${journal?.toString('utf8') ?? ''}${renderLines(seenIn({ run: session.run, round: round.n }, reviewed))}`)
  const { findings, decisions, declined, notes } = applyAnswers(session.answers, reviewed)
  for (const note of notes) if (!memory.notes.includes(note)) memory.notes.push(note)
  const held = heldFindings(findings, decisions)
  const options = { severityFloor: session.config.severityFloor, declined: new Set(declined.keys()) }
  for (const unread of verdict.unread) memory.notes.push(`not examined: ${unread}`)
  return {
    n: round.n, change, findings, decisions,
    qualified: new Map(findings.map((finding) => [finding.id, declinedFor(finding, declined) ?? qualify(finding, held, options)])),
    blocking: findings.filter((finding) => isBlocking(finding, options)),
    refused: new Map(), approved: [], crossing: [], landed: false,
  }
}

// A decline is named before everything else that bars a finding, and always with its reason (RUC-042, RUC-043).
function declinedFor({ fingerprint, tag }: Finding, declined: ReadonlyMap<string, string>): Qualification | undefined {
  const reason = declined.get(fingerprint)
  return reason === undefined || tag === 'closed' ? undefined : { qualifies: false, class: 'declined', reason: `declined by the user: ${reason}` }
}
