import type { Fixer } from './fixer.ts'

/** Returns the change of `is` to `==` in a comparison with a literal, as the Python analyser proposes it. */
export const compareByValue: Fixer = ({ found, text }) => {
  const [edit, ...more] = found.edits ?? []
  if (edit === undefined || more.length > 0) return []
  const [before, after] = [text.slice(edit.start, edit.end).replace(/\s+/g, ' '), edit.text]
  const isExpected = (before === 'is' && after === '==') || (before === 'is not' && after === '!=')
  return isExpected ? [{ edits: [edit], text: `Compare with ${after} instead of ${before}.` }] : []
}
