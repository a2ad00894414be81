import type { Cancel, Reply } from '../gate/port.ts'
import type { Finding } from '../model/finding.ts'
import type { Hunk } from '../model/hunk.ts'
import type { RepoPath } from '../model/path.ts'
import type { AuditReturn } from './contract.ts'

/** One file the fixer changed: its bytes before and after, null when absent. */
export type Written = { readonly path: RepoPath; readonly before: Uint8Array | null; readonly after: Uint8Array | null }

export type AuditAsk = {
  readonly round: number
  readonly approved: readonly Finding[]
  readonly hunks: readonly Hunk[]
  readonly written: readonly Written[]
  readonly ledger: string
  readonly signal: Cancel
}

/** The delta half of the verifier role: maps every hunk to an approved finding or refuses it. Throws `HelperError`. */
export interface Audit {
  audit(ask: AuditAsk, prompt: string): Promise<Reply<AuditReturn>>
}
