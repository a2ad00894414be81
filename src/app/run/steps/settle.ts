import type { At, Learned } from '../../../core/loop/machine.ts'
import { mapHunks } from '../../../core/audit/hunk-map.ts'
import { parseAuthored, renderAuthored } from '../../../core/audit/authored.ts'
import type { AuditAsk, Written } from '../../../core/audit/port.ts'
import { auditPrompt } from '../../../core/audit/prompt.ts'
import { ledgerPaths } from '../../../core/audit/ledger.ts'
import { diffHunks, splitLines } from '../../../core/evidence/hunks.ts'
import { HelperError } from '../../../core/model/fault.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import { contentsOf } from '../../../io/snapshot/content.ts'
import type { Snapshot } from '../../../io/snapshot/model.ts'
import { differing } from '../../../io/snapshot/model.ts'
import { restore as restoreTree } from '../../../io/snapshot/restore.ts'
import { readIfThere, writeWhole } from '../../../io/os/files.ts'
import { relayName } from '../../../io/relay/layout.ts'
import { ledgerText, runLedger } from '../ledger.ts'
import type { Memory } from '../memory.ts'
import { present } from '../memory.ts'
import { captureTree, preFixOf, takeBack } from '../own-writes.ts'
import { readOnly } from '../read-only.ts'
import { appendPair, writeRecord } from '../records.ts'
import type { Session } from '../session.ts'
import { untouchable } from '../workspace.ts'

/** Runs the regression ledger after a fix (GAR-065). */
export async function ledger(session: Session): Promise<Learned['ledger']> {
  const { failing } = await runLedger(await ledgerText(session), { directory: session.context.top, env: session.childEnv, signal: session.signal })
  return failing === undefined ? {} : { failing }
}

/** Has the verifier map every hunk of the fix; the controller counts the hunks itself (GAR-132). */
export async function audit(session: Session, memory: Memory, { round, approved }: At<'audit'>): Promise<Learned['audit']> {
  session.progress('auditing the fix')
  const written = await writtenFiles(session, memory)
  const ask: AuditAsk = { round: round.n, approved, hunks: memory.hunks, written, ledger: session.relay.ledger, signal: session.signal }
  const prompt = auditPrompt(ask)
  const reply = await readOnly(session, session.roles.outside.verifier, () => session.roles.verifier.audit(ask, prompt))
  await appendPair(session.relay.verifier(round.n), 'delta', { prompt, text: reply.text })
  const sizes = new Map(written.map(({ path, before }) => [path as string, splitLines(Buffer.from(before ?? []).toString('latin1')).length]))
  const { unmapped } = mapHunks(memory.hunks, reply.value, { approved, reproductions: ledgerPaths(await ledgerText(session)), sizes })
  const forbidden = await forbiddenWrites(session, memory)
  return { unmapped: memory.hunks.filter((hunk) => unmapped.includes(hunk) || forbidden.has(hunk.path)) }
}

// The engine's writes pass the workspace one by one; what writes by itself is held against the same rules afterwards (ruling C36).
async function forbiddenWrites(session: Session, memory: Memory): Promise<ReadonlySet<RepoPath>> {
  return session.roles.outside.fixer ? untouchable(session.context, [...memory.writes.keys()]) : new Set()
}

/** Puts the tree back to the round's pre-fix state; a foreign edit beside or since the fix is kept (GAR-157, ruling A5). */
export async function restore(session: Session, memory: Memory): Promise<Learned['restore']> {
  const isWhole = memory.after === null ? await undoCut(session, memory) : await undoWhole(session, memory, memory.after)
  if (!isWhole) return { foreignEdit: true }
  const text = await readIfThere(session.relay.ledger)
  await writeWhole(session.relay.ledger, (text ?? Buffer.alloc(0)).subarray(0, memory.ledgerLength))
  memory.writes.clear()
  memory.after = null
  return { foreignEdit: false }
}

async function undoWhole(session: Session, memory: Memory, expected: Snapshot | null): Promise<boolean> {
  const restored = await restoreTree(session.context, session.store, { target: preFixOf(memory), expected, exclude: [relayName], saveIn: session.relay.directory })
  if (restored.kind === 'failed') {
    memory.notes.push(`${restored.reason} Nothing more was written; what the files were before the fix lies in ${session.relay.preFixPatch} and ${session.relay.preFixTar}`)
    throw new HelperError('helper-script', `The state before the fix could not be put back: ${restored.reason}`)
  }
  if (restored.kind === 'foreign') memory.notes.push(`${restored.paths.join(', ')} changed after the fix; nothing was put back, and copies lie in ${restored.saved}`)
  return restored.kind === 'restored'
}

// The fixer was cut off before its result was on record: only what it is known to have written is undone.
async function undoCut(session: Session, memory: Memory): Promise<boolean> {
  if (session.roles.outside.fixer) return undoWhole(session, memory, null)
  await takeBack(session, memory)
  const left = differing(preFixOf(memory), await captureTree(session, [...preFixOf(memory).entries.keys()]))
  if (left.length > 0) memory.notes.push(`${left.join(', ')} changed during the fix and was left as it is`)
  return left.length === 0
}

/** Ends a round: records what the loop authored when its writes landed, else checks that the subject is still the one reviewed (GAR-086, RUC-045). */
export async function close(session: Session, memory: Memory, { stop }: At<'close'>): Promise<Learned['close']> {
  // Triage read the working tree, so its refusals hold for that tree only; a hook's clean verdict is about a tree of git's alone.
  if (stop !== undefined) return { foreignEdit: !await isUnmoved(session, memory, session.subject.isWorktree || stop === 'empty-approved') }
  const [baseline, after] = [memory.baseline, memory.after]
  if (baseline === null || after === null) throw new Error('a round landed without a snapshot')
  const paths = differing(baseline, after)
  const [old, now] = await contentsOfBoth(session, { baseline, after })
  const text = renderAuthored(paths.flatMap((path) => diffHunks(path, old.get(path) ?? null, now.get(path) ?? null)))
  await writeRecord(session.relay.authored, text)
  memory.authored = parseAuthored(text)
  // A reproduction is no part of the change under review, and so of nothing that is handed over (GAR-050).
  const standing = await ledgerText(session)
  const reproductions = ledgerPaths(standing)
  memory.ledgerLength = Buffer.byteLength(standing)
  memory.changed = paths.filter((path) => !reproductions.has(path))
  const facts = present(memory)
  facts.landed = true
  for (const finding of facts.approved) memory.fixed.set(finding.id, finding)
  return { foreignEdit: false }
}

async function isUnmoved(session: Session, memory: Memory, isBoundToTree: boolean): Promise<boolean> {
  if (!await session.subject.isCurrent()) return false
  if (!isBoundToTree || memory.worktree === null) return true
  const now = await captureTree(session, [])
  return memory.worktree.head === now.head && differing(memory.worktree, now).length === 0
}

async function writtenFiles(session: Session, memory: Memory): Promise<readonly Written[]> {
  const [before, after] = [memory.preFix, memory.after]
  if (before === null || after === null) throw new Error('there is no fix to audit')
  const [old, now] = await contentsOfBoth(session, { baseline: before, after })
  return differing(before, after).map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
}

async function contentsOfBoth(session: Session, { baseline, after }: { baseline: Snapshot; after: Snapshot }): Promise<[Awaited<ReturnType<typeof contentsOf>>, Awaited<ReturnType<typeof contentsOf>>]> {
  const paths = differing(baseline, after)
  return Promise.all([
    contentsOf(session.context, session.store, { snapshot: baseline, paths }),
    contentsOf(session.context, session.store, { snapshot: after, paths }),
  ])
}
