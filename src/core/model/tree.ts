import type { RepoPath } from './path.ts'

/** A git object id in hexadecimal (40 or 64 digits). */
export type Oid = string & { readonly __brand: 'Oid' }

/** Returns the object id the text holds, or undefined when it is not one. */
export function parseOid(text: string): Oid | undefined {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? (text as Oid) : undefined
}

/** Returns true for the all-zero id that stands for "no object". */
export function isZero(oid: string): boolean {
  return /^0+$/.test(oid)
}

/** One path in which the subject differs from its base. */
export type ChangedFile = {
  readonly path: RepoPath
  /** Git mode of the subject's side, `000000` when the change deletes the path. */
  readonly mode: string
  readonly baseMode: string
  /** Blob under review; null when the change deletes the path. */
  readonly now: Oid | null
  /** Blob of the base; null when the change creates the path. */
  readonly base: Oid | null
  /** Blobs of the same path in further published trees (other parents of a merge); what they hold is not news. */
  readonly published: readonly Oid[]
}

/** What is reviewed: the paths in which the tree `tree` differs from `base` and from every tree of `published`. */
export type Change = {
  readonly tree: Oid
  /** Null stands for the empty tree. */
  readonly base: Oid | null
  readonly published: readonly Oid[]
  readonly files: readonly ChangedFile[]
}

/** What stands at one path of a tree: git's mode and the object. */
export type TreeEntry = { readonly mode: string; readonly oid: Oid }

/** Returns true for a regular file's mode (plain or executable): the only kind whose content is reviewed. */
export function isRegular(mode: string): boolean {
  return mode === '100644' || mode === '100755'
}
