import type { Change, Oid, TreeEntry } from '../model/tree.ts'
import type { Finding } from '../model/finding.ts'
import type { RepoPath } from '../model/path.ts'
import type { GateVerdict } from './contract.ts'

/** A helper's answer: the text as returned, stored verbatim in the relay, and the value parsed from it. */
export type Reply<T> = { readonly text: string; readonly value: T }

/** Read access to the objects under review; never to the working tree. */
export type ObjectReader = {
  /** Returns the bytes of each blob. */
  readonly blobs: (oids: readonly Oid[]) => Promise<ReadonlyMap<Oid, Uint8Array>>
  /** Returns the regular files of the tree whose content holds the word as a whole word. */
  readonly filesWith: (tree: Oid, word: string) => Promise<readonly { readonly path: RepoPath; readonly oid: Oid }[]>
  /** Returns every path of the tree with what stands there: file, link or submodule. */
  readonly paths: (tree: Oid) => Promise<ReadonlyMap<RepoPath, TreeEntry>>
}

/** Ends early when the run is interrupted or out of time. */
export type Cancel = AbortSignal

export type GateAsk = {
  readonly round: number
  readonly mode: 'first' | 'delta'
  /** Digest that binds the verdict to what was reviewed; the gate echoes it. */
  readonly snapshot: string
  readonly head: Oid | null
  readonly change: Change
  /** Findings of the previous round; empty in round 1. */
  readonly prior: readonly Finding[]
  /** Path of `ledger.txt` (GAR-121). */
  readonly ledger: string
  /** `## Goal` and `## Acceptance` of the task file, as data. */
  readonly task: string | null
  readonly objects: ObjectReader
  readonly signal: Cancel
}

/** The review role: finds, labels and locates problems; never writes. Throws `HelperError`. */
export interface Gate {
  /** Names the implementation and its version; part of the verdict key. */
  readonly name: string
  review(ask: GateAsk, prompt: string): Promise<Reply<GateVerdict>>
}
