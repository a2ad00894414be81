import type { Fixer } from './fixer.ts'

/** Returns the removal of the focus of a test, `.only` or the `f` before its name. */
export const removeFocus: Fixer = ({ found, text }) => {
  const word = text.slice(found.start, found.end)
  const describe = 'Remove the focus from the test.'
  if (word === 'only' && text[found.start - 1] === '.') return [{ edits: [{ start: found.start - 1, end: found.end, text: '' }], text: describe }]
  return word === 'fdescribe' || word === 'fit' ? [{ edits: [{ start: found.start, end: found.start + 1, text: '' }], text: describe }] : []
}
