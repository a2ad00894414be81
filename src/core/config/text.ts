import type { FaultCode } from '../model/fault.ts'
import { GarError } from '../model/fault.ts'
import { displayPath } from '../model/path.ts'
import type { Limits, Player } from './config.ts'

/** Reads a value out of the text of a flag or a variable, or says what was expected. */
export type TextParser<T> = (text: string) => { readonly value: T } | { readonly expected: string }

/** Returns the parser of one of a few words. */
export function oneOf<T extends string>(words: readonly T[]): TextParser<T> {
  return (text) => {
    const value = words.find((word) => word === text)
    return value === undefined ? { expected: `one of ${words.join(', ')}` } : { value }
  }
}

/** Returns the parser of a whole number in a range. */
export function within({ min, max }: Limits): TextParser<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : min - 1
    return value < min || value > max ? { expected: `a whole number from ${min} to ${max}` } : { value }
  }
}

/** Returns the parser of a whole number in a range that lowers it to `most`. */
export function lowered(range: Limits, most: number): TextParser<number> {
  const parse = within(range)
  return (text) => {
    const parsed = parse(text)
    return 'value' in parsed ? { value: Math.min(parsed.value, most) } : parsed
  }
}

/** Reads who plays a role: `engine`, or a command as a JSON array of texts. */
export const player: TextParser<Player> = (text) => {
  if (text === 'engine') return { value: text }
  const words = readJson(text)
  const isCommand = Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string' && word !== '')
  return isCommand ? { value: { command: words as readonly string[] } } : { expected: '"engine", or a command as a JSON array of texts' }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws the fault of a flag or a variable whose text is no value. */
export function refuse(code: FaultCode & ('usage' | 'config'), name: string, said: { readonly given: string; readonly expected: string }): never {
  const shown = displayPath(said.given.length > 60 ? `${said.given.slice(0, 60)}...` : said.given)
  const hint = code === 'usage' ? 'Run "gar help run" for the options.' : `Correct ${name}, or unset it.`
  throw new GarError(code, `${name}: expected ${said.expected}, got "${shown}"`, { hint })
}
