import type { Edit, Found } from '../found.ts'
import type { Language } from '../languages.ts'

/** An import of the base that the change dropped, and where it goes; written so that it survives in the finding's text. */
export type Restore = { readonly name: string; readonly statement: string; readonly where: 'first' | 'after' | 'instead of'; readonly line: string }

export type FixInput = {
  readonly found: Found
  /** Everything found in the same text. */
  readonly siblings: readonly Found[]
  readonly text: string
  readonly language: Language
  /** The import the change dropped, when the finding speaks of one. */
  readonly restore: Restore | null
}

/** One way to remove a finding. */
export type Candidate = {
  readonly edits: readonly Edit[]
  /** Says what to do; starts with the change. */
  readonly text: string
}

/** Returns every way the fixer knows; a fix is made only when there is exactly one. */
export type Fixer = (input: FixInput) => readonly Candidate[]
