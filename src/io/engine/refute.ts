import { diffHunks } from '../../core/evidence/hunks.ts'
import { isIntersecting } from '../../core/model/finding.ts'
import { oldRange } from '../../core/model/hunk.ts'
import type { RefusalCode } from '../../core/triage/contract.ts'
import type { Bench, Located } from './bench.ts'
import { newFindings } from './differential.ts'
import { candidatesFor, isSpellingOfBase } from './fixes/fixers.ts'
import { importsOf } from './fixes/imports.ts'
import { parseRestore } from './fixes/restore.ts'
import type { Found } from './found.ts'
import { isUndefinedName } from './rules.ts'
import { encodeText, lineAt, lineStarts } from './text.ts'

/** A candidate carried out on scratch text, with everything needed to refuse it. */
export type Trial = {
  readonly located: Located
  readonly bench: Bench
  readonly after: { readonly text: string; readonly found: readonly Found[] }
  /** Text of the file in the base of the change; null when there is none. */
  readonly base: string | null
  /** Findings whose edits the text holds together; one for a trial of its own. */
  readonly together: readonly Located[]
  /** Ids of findings whose fix could not be shown to lead to a file of the tree. */
  readonly unproven?: ReadonlySet<string>
}
export type Refusal = { readonly code: RefusalCode; readonly reason: string }
type Check = (trial: Trial) => Refusal | null

const maxChangedLines = 3
const refuse = (code: RefusalCode, reason: string): Refusal => ({ code, reason })

/** Refuses a fix for which there is a choice. */
export const isUnique: Check = ({ located }) => (located.candidates.length === 1 ? null : refuse('not-safe', 'There is more than one way to fix it, and nothing says which is meant.'))

/** Refuses a fix after which the finding is still there. */
export const isGone: Check = ({ located: { found }, bench, after }) => {
  if (found === null) return refuse('not-real', 'The finding is not in the working-tree file.')
  const same = (one: Found): boolean => one.rule === found.rule && one.message === found.message
  const [before, left] = [bench.found.filter(same).length, after.found.filter(same).length]
  const isLeft = isUndefinedName(found.rule) ? left > 0 : left >= before
  return isLeft ? refuse('not-safe', 'The finding is still there after the fix.') : null
}

/** Refuses a fix that brings a finding of any rule, verified or inferred. */
export const bringsNothingNew: Check = ({ bench, after }) => {
  const [first] = newFindings(after, [{ text: bench.source.text, found: bench.found }])
  return first === undefined ? null : refuse('not-safe', `The fix brings a new finding: ${first.rule}, ${first.message}.`)
}

/** Refuses a fix after which the file does not parse any more. */
export const stillParses: Check = ({ bench, after }) => {
  const isBroken = (found: readonly Found[]): boolean => found.some(({ rule }) => rule === 'syntax')
  return isBroken(after.found) && !isBroken(bench.found) ? refuse('not-safe', 'The file does not parse after the fix.') : null
}

/** Refuses a fix that changes lines other than the finding's own, or too many. */
export const staysInRange: Check = ({ bench: { source }, after, together }) => {
  const starts = lineStarts(source.text)
  const expected = together.flatMap(({ candidates }) => candidates.flatMap(({ edits }) => edits)).map((edit) => ({ start: Math.max(1, lineAt(starts, edit.start) - 1), end: lineAt(starts, Math.max(edit.start, edit.end - 1)) + 1 }))
  const hunks = diffHunks(source.path, encodeText(source.text), encodeText(after.text))
  if (!hunks.every((hunk) => expected.some((range) => isIntersecting(range, oldRange(hunk))))) return refuse('not-minimum', 'The fix changes lines outside the place it is for.')
  const changed = hunks.reduce((sum, hunk) => sum + Math.max(hunk.removed.length, hunk.added.length), 0)
  return changed > maxChangedLines * together.length ? refuse('not-minimum', `The fix changes more than ${maxChangedLines} lines.`) : null
}

/** Refuses a fix of a path the finding does not name. */
export const staysInPaths: Check = ({ located: { finding }, bench: { source } }) =>
  finding.fix.paths.includes(source.path) ? null : refuse('not-anchored', 'The fix would change a file the finding does not name.')

/** Refuses a fixer that would go on changing the file when run again. */
export const isIdempotent: Check = ({ located: { found, finding }, bench: { source }, after }) => {
  if (found === null || after.found.some((one) => one.rule === found.rule && one.line === found.line)) return null
  const again = candidatesFor({ found: { ...found, edits: [], related: [] }, siblings: after.found, text: after.text, language: source.language, restore: parseRestore(finding.fix.text) })
  const isChange = again.some(({ edits }) => edits.some((edit) => after.text.slice(edit.start, edit.end) !== edit.text))
  return isChange && !isUndefinedName(found.rule) ? refuse('not-safe', 'Run again, the fixer would change the file again.') : null
}

/** Refuses to bring back an import that is not, word for word, one the base had for this name. */
export const equalsBase: Check = ({ located: { finding, found }, base, bench: { source } }) => {
  const restore = parseRestore(finding.fix.text)
  if (restore === null) return null
  const statements = base === null ? [] : importsOf(base.replaceAll('\r\n', '\n'), source.language)
  const isKnown = statements.some((one) => one.text === restore.statement && one.names.has(found?.name ?? ''))
  return isKnown ? null : refuse('not-anchored', 'The import to restore is not one the base of the change holds.')
}

/** Refuses to respell a name that the base used as it is. */
export const isSlipOfChange: Check = ({ located: { found, candidates }, base }) => {
  const isOld = found !== null && candidates.some((candidate) => isSpellingOfBase(found, candidate, base))
  return isOld ? refuse('not-safe', `The base of the change uses ${found.name ?? 'the name'} too, so it is no slip of the change.`) : null
}

/** Refuses to respell an import when the new spelling does not lead to the one file it can mean. */
export const leadsToFile: Check = ({ located: { finding }, unproven }) =>
  unproven?.has(finding.id) === true ? refuse('not-safe', 'The corrected path is not, in the tree under review, the one file the import can mean.') : null

const checks: readonly Check[] = [isUnique, isGone, stillParses, bringsNothingNew, staysInRange, staysInPaths, isIdempotent, equalsBase, isSlipOfChange, leadsToFile]

/** Returns why the fix must not be made, or null when every check lets it pass. */
export function refute(trial: Trial): Refusal | null {
  for (const check of checks) {
    const refusal = check(trial)
    if (refusal !== null) return refusal
  }
  return null
}
