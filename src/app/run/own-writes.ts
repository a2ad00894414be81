import type { RepoPath } from '../../core/model/path.ts'
import { capture } from '../../io/snapshot/capture.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import { objectId, readContent } from '../../io/snapshot/store.ts'
import { placeFile } from '../../io/os/files.ts'
import { relayName } from '../../io/relay/layout.ts'
import type { Memory } from './memory.ts'
import type { Session } from './session.ts'
import { placeOf, readWorktreeFile } from './workspace.ts'

/** Takes the working tree down without gar's own files. */
export function captureTree(session: Pick<Session, 'context' | 'store'>, also: readonly RepoPath[]): Promise<Snapshot> {
  return capture(session.context, session.store, { also, exclude: [relayName] })
}

/** Undoes gar's own writes since the pre-fix snapshot, each only while its bytes still stand; everything else in the tree is left as it is. */
export async function takeBack(session: Session, memory: Memory): Promise<void> {
  const before = preFixOf(memory)
  for (const [path, oid] of memory.writes) {
    const entry = before.entries.get(path)
    const now = await readWorktreeFile(session.context, path)
    if (entry === undefined || entry === null || now === null || objectId(now, oid.length) !== oid) continue
    await placeFile(placeOf(session.context, path), readContent(session.store, entry), { mode: entry.perm, temp: session.store.temp })
  }
  memory.writes.clear()
}

/** Returns the snapshot of the state before the round's fix. */
export function preFixOf(memory: Memory): Snapshot {
  if (memory.preFix === null) throw new Error('the round has no pre-fix snapshot')
  return memory.preFix
}
