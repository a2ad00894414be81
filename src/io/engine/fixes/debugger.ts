import { deleteLines, lineText } from '../text.ts'
import type { Fixer } from './fixer.ts'

const alone = /^\s*(?:debugger;?|breakpoint\(\);?|i?pdb\.set_trace\(\);?|import i?pdb(?:; ?i?pdb\.set_trace\(\);?)?|from i?pdb import set_trace|set_trace\(\)|binding\.(?:pry|irb)|byebug)\s*(?:#.*|\/\/.*)?$/

/** Returns the deletion of a debugger statement that is alone on its line. */
export const deleteDebugger: Fixer = ({ found, text, language }) => {
  if (!alone.test(lineText(text, found.line))) return []
  const isScript = language === 'javascript' || language === 'typescript'
  if (isScript && (isBody(text, found.line) || joinsNeighbours(text, found.line))) return []
  return [{ edits: [deleteLines(text, found.line, found.line)], text: 'Delete the debugger statement.' }]
}

// The statement is the body of a condition or loop without braces: deleted, the next statement would take its place.
function isBody(text: string, line: number): boolean {
  const before = neighbour(text, line, -1)
  if (/(?:\belse|\bdo|=>|\w:)$/.test(before.text)) return true
  if (!before.text.endsWith(')')) return false
  return /^(?:\}?\s*else\s+)?(?:if|for|while|with)\b/.test(head(text, before.line))
}

// Without a semicolon between them, the lines around the statement would become one expression.
function joinsNeighbours(text: string, line: number): boolean {
  return /^[([`+\-/*.,]/.test(neighbour(text, line, 1).text) && !/(?:[;{}]|^)$/.test(neighbour(text, line, -1).text)
}

function neighbour(text: string, line: number, step: 1 | -1): { readonly line: number; readonly text: string } {
  const last = text.split('\n').length
  for (let at = line + step; at >= 1 && at <= last; at += step) {
    const content = lineText(text, at).replace(/\/\/.*$/, '').trim()
    if (content !== '') return { line: at, text: content }
  }
  return { line, text: '' }
}

// A condition may span lines: its head is where the parentheses balance.
function head(text: string, line: number): string {
  let open = 0
  for (let at = line; at >= 1; at--) {
    const content = lineText(text, at)
    open += content.split(')').length - content.split('(').length
    if (open <= 0) return content.trim()
  }
  return ''
}
