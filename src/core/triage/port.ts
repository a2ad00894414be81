import type { Cancel, ObjectReader, Reply } from '../gate/port.ts'
import type { Finding } from '../model/finding.ts'
import type { RepoPath } from '../model/path.ts'
import type { Change } from '../model/tree.ts'
import type { TriageReturn } from './contract.ts'

/** Returns the working-tree bytes of a regular file, or null when there is none that a fix may touch (link, protected, gone). */
export type ReadWorkspace = (path: RepoPath) => Promise<Uint8Array | null>

export type TriageAsk = {
  readonly round: number
  readonly qualifying: readonly Finding[]
  readonly change: Change
  readonly objects: ObjectReader
  readonly read: ReadWorkspace
  readonly ledger: string
  readonly signal: Cancel
}

/** The triage half of the verifier role: refutes by default. Throws `HelperError`. */
export interface Triage {
  triage(ask: TriageAsk, prompt: string): Promise<Reply<TriageReturn>>
}
