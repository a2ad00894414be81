import type { Found } from './found.ts'
import { lineText } from './text.ts'

/** One version of a file with what was found in it. */
export type Analysed = { readonly text: string; readonly found: readonly Found[] }

/** Returns the findings of `now` that no earlier version holds: by rule, message and trimmed line, then by rule and message. */
export function newFindings(now: Analysed, earlier: readonly Analysed[]): readonly Found[] {
  return earlier.reduce((left, version) => subtract({ text: now.text, found: left }, version), now.found)
}

function subtract(now: Analysed, before: Analysed): readonly Found[] {
  // Whether it parses is a fact of the whole file: broken before means the change did not break it.
  const wasBroken = before.found.some(({ rule }) => rule === 'syntax')
  const found = wasBroken ? now.found.filter(({ rule }) => rule !== 'syntax') : now.found
  const unchanged = (version: string) => (one: Found): string => JSON.stringify([one.rule, one.message, lineText(version, one.line).trim()])
  const edited = (one: Found): string => JSON.stringify([one.rule, one.message])
  const first = pair({ found, key: unchanged(now.text) }, { found: before.found, key: unchanged(before.text) })
  return pair({ found: first.left, key: edited }, { found: first.unmatched, key: edited }).left
}

type Keyed = { readonly found: readonly Found[]; readonly key: (one: Found) => string }

// One for one: two occurrences now against one before leave one.
function pair(now: Keyed, before: Keyed): { readonly left: readonly Found[]; readonly unmatched: readonly Found[] } {
  const waiting = new Map<string, Found[]>()
  for (const one of before.found) waiting.set(before.key(one), [...(waiting.get(before.key(one)) ?? []), one])
  const left = now.found.filter((one) => waiting.get(now.key(one))?.shift() === undefined)
  return { left, unmatched: [...waiting.values()].flat() }
}
