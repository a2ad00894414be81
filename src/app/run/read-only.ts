import path from 'node:path'
import { HelperError } from '../../core/model/fault.ts'
import { displayPath } from '../../core/model/path.ts'
import { indexDigest } from '../../io/git/index-entries.ts'
import { runGit } from '../../io/git/run.ts'
import { writeWhole } from '../../io/os/files.ts'
import { relayName } from '../../io/relay/layout.ts'
import { tarOf } from '../../io/snapshot/export.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import { differing } from '../../io/snapshot/model.ts'
import { restore } from '../../io/snapshot/restore.ts'
import { captureTree } from './own-writes.ts'
import type { Session } from './session.ts'

/** Runs a role that may only read; when it is a process of its own and the tree differs afterwards, the tree is put back and the role has failed (ruling C13). */
export async function readOnly<T>(session: Session, isOutside: boolean, work: () => Promise<T>): Promise<T> {
  if (!isOutside) return work()
  const [before, index] = await Promise.all([captureTree(session, []), runGit(session.context, indexDigest())])
  const ended = await work().then((value) => ({ value }), (error: unknown) => ({ error }))
  await assertUntouched(session, before)
  if (await runGit(session.context, indexDigest()) !== index) throw new HelperError('contract-violating', 'A role that may only read changed the index; look at "git status".')
  if ('error' in ended) throw ended.error
  return ended.value
}

// Whatever the role answered, and however it ended: it broke the one rule it has.
async function assertUntouched(session: Session, before: Snapshot): Promise<void> {
  const after = await captureTree(session, [...before.entries.keys()])
  if (before.head !== after.head) throw new HelperError('contract-violating', 'A role that may only read moved HEAD; look at "git reflog".')
  if ([...after.uncovered].some((directory) => !before.uncovered.has(directory))) throw new HelperError('contract-violating', 'A role that may only read made a repository of its own in the working tree.')
  const paths = differing(before, after)
  if (paths.length === 0) return
  // The bytes may be the user's, saved while the role was working.
  const copy = path.join(session.relay.directory, `undone-${after.id.slice(0, 12)}.tar`)
  await writeWhole(copy, tarOf(session.store, after, paths))
  const restored = await restore(session.context, session.store, { target: before, expected: after, exclude: [relayName], saveIn: session.relay.directory })
  const what = restored.kind === 'restored' ? `the files are as they were before, and what stood there lies in ${copy}` : 'they could not be put back'
  throw new HelperError('contract-violating', `A role that may only read changed ${paths.slice(0, 5).map(displayPath).join(', ')}; ${what}.`)
}
