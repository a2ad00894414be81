import picomatch from 'picomatch'
import type { Finding } from '../model/finding.ts'
import type { Block } from './markdown.ts'
import { blocksOf, fencedLines } from './markdown.ts'

/** A path or glob of CHARTER.md. */
export type CharterRule = { readonly glob: string }
/** What CHARTER.md forbids; `prose` is what no rule was read from, `unreadable` the boundary lines that are none. */
export type Charter = {
  readonly deny: readonly CharterRule[]
  readonly allow: readonly CharterRule[]
  readonly prose: readonly string[]
  readonly unreadable: readonly string[]
}

const boundHeading = /does not|key invariants|intentional constraints|architectural commitments/i
const prohibition = /\b(?:never|must not|mustn't|do not|don't|does not|doesn't|no|only|read-only|frozen|off[ -]limits|generated)\b/i
const codeSpan = /(`+)(?!`)(.+?)(?<!`)\1(?!`)/g

const charterPath = 'CHARTER.md'
/** Stands for the path of a fix that names none. */
export const noPath = '(no path named)'

/** Returns the boundaries a CHARTER text sets (rulings 2.8.2). */
export function parseCharter(text: string): Charter {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const blocks = blocksOf(lines).filter(({ heading }) => boundHeading.test(heading))
  const globs = blocks.map(globsOf)
  const { deny, allow, unreadable } = readBoundaries(lines)
  return {
    deny: [...globs.flat().map((glob) => ({ glob })), ...deny],
    allow,
    prose: blocks.filter((_, n) => globs[n]?.length === 0).map((block) => block.text),
    unreadable,
  }
}

/** Returns the note that tells of prose no rule was read from, or undefined when there is none (rulings 2.8.5). */
export function charterNote({ prose }: Charter): string | undefined {
  return prose.length === 0 ? undefined : 'charter prose not machine-checked'
}

/** Returns those of one fix's paths that cross a boundary; a fix that names no path crosses any (rulings 2.8.3, 2.8.4). */
export function crossesCharter(charter: Charter, paths: readonly string[]): string[] {
  const isBounded = charter.deny.length > 0 || charter.unreadable.length > 0
  if (paths.length === 0) return isBounded ? [noPath] : []
  return paths.filter((path) => crosses(charter, path))
}

/** Returns the findings of the approved set whose fix crosses a boundary; one is enough to refuse the whole set (GAR-165). */
export function crossingFindings(charter: Charter, approved: readonly Finding[]): readonly Finding[] {
  return approved.filter((finding) => crossesCharter(charter, finding.fix.paths).length > 0)
}

// The heading is read with its bullets: under "does not" a bullet needs no second prohibition.
function globsOf({ heading, text, isBullet }: Block): readonly string[] {
  const words = `${heading} ${text.replace(codeSpan, ' ')}`
  if (!isBullet || !prohibition.test(words)) return []
  return Array.from(text.matchAll(codeSpan), ([, , span = '']) => span.trim()).filter(isPathLike)
}

function isPathLike(span: string): boolean {
  const isOther = /\s|:\/\/|\w\(|[=;"'<>]|^-/.test(span)
  return !isOther && /\w|\*\*/.test(span) && /[/*?[{]|\.[A-Za-z]\w*$|^\.\w/.test(span)
}

function readBoundaries(lines: readonly string[]): Omit<Charter, 'prose'> {
  const given = fencedLines(lines).filter(({ info }) => info === 'gar-boundaries').map(({ line }) => line.trim())
  const rules = given.filter((line) => line !== '' && !line.startsWith('#')).map((line) => ({ line, parts: /^(deny|allow)\s+(\S.*)$/.exec(line) }))
  const named = (word: string): readonly CharterRule[] => rules.flatMap(({ parts }) => (parts?.[1] === word ? [{ glob: parts[2] ?? '' }] : []))
  return { deny: named('deny'), allow: named('allow'), unreadable: rules.filter(({ parts }) => !parts).map(({ line }) => line) }
}

function crosses({ deny, allow, unreadable }: Charter, given: string): boolean {
  const path = normalise(given)
  // A boundary that cannot be read may forbid anything.
  if (path === undefined || path === charterPath || unreadable.length > 0) return true
  const denied = longest(deny.filter((rule) => denies(rule, path)))
  return denied >= 0 && longest(allow.filter((rule) => allows(rule, path))) <= denied
}

function longest(rules: readonly CharterRule[]): number {
  return Math.max(-1, ...rules.map(({ glob }) => glob.length))
}

// Undefined: the path is absolute, leaves the root or names nothing.
function normalise(path: string): string | undefined {
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return undefined
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.length === 0 ? undefined : parts.join('/')
}

// A denial covers what lies beneath it, and without a slash it holds at any depth, as in an ignore file.
function denies(rule: CharterRule, path: string): boolean {
  const { pattern, isMatch } = compile(rule)
  const parts = path.split('/')
  const ancestors = parts.map((_, n) => parts.slice(0, n + 1).join('/'))
  const candidates = rule.glob.replace(/\/+$/, '').includes('/') ? ancestors : [...ancestors, ...parts]
  return pattern === '' || candidates.some((candidate) => candidate === pattern || isMatch(candidate))
}

// A permission reaches no further than it says: the path, a directory above it, or a glob of the whole path.
function allows(rule: CharterRule, path: string): boolean {
  const { pattern, isMatch } = compile(rule)
  return pattern !== '' && (path === pattern || path.startsWith(`${pattern}/`) || isMatch(path))
}

function compile({ glob }: CharterRule): { readonly pattern: string; readonly isMatch: (path: string) => boolean } {
  const pattern = glob.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '')
  return { pattern, isMatch: pattern === '' ? () => false : picomatch(pattern, { dot: true, nonegate: true, windows: false }) }
}
