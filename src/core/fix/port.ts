import type { Cancel, Reply } from '../gate/port.ts'
import type { Finding } from '../model/finding.ts'
import type { Hunk } from '../model/hunk.ts'
import type { RepoPath } from '../model/path.ts'
import type { ReadWorkspace } from '../triage/port.ts'
import type { FixReturn } from './contract.ts'

/** Why the round's fix is repeated: the failing ledger line, or the hunks no approved finding explains (GAR-140). */
export type Setback = { readonly by: 'ledger'; readonly line: number } | { readonly by: 'audit'; readonly hunks: readonly Hunk[] }

export type FixAsk = {
  readonly round: number
  readonly approved: readonly Finding[]
  readonly setback: Setback | null
  readonly read: ReadWorkspace
  /** Replaces the content of a file atomically, keeping its mode; the earlier bytes are on record before the first byte changes. */
  readonly write: (path: RepoPath, bytes: Uint8Array) => Promise<void>
  readonly signal: Cancel
}

/** The one writer of a run (GAR-010). Throws `HelperError`. */
export interface Fixer {
  fix(ask: FixAsk, prompt: string): Promise<Reply<FixReturn>>
}
