import type { Edit } from '../found.ts'
import { lineSpan } from '../text.ts'
import type { Fixer } from './fixer.ts'

/** Returns the deletion of the direction control characters of a line. */
export const deleteControls: Fixer = ({ found, text }) => {
  const { start, end } = lineSpan(text, found.line)
  const edits = [...text.slice(start, end).matchAll(/[\u202a-\u202e\u2066-\u2069]+/g)].map((match): Edit => ({ start: start + match.index, end: start + match.index + match[0].length, text: '' }))
  return edits.length === 0 ? [] : [{ edits, text: 'Delete the direction control characters.' }]
}
