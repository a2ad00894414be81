import type { Language } from '../languages.ts'
import { lineEnd, lineText } from '../text.ts'
import type { Candidate, Fixer, Restore } from './fixer.ts'
import type { Import } from './imports.ts'
import { importsOf } from './imports.ts'

const unix = (text: string): string => text.replaceAll('\r\n', '\n')

/** Returns how to restore the import that bound the name in the base and is gone, or null. */
export function findRestore(name: string, versions: { readonly base: string; readonly text: string; readonly language: Language }): Restore | null {
  const { language } = versions
  const [base, text] = [unix(versions.base), unix(versions.text)]
  const binding = importsOf(base, language).filter((one) => one.names.has(name))
  const [lost] = binding
  const current = importsOf(text, language)
  if (lost === undefined || binding.length > 1 || current.some((one) => one.names.has(name))) return null
  const remains = current.filter((one) => one.module === lost.module && [...one.names].every((bound) => lost.names.has(bound)))
  if (remains.length > 1) return null
  const [rest] = remains
  if (rest !== undefined) return rest.text.includes('\n') ? null : { name, statement: lost.text, where: 'instead of', line: rest.text }
  return { name, statement: lost.text, ...place(base, text, lost) }
}

// After the nearest line before it that is still there, once.
function place(base: string, text: string, lost: Import): Pick<Restore, 'where' | 'line'> {
  const lines = text.split('\n')
  const before = base.slice(0, lost.start).replace(/^\ufeff/, '').split('\n').filter((line) => line.trim() !== '').reverse()
  const line = before.find((candidate) => lines.filter((one) => one === candidate).length === 1)
  return line === undefined ? { where: 'first', line: '' } : { where: 'after', line }
}

/** Returns the text of a finding's fix that says what to restore, and where. */
export function renderRestore({ name, statement, where, line }: Restore): string {
  const place = where === 'first' ? 'at the top of the file' : `${where} the line \`${line}\``
  return `Restore the import of ${name} that the change removed, ${place}:\n${statement}`
}

/** Returns what {@link renderRestore} wrote, or null when the text says something else. */
export function parseRestore(text: string): Restore | null {
  const parts = /^Restore the import of (\S+) that the change removed, (?:at the top of the file|(after|instead of) the line `([^\n]*)`):\n([\s\S]+)$/.exec(text)
  if (parts === null) return null
  const where = parts[2] === 'after' || parts[2] === 'instead of' ? parts[2] : 'first'
  return { name: parts[1] ?? '', statement: parts[4] ?? '', where, line: parts[3] ?? '' }
}

/** Returns the restored import. */
export const restoreImport: Fixer = ({ found, text, restore }) => {
  if (restore === null || restore.name !== found.name) return []
  const end = lineEnd(text)
  const statement = restore.statement.replaceAll('\n', end)
  const description = renderRestore(restore)
  if (restore.where === 'first') return insertFirst(text, `${statement}${end}`, description)
  const at = onlyLine(text, restore.line)
  if (at === null) return []
  if (restore.where === 'instead of') return [{ edits: [{ start: at.start, end: at.end, text: statement }], text: description }]
  return [{ edits: [{ start: at.end, end: at.end, text: `${end}${statement}` }], text: description }]
}

function insertFirst(text: string, statement: string, description: string): readonly Candidate[] {
  // A byte order mark and the line that names the interpreter stay first.
  const start = /^\ufeff?(?:#![^\n]*\n)?/.exec(text)?.[0].length ?? 0
  return [{ edits: [{ start, end: start, text: statement }], text: description }]
}

// The line's content without its line end; null when it stands there more than once or not at all.
function onlyLine(text: string, line: string): { readonly start: number; readonly end: number } | null {
  const count = text.split('\n').length
  const places = Array.from({ length: count }, (_, index) => index + 1).filter((n) => lineText(text, n).replace(/^\ufeff/, '') === line)
  const [only] = places
  if (only === undefined || places.length > 1) return null
  const start = text.split('\n').slice(0, only - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const mark = only === 1 && text.startsWith('\ufeff') ? 1 : 0
  return { start: start + mark, end: start + mark + line.length }
}
