import type { RepoPath } from '../../core/model/path.ts'
import type { Language } from './languages.ts'

/** Replaces the text between two string offsets; everything outside stays as it is. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** One version of one file, decoded. */
export type Source = {
  readonly path: RepoPath
  readonly language: Language
  readonly text: string
  /** Lines the change added; credentials are looked for in these alone. */
  readonly added: readonly { readonly start: number; readonly end: number }[]
}

/** One thing an analyser found in one version of a file; lines are 1-based, offsets count UTF-16 units. */
export type Found = {
  readonly rule: string
  readonly message: string
  readonly line: number
  readonly start: number
  readonly end: number
  /** The name the finding is about, for rules about one name. */
  readonly name?: string
  /** Further places the finding speaks of, such as the declaration of a reassigned constant. */
  readonly related?: readonly { readonly start: number; readonly end: number }[]
  /** The edit the analyser itself proposes. */
  readonly edits?: readonly Edit[]
  /** What the finding was concluded from, where the line alone does not show it. */
  readonly evidence?: string
}

/** Returns the text with the edits applied; they must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.start === b.start ? a.end - b.end : a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}

/** Returns true when two edits touch the same text; two insertions at one place do not. */
export function isOverlapping(a: Edit, b: Edit): boolean {
  const isInsertion = (edit: Edit): boolean => edit.start === edit.end
  if (isInsertion(a) && isInsertion(b)) return false
  return a.start === b.start || (a.start < b.end && b.start < a.end)
}

/** Returns true when the edits change exactly the same text in the same way. */
export function isSameEdit(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text
}
