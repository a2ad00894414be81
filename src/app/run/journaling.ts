import type { State } from '../../core/loop/machine.ts'
import { hasWrites } from '../../core/loop/machine.ts'
import { writeJournal } from '../../io/relay/journal.ts'
import type { Memory } from './memory.ts'
import type { Session } from './session.ts'

/** Puts the loop's state on record before its work begins. */
export async function journalState(session: Session, memory: Memory, state: State): Promise<void> {
  if (state.at === 'stopped') return
  memory.journal = {
    version: 1, run: session.run, pid: process.pid, event: session.event, stem: session.relay.stem, round: state.round.n, at: state.at,
    writing: hasWrites(state) || state.at === 'restore', snapshot: memory.preFix === null ? null : `pre-fix-r${state.round.n}`,
    // What a fixer of its own writes is known only afterwards; then everything that differs counts as the run's.
    writes: session.roles.outside.fixer ? null : Object.fromEntries(memory.writes),
  }
  await writeJournal(session.context.gitDir, memory.journal)
}

/** Puts a write on record before its first byte changes, so that a later restore can tell gar's bytes from anyone else's. */
export async function journalWrites(session: Session, memory: Memory): Promise<void> {
  if (memory.journal === null) throw new Error('a write was made outside the loop')
  memory.journal = { ...memory.journal, writes: Object.fromEntries(memory.writes) }
  await writeJournal(session.context.gitDir, memory.journal)
}
