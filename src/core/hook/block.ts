import { isSealed } from './bytes.ts'
import type { HookName } from './seen.ts'

// The mark's first line, and everything to the end mark's line end.
const block = /^# >>> gar v\d+ [0-9a-f]{12}( created| joined)?(?![0-9a-z])[^]*?^# <<< gar\r?(?:\n|$)/m
const halfBlock = /^# (?:>>>|<<<) gar\b/m

export type FoundBlock = { readonly start: number; readonly end: number; readonly flag: '' | 'created' | 'joined'; readonly isIntact: boolean }

/** Returns where gar's block stands in a script, null when there is none, or `broken` when its marks do not pair. */
export function findBlock(raw: string): FoundBlock | 'broken' | null {
  const found = block.exec(raw)
  if (found === null) return halfBlock.test(raw) ? 'broken' : null
  const rest = raw.slice(0, found.index) + raw.slice(found.index + found[0].length)
  if (halfBlock.test(rest)) return 'broken'
  const flag = found[1] === ' created' ? 'created' : found[1] === ' joined' ? 'joined' : ''
  return { start: found.index, end: found.index + found[0].length, flag, isIntact: isSealed(found[0]) }
}

/** Returns the script with the block in it: last, except where every command needs the input that gar needs too. */
export function insertBlock(raw: string, name: HookName, render: (flag: '' | 'joined') => string): string {
  const at = name === 'pre-push' ? afterShebang(raw) : raw.length
  const isJoined = at > 0 && raw[at - 1] !== '\n'
  return raw.slice(0, at) + (isJoined ? '\n' : '') + render(isJoined ? 'joined' : '') + raw.slice(at)
}

/** Returns the script as it was without the block, or null when gar made the file and nobody added to it. */
export function removeBlock(raw: string, found: FoundBlock): string | null {
  const start = found.flag === 'joined' && raw[found.start - 1] === '\n' ? found.start - 1 : found.start
  const rest = raw.slice(0, start) + raw.slice(found.end)
  return rest === '' && found.flag === 'created' ? null : rest
}

/** Returns the last command of a script when nothing written below it would run. */
export function closingCommand(raw: string): string | null {
  const last = raw.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')).at(-1) ?? ''
  return /^(?:exec\s+[^<>\s]|exit\b|return\b)/.test(last) ? last : null
}

function afterShebang(raw: string): number {
  if (!raw.startsWith('#!')) return 0
  const end = raw.indexOf('\n')
  return end < 0 ? raw.length : end + 1
}
