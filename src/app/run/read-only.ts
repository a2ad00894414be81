import { HelperError } from '../../core/model/fault.ts'
import { displayPath } from '../../core/model/path.ts'
import { relayName } from '../../io/relay/layout.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import { differing } from '../../io/snapshot/model.ts'
import { restore } from '../../io/snapshot/restore.ts'
import { captureTree } from './own-writes.ts'
import type { Session } from './session.ts'

/** Runs a role that may only read; when it is a process of its own and the tree differs afterwards, the tree is put back and the role has failed (ruling C13). */
export async function readOnly<T>(session: Session, isOutside: boolean, work: () => Promise<T>): Promise<T> {
  if (!isOutside) return work()
  const before = await captureTree(session, [])
  const ended = await work().then((value) => ({ value }), (error: unknown) => ({ error }))
  await assertUntouched(session, before)
  if ('error' in ended) throw ended.error
  return ended.value
}

// Whatever the role answered, and however it ended: it broke the one rule it has.
async function assertUntouched(session: Session, before: Snapshot): Promise<void> {
  const after = await captureTree(session, [...before.entries.keys()])
  const paths = differing(before, after)
  if (paths.length === 0) return
  const restored = await restore(session.context, session.store, { target: before, expected: after, exclude: [relayName], saveIn: session.relay.directory })
  const what = restored.kind === 'restored' ? 'the files are as they were before' : 'they could not be put back'
  throw new HelperError('contract-violating', `A role that may only read changed ${paths.slice(0, 5).map(displayPath).join(', ')}; ${what}.`)
}
