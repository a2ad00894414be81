import { Buffer } from 'node:buffer'
import { drive } from '../../core/loop/driver.ts'
import type { Ports } from '../../core/loop/machine.ts'
import { begin } from '../../core/loop/machine.ts'
import { GarError, HelperError } from '../../core/model/fault.ts'
import { renderReport } from '../../core/report/report.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import { writeWhole } from '../../io/os/files.ts'
import { clearJournal } from '../../io/relay/journal.ts'
import { journalState } from './journaling.ts'
import type { Memory } from './memory.ts'
import { beginMemory } from './memory.ts'
import type { Outcome } from './record.ts'
import { buildOutcome } from './record.ts'
import type { Session } from './session.ts'
import { fix } from './steps/fix.ts'
import { open } from './steps/open.ts'
import { audit, close, ledger, restore } from './steps/settle.ts'
import { snapshot } from './steps/snapshot.ts'
import { triage } from './steps/triage.ts'

/** Runs the loop over a session's subject to its stop, and writes the report (GAR-122). `worktree` is the state on which a working-tree subject was opened. */
export async function runLoop(session: Session, given: { cap: number; worktree: Snapshot | null }): Promise<Outcome> {
  const memory = beginMemory(given.worktree)
  const seen: { fault: Error | null } = { fault: null }
  const mode = session.subject.mode
  const ports = portsOf(session, memory, seen)
  const stop = await drive(begin(mode === 'review' ? 1 : given.cap, mode), ports, (state) => journalState(session, memory, state)).catch((error: unknown) => undoAndThrow(session, memory, error))
  const outcome = buildOutcome(session, memory, { stop, cap: given.cap, fault: seen.fault })
  await writeWhole(session.relay.report, Buffer.from(renderReport(outcome.record)))
  await clearJournal(session.context.gitDir)
  return outcome
}

// The rooms do the work; this table only says which one serves which state.
function portsOf(session: Session, memory: Memory, seen: { fault: Error | null }): Ports {
  const guarded = <S, T>(work: (state: S) => Promise<T>) => async (state: S): Promise<T> => {
    session.signal.throwIfAborted()
    return watched(seen, () => work(state))
  }
  return {
    open: guarded((state) => open(session, memory, state)),
    triage: guarded((state) => triage(session, memory, state)),
    snapshot: guarded((state) => snapshot(session, memory, state)),
    fix: guarded((state) => fix(session, memory, state)),
    ledger: guarded(() => ledger(session)),
    audit: guarded((state) => audit(session, memory, state)),
    close: guarded((state) => close(session, memory, state)),
    // Not guarded: what was written is put back also when the run must end.
    restore: () => watched(seen, () => restore(session, memory)),
  }
}

// Also a defect must not leave half a fix behind.
async function undoAndThrow(session: Session, memory: Memory, error: unknown): Promise<never> {
  if (memory.writes.size > 0) await restore(session, memory)
  await clearJournal(session.context.gitDir)
  throw error
}

async function watched<T>(seen: { fault: Error | null }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = asFailure(error)
    if (failure instanceof HelperError) seen.fault ??= failure
    throw failure
  }
}

// What git or the disk refuses during a run is a failed step of the run, with its Restore; it must not leave the loop as an error.
function asFailure(error: unknown): unknown {
  const isOutside = error instanceof GarError || (error instanceof Error && 'syscall' in error)
  return isOutside ? new HelperError('helper-script', error.message, { cause: error }) : error
}
