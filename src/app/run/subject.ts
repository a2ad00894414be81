import type { ObjectReader } from '../../core/gate/port.ts'
import type { Citation } from '../../core/model/finding.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { Coverage } from '../../core/model/result.ts'
import type { Change, Oid } from '../../core/model/tree.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'

export type Sides = { readonly head: Oid | null; readonly index: Oid | null; readonly citation: Citation }

/** The tree an operation would publish, as the loop sees it (rulings 1.1). */
export type Subject = {
  /** Review never writes: an operation is in progress, the tip is not checked out, or the user asked for a report only. */
  readonly mode: 'fix' | 'review'
  readonly branch: string
  readonly head: Oid | null
  /** The tree the operation publishes. */
  readonly tree: Oid
  readonly coverage: Coverage
  readonly notes: readonly string[]
  readonly objects: ObjectReader
  /** Returns the change of a round: the subject with every path the loop has fixed taken from the working tree. */
  readonly change: (fixed: readonly RepoPath[], worktree: Snapshot | null) => Promise<Change>
  /** Returns, for each path, the blobs of HEAD and of the index and which evidence its lines are read from. */
  readonly sides: (paths: readonly RepoPath[]) => Promise<ReadonlyMap<RepoPath, Sides>>
  /** True when the subject is the working tree itself, so that a verdict binds to its snapshot. */
  readonly isWorktree: boolean
  /** Returns false when what was reviewed is no longer what the operation publishes. */
  readonly isCurrent: () => Promise<boolean>
}
