import { diffHunks } from '../../core/evidence/hunks.ts'
import type { Hunk } from '../../core/model/hunk.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { contentsOf } from '../../io/snapshot/content.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import { differing, entryAt } from '../../io/snapshot/model.ts'
import type { Session } from './session.ts'

/** Returns every hunk between two states of the tree; a file that changes its mode, or comes and goes empty, has one too, or nobody would have to explain it. */
export async function hunksBetween(session: Session, before: Snapshot, after: Snapshot): Promise<readonly Hunk[]> {
  const { context, store } = session
  const paths = differing(before, after)
  const [old, now] = await Promise.all([contentsOf(context, store, { snapshot: before, paths }), contentsOf(context, store, { snapshot: after, paths })])
  return paths.flatMap((path) => {
    const hunks = diffHunks(path, old.get(path) ?? null, now.get(path) ?? null)
    const modes = [modeIn(before, after, path), modeIn(after, before, path)] as const
    const isSilent = hunks.length === 0 || (modes[0] !== null && modes[1] !== null)
    return isSilent && modes[0] !== modes[1] ? [modeHunk(path, ...modes), ...hunks] : hunks
  })
}

// A path that only the other side has on record is as HEAD has it here.
function modeIn(snapshot: Snapshot, other: Snapshot, path: RepoPath): string | null {
  const entry = entryAt(snapshot, path)
  return entry === undefined ? other.heads.get(path)?.mode ?? null : entry?.mode ?? null
}

function modeHunk(path: RepoPath, before: string | null, after: string | null): Hunk {
  const lines = (mode: string | null): readonly string[] => (mode === null ? [] : [`(file mode ${mode})`])
  return { path, oldStart: before === null ? 0 : 1, newStart: after === null ? 0 : 1, removed: lines(before), added: lines(after) }
}
