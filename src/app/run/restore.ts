import { displayPath } from '../../core/model/path.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { GarError } from '../../core/model/fault.ts'
import { openContext } from '../../io/git/context.ts'
import { clearJournal } from '../../io/relay/journal.ts'
import { holdingTree } from './ground.ts'
import { findUnfinished, restoreUnfinished } from './recovery.ts'

export type RestoreAnswer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'would-restore' | 'restored'; readonly written: readonly RepoPath[]; readonly removed: readonly RepoPath[]; readonly left: readonly RepoPath[] }

type Asked = { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>>; readonly mode: 'restore' | 'dry-run' | 'keep' }

/** Puts back what a killed run changed, says what it would, or closes its record. Throws `GarError('restore-failed')`. */
export async function restoreByHand({ cwd, env, mode }: Asked): Promise<RestoreAnswer> {
  const context = await openContext(cwd, env)
  return holdingTree(context, { event: 'restore', patience: 0 }, async ({ store }) => {
    if (mode === 'keep') {
      await clearJournal(context.gitDir)
      return { kind: 'kept' }
    }
    const unfinished = await findUnfinished(context, store)
    if (unfinished === null) return { kind: 'nothing' }
    const restored = await restoreUnfinished(context, store, { target: unfinished.target, dryRun: mode === 'dry-run' })
    if (restored.kind === 'restored') return { kind: mode === 'dry-run' ? 'would-restore' : 'restored', written: restored.written, removed: restored.removed, left: unfinished.foreign }
    const why = restored.kind === 'failed' ? restored.reason : `${restored.paths.map(displayPath).join(', ')} changed meanwhile`
    throw new GarError('restore-failed', `The files could not be put back: ${why}`, { hint: 'Look at "git diff"; when the files are as you want them, run "gar restore --keep".' })
  })
}
