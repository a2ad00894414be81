import type { RepoPath } from '../../../core/model/path.ts'
import type { Language } from '../languages.ts'
import type { World } from './world.ts'

/** A place where a file names another one. */
export type Reference = {
  /** What is written there: `./a`, `.a`, `pkg.a`. */
  readonly spec: string
  /** The names it takes from the other file; `default` is the default export. */
  readonly names: readonly string[]
  /** Offsets of what is written, quotes included. */
  readonly start: number
  readonly end: number
}

/** What a file says to other files. */
export type Unit = { readonly references: readonly Reference[]; readonly offered: ReadonlySet<string> }

/** A reference that leads nowhere: to no file, or to a file without the name. */
export type Problem =
  | { readonly kind: 'file'; readonly spec: string; readonly near: RepoPath | null }
  | { readonly kind: 'name'; readonly spec: string; readonly name: string; readonly file: RepoPath }

/** What one family of languages knows of its references. */
export type Linker = {
  readonly covers: (language: Language) => boolean
  /** Returns true when a look at the text shows that it neither refers to files of the repository nor offers anything. */
  readonly isIdle: (text: string) => boolean
  /** Returns true when a line may be part of what a file takes from others. */
  readonly mayTake: (line: string) => boolean
  /** Returns true when a line may be part of what a file offers to others. */
  readonly mayOffer: (line: string) => boolean
  /** Returns what the file says to others; null when that cannot be told. */
  readonly read: (path: RepoPath, text: string) => Promise<Unit | null>
  /** Returns what is wrong with a reference in a file of the tree; whatever is not certain is not wrong. */
  readonly problems: (world: World, from: RepoPath, reference: Reference) => Promise<readonly Problem[]>
  /** Returns the files a reference leads to. */
  readonly targets: (world: World, from: RepoPath, reference: Reference) => readonly RepoPath[]
  /** Returns true for files that references of this family lead to. */
  readonly isTarget: (path: RepoPath) => boolean
  /** Returns the word that every file which refers to the file must hold, or null when there is none. */
  readonly wordFor: (path: RepoPath) => string | null
}

/** Returns the key under which the same problem of the same file is known in both trees. */
export function problemKey(from: RepoPath, problem: Problem): string {
  return JSON.stringify([from, problem.kind, problem.spec, problem.kind === 'name' ? problem.name : ''])
}
