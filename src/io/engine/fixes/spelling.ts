import type { Edit } from '../found.ts'
import type { Fixer } from './fixer.ts'

const identifier = /[A-Za-z_$][\w$]*/g

/** Returns the correction of a misspelt name: the one name nearest to it, declared in this file, one slip away. */
export const correctSpelling: Fixer = ({ found, siblings, text }) => {
  const { name } = found
  if (name === undefined || name.length < 3) return []
  const names = [...new Set(text.match(identifier) ?? [])].filter((other) => other !== name && other.length >= 3 && isNear(other, name))
  const [nearest] = names
  if (nearest === undefined || names.length > 1 || !isSlip(nearest, name) || !isDeclared(text, nearest)) return []
  const uses = siblings.filter((one) => one.rule === found.rule && one.name === name)
  const edits = uses.map((one): Edit => ({ start: one.start, end: one.end, text: nearest }))
  return edits.every((edit) => text.slice(edit.start, edit.end) === name) ? [{ edits, text: spellingText(name, nearest) }] : []
}

/** Returns what the correction says of itself. */
export function spellingText(name: string, nearest: string): string {
  return `Replace ${name} with ${nearest}.`
}

function isNear(other: string, name: string): boolean {
  return other.toLowerCase() === name.toLowerCase() || distance(other, name) === 1
}

// Not at the end: `item` and `items` are two names, and both are spelt right.
function isSlip(other: string, name: string): boolean {
  if (other.length === name.length) return true
  const [long, short] = other.length > name.length ? [other, name] : [name, other]
  return long.length - short.length === 1 && !long.startsWith(short) && !long.endsWith(short)
}

function isDeclared(text: string, name: string): boolean {
  const n = name.replaceAll('$', '\\$')
  const words = `\\b(?:const|let|var|function\\*?|class|def|import|as|for|from|global|nonlocal)\\b[^=\\n]*?(?<![\\w$.])${n}(?![\\w$])`
  const parameter = `[(,{]\\s*(?:\\*{0,2}|\\.{3})${n}\\s*[,)=:}]`
  return new RegExp(`${words}|${parameter}|^[ \\t]*${n}[ \\t]*(?::[^=\\n]*)?=[^=]`, 'm').test(text)
}

/** Returns the Damerau-Levenshtein distance of two short words (a swap of neighbours counts once). */
export function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 1) return 2
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i])
  const at = (i: number, j: number): number => rows[i]?.[j] ?? (i === 0 ? j : Infinity)
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const step = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      rows[i]?.push(isSwap ? Math.min(step, at(i - 2, j - 2) + 1) : step)
    }
  }
  return at(a.length, b.length)
}
