import { Buffer } from 'node:buffer'
import type { At, Learned } from '../../../core/loop/machine.ts'
import { exportPair } from '../../../io/snapshot/export.ts'
import type { Snapshot } from '../../../io/snapshot/model.ts'
import { differing } from '../../../io/snapshot/model.ts'
import { saveSnapshot } from '../../../io/snapshot/saved.ts'
import { readIfThere, writeWhole } from '../../../io/os/files.ts'
import type { Memory } from '../memory.ts'
import { captureTree } from '../own-writes.ts'
import type { Session } from '../session.ts'
import { pathsToFix } from './open.ts'

/** Puts the state before the fix on record, durably and as the two relay files; a tree that moved since it was reviewed is not fixed (GAR-081, GAR-135, ruling C12). */
export async function snapshot(session: Session, memory: Memory, { round, approved }: At<'snapshot'>): Promise<Learned['snapshot']> {
  const now = await captureTree(session, pathsToFix(approved))
  if (memory.worktree !== null && (memory.worktree.head !== now.head || differing(memory.worktree, now).length > 0)) return { foreignEdit: true }
  memory.preFix = now
  memory.writes.clear()
  memory.ledgerLength = (await readIfThere(session.relay.ledger))?.length ?? 0
  await saveSnapshot(session.store, `pre-fix-r${round.n}`, now)
  await exportFiles(session, memory, now)
  return { foreignEdit: false }
}

async function exportFiles(session: Session, memory: Memory, now: Snapshot): Promise<void> {
  const { relay } = session
  const pair = await exportPair(session.context, session.store, now)
  await writeWhole(relay.preFixPatch, pair.patch)
  await writeWhole(relay.preFixTar, pair.tar)
  await writeWhole(relay.preFixMeta, Buffer.from(`${JSON.stringify({ run: session.run, snapshot: now.id, head: now.head, store: session.store.directory })}\n`))
  if (memory.baseline !== null) return
  memory.baseline = now
  await saveSnapshot(session.store, 'baseline', now)
  await writeWhole(relay.baselinePatch, pair.patch)
  await writeWhole(relay.baselineTar, pair.tar)
}
