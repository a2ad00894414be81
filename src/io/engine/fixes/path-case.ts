import { renderCase } from '../across/case.ts'
import type { Fixer } from './fixer.ts'

/** Returns the correction of an import that differs from the one file it can mean in the case of letters alone. */
export const correctCase: Fixer = ({ found, text }) => {
  const [edit, ...more] = found.edits ?? []
  if (edit === undefined || more.length > 0) return []
  const spec = text.slice(edit.start, edit.end)
  const isCase = spec !== edit.text && spec.toLowerCase() === edit.text.toLowerCase()
  return isCase ? [{ edits: [edit], text: renderCase(spec, edit.text) }] : []
}
