import { lstat } from 'node:fs/promises'
import type { At, Learned } from '../../../core/loop/machine.ts'
import { HelperError } from '../../../core/model/fault.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import { renderHunks } from '../../../core/evidence/hunks.ts'
import type { FixReturn } from '../../../core/fix/contract.ts'
import type { FixAsk } from '../../../core/fix/port.ts'
import { fixPrompt } from '../../../core/fix/prompt.ts'
import { indexDigest } from '../../../io/git/index-entries.ts'
import { runGit } from '../../../io/git/run.ts'
import type { Snapshot } from '../../../io/snapshot/model.ts'
import { differing } from '../../../io/snapshot/model.ts'
import { objectId } from '../../../io/snapshot/store.ts'
import { saveSnapshot } from '../../../io/snapshot/saved.ts'
import { placeFile } from '../../../io/os/files.ts'
import { hunksBetween } from '../fix-hunks.ts'
import { journalWrites } from '../journaling.ts'
import type { Memory } from '../memory.ts'
import { present } from '../memory.ts'
import { appendPair, writeRecord } from '../records.ts'
import { appendReproductions } from '../ledger.ts'
import { captureTree, preFixOf, takeBack } from '../own-writes.ts'
import type { Session } from '../session.ts'
import { assertWritable, openWorkspace, placeOf, readWorktreeFile } from '../workspace.ts'
import { pathsToFix } from './open.ts'

class ForeignEdit extends Error {}

/** Has the one writer apply the approved set; an edit of someone else beside it is kept and ends the run (GAR-083, GAR-097, GAR-136). */
export async function fix(session: Session, memory: Memory, state: At<'fix'>): Promise<Learned['fix']> {
  session.progress(`fixing ${state.approved.length} finding${state.approved.length === 1 ? '' : 's'}`)
  memory.writes.clear()
  memory.after = null
  const isOutside = session.roles.outside.fixer
  if (await hasDrifted(session, memory)) return { foreignEdit: true }
  const indexBefore = isOutside ? await runGit(session.context, indexDigest()) : ''
  const answer = await callFixer(session, memory, state).catch(foreignOrThrow)
  const after = answer === null ? null : await captureTree(session, [...preFixOf(memory).entries.keys()])
  if (answer === null || after === null || (!isOutside && isForeign(memory, after))) {
    await takeBack(session, memory)
    return { foreignEdit: true }
  }
  // A fixer that writes by itself has written whatever differs now; the audit says whether it may stand.
  if (isOutside) noteWrites(memory, after)
  memory.after = after
  await saveSnapshot(session.store, `after-r${state.round.n}`, after)
  memory.hunks = await hunksBetween(session, preFixOf(memory), after)
  await writeRecord(session.relay.diff(state.round.n), renderHunks(memory.hunks))
  await accept(session, memory, { answer, indexBefore })
  // What the fixer left alone is not fixed, whatever else landed.
  present(memory).approved = state.approved.filter(({ id }) => answer.resolutions.some((given) => given.finding_id === id && given.resolution === 'fixed'))
  return { foreignEdit: false }
}

// A fixer of its own cannot be told from anyone else once it runs, so the tree is looked at right before; the engine's writes are checked one by one.
async function hasDrifted(session: Session, memory: Memory): Promise<boolean> {
  if (!session.roles.outside.fixer) return false
  const before = preFixOf(memory)
  const now = await captureTree(session, [...before.entries.keys()])
  return before.head !== now.head || differing(before, now).length > 0
}

function foreignOrThrow(error: unknown): null {
  if (error instanceof ForeignEdit) return null
  throw error
}

function noteWrites(memory: Memory, after: Snapshot): void {
  const before = preFixOf(memory)
  if (after.head !== before.head) throw new HelperError('contract-violating', 'The fixer moved HEAD; look at "git reflog".')
  if ([...after.uncovered].some((directory) => !before.uncovered.has(directory))) throw new HelperError('contract-violating', 'The fixer made a repository of its own in the working tree.')
  for (const path of differing(before, after)) memory.writes.set(path, after.entries.get(path)?.oid ?? '')
}

async function accept(session: Session, memory: Memory, { answer, indexBefore }: { answer: FixReturn; indexBefore: string }): Promise<void> {
  if (answer.status !== 'success') throw new HelperError('declared-inability', answer.message ?? 'The fixer declared that it is unable to fix.')
  if (answer.changed_workspace !== memory.writes.size > 0) throw new HelperError('contract-violating', 'The fixer misreports whether it changed the working tree.')
  if (indexBefore !== '' && await runGit(session.context, indexDigest()) !== indexBefore) throw new HelperError('contract-violating', 'The fixer changed the index; look at "git status".')
  await appendReproductions(session, memory, answer.reproductions)
}

async function callFixer(session: Session, memory: Memory, { round, approved, setback }: At<'fix'>): Promise<FixReturn> {
  const paths = pathsToFix(approved)
  const ask: FixAsk = {
    round: round.n, approved, setback: setback ?? null, signal: session.signal,
    read: await openWorkspace(session.context, paths),
    write: (path, bytes) => write(session, memory, { path, bytes, approved: new Set(paths) }),
  }
  const prompt = fixPrompt(ask)
  const reply = await session.roles.fixer.fix(ask, prompt)
  await appendPair(session.relay.fixer(round.n), 'fix', { prompt, text: reply.text })
  return reply.value
}

// The bytes under the write must be the ones on record: whatever else stands there is someone's work.
async function write(session: Session, memory: Memory, { path, bytes, approved }: { path: RepoPath; bytes: Uint8Array; approved: ReadonlySet<RepoPath> }): Promise<void> {
  session.signal.throwIfAborted()
  assertWritable(path, approved)
  const now = await readWorktreeFile(session.context, path)
  const recorded = memory.writes.get(path) ?? preFixOf(memory).entries.get(path)?.oid
  if (now === null || recorded === undefined) throw new HelperError('contract-violating', `The fixer tried to write ${path}, which is no regular file on record.`)
  if (objectId(now, recorded.length) !== recorded) throw new ForeignEdit()
  const place = placeOf(session.context, path)
  memory.writes.set(path, objectId(bytes, recorded.length))
  await journalWrites(session, memory)
  await placeFile(place, bytes, { mode: (await lstat(place)).mode & 0o7777, temp: session.store.temp })
}

function isForeign(memory: Memory, after: Snapshot): boolean {
  const before = preFixOf(memory)
  return before.head !== after.head || differing(before, after).some((path) => after.entries.get(path)?.oid !== memory.writes.get(path))
}
