import { GarError } from '../../core/model/fault.ts'
import { displayPath } from '../../core/model/path.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { GitContext } from '../../io/git/context.ts'
import type { Journal } from '../../io/relay/journal.ts'
import { clearJournal, readJournal } from '../../io/relay/journal.ts'
import { relayName } from '../../io/relay/layout.ts'
import { capture } from '../../io/snapshot/capture.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import { differing, pathsOf } from '../../io/snapshot/model.ts'
import type { Restored } from '../../io/snapshot/restore.ts'
import { restore } from '../../io/snapshot/restore.ts'
import { loadSnapshot } from '../../io/snapshot/saved.ts'
import type { Store } from '../../io/snapshot/store.ts'

/** What a run that did not end in order left in the working tree. */
export type Unfinished = {
  readonly journal: Journal
  /** The state before the fix; a path that someone else edited since is in it as it stands now. */
  readonly target: Snapshot
  /** Paths that hold what the run wrote. */
  readonly paths: readonly RepoPath[]
  /** Paths that differ from before the fix and hold nothing of the run's. */
  readonly foreign: readonly RepoPath[]
}

/** Returns the killed run whose writes may still stand, or null when the tree is as before its fix. The caller holds the lock, so that any journal is a dead run's. */
export async function findUnfinished(context: GitContext, store: Store): Promise<Unfinished | null> {
  const read = await readJournal(context.gitDir)
  if (read.kind === 'none') return null
  if (read.kind === 'unreadable') {
    throw new GarError('unfinished-run', `The record of an earlier run cannot be read (${read.file}).`, { hint: 'Look at "git diff"; when the files are as you want them, remove that record.' })
  }
  const { journal } = read
  const target = journal.writing && journal.snapshot !== null ? await loadSnapshot(store, `pre-fix-r${journal.round}`) : null
  if (journal.writing && target === null) {
    throw new GarError('unfinished-run', `An earlier run (${journal.event}) was killed while it was fixing, and its snapshot is gone.`, { hint: 'Look at "git diff"; when the files are as you want them, run "gar restore --keep".' })
  }
  return target === null ? null : compare(context, store, { journal, target })
}

async function compare(context: GitContext, store: Store, { journal, target }: { journal: Journal; target: Snapshot }): Promise<Unfinished | null> {
  const now = await capture(context, store, { also: pathsOf(target), exclude: [relayName] })
  const paths = differing(target, now)
  const { writes } = journal
  const own = writes === null ? paths : paths.filter((path) => now.entries.get(path)?.oid === writes[path])
  if (own.length === 0) return null
  const foreign = paths.filter((path) => !own.includes(path))
  const entries = new Map([...target.entries, ...foreign.map((path) => [path, now.entries.get(path) ?? null] as const)])
  return { journal, target: { ...target, entries }, paths: own, foreign }
}

/** Refuses to start over a killed run's half-done fix; hooks never restore by themselves (rulings 2.10). Throws `GarError('unfinished-run')`. */
export async function refuseUnfinished(context: GitContext, store: Store): Promise<void> {
  const unfinished = await findUnfinished(context, store)
  if (unfinished === null) {
    await clearJournal(context.gitDir)
    return
  }
  const names = unfinished.paths.slice(0, 5).map(displayPath).join(', ')
  throw new GarError('unfinished-run', `An earlier run (${unfinished.journal.event}) was killed while it was fixing: ${names} differ${unfinished.paths.length === 1 ? 's' : ''} from before.`, {
    hint: 'Run "gar restore" to put back what it was, or "gar restore --keep" to keep the files as they are.',
  })
}

/** Puts the tree back to what it was before a killed run's fix; what is written over stays on record. */
export async function restoreUnfinished(context: GitContext, store: Store, { target, dryRun }: { target: Snapshot; dryRun: boolean }): Promise<Restored> {
  const restored = await restore(context, store, { target, expected: null, exclude: [relayName], dryRun })
  if (restored.kind === 'restored' && !dryRun) await clearJournal(context.gitDir)
  return restored
}
