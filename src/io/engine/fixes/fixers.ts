import type { Found } from '../found.ts'
import type { Language } from '../languages.ts'
import { deleteControls } from './bidi.ts'
import { constToLet } from './constant.ts'
import { deleteDebugger } from './debugger.ts'
import type { Candidate, Fixer, FixInput } from './fixer.ts'
import { removeFocus } from './focus.ts'
import { compareByValue } from './literal.ts'
import { correctCase } from './path-case.ts'
import { findRestore, restoreImport } from './restore.ts'
import { correctSpelling, spellingText } from './spelling.ts'
import { importStandard } from './standard.ts'

// The first fixer that knows a way is asked alone: a dropped import explains a name better than a slip does.
const fixers: Readonly<Record<string, readonly Fixer[]>> = {
  'eslint/no-debugger': [deleteDebugger],
  'ruff/T100': [deleteDebugger],
  'gar/debugger': [deleteDebugger],
  'gar/focused-test': [removeFocus],
  'gar/bidi-control': [deleteControls],
  'eslint/no-const-assign': [constToLet],
  'gar/unresolved-import': [correctCase],
  'ruff/F632': [compareByValue],
  'eslint/no-undef': [restoreImport, correctSpelling],
  'ruff/F821': [restoreImport, importStandard, correctSpelling],
}

/** Returns the ways to remove the finding from the text; most findings have none. */
export function candidatesFor(input: FixInput): readonly Candidate[] {
  for (const fixer of fixers[input.found.rule] ?? []) {
    const candidates = fixer(input)
    if (candidates.length > 0) return candidates
  }
  return []
}

export type Described = { readonly found: Found; readonly siblings: readonly Found[]; readonly text: string; readonly language: Language; readonly base: string | null }

/** Returns what the engine itself would do about the finding, or null when that is for a person. */
export function describeFix({ found, siblings, text, language, base }: Described): string | null {
  const restore = base === null || found.name === undefined ? null : findRestore(found.name, { base, text, language })
  const [candidate, ...more] = candidatesFor({ found, siblings, text, language, restore })
  if (candidate === undefined || more.length > 0 || isSpellingOfBase(found, candidate, base)) return null
  return fitting(candidate.text)
}

/** Returns true when a name is to be respelt that the base used as it is: then it is no slip of this change. */
export function isSpellingOfBase(found: Found, candidate: Candidate, base: string | null): boolean {
  const { name } = found
  if (base === null || name === undefined || candidate.text !== spellingText(name, candidate.edits[0]?.text ?? '')) return false
  return base.match(/[\w$]+/g)?.includes(name) ?? false
}

// The wire form of a finding takes no longer text, and no control characters.
function fitting(text: string): string | null {
  return text.length <= 2_000 && /^(?:[^\p{Cc}]|[\n\t])*$/u.test(text) ? text : null
}
