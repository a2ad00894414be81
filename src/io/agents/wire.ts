import type { Json } from './json.ts'
import { parseStrictJson } from './json.ts'

/** The lines between which an agent's answer stands. */
export const openMark = '<<<CONTROL_RESULT>>>'
export const closeMark = '<<<END_CONTROL_RESULT>>>'
/** The line by which a helper that kept its contract declares that it is unable to do its work (GAR-145). */
export const unableMark = 'helper_result: unable'
/** Characters between the marks. */
export const maxBlock = 1_048_576
const maxMessage = 2000

/** What a reply says; `unable` is the reason of the inability line beside the block, which counts only when the value is complete. */
export type Wire =
  | { readonly kind: 'value'; readonly value: object; readonly unable: string | undefined }
  | { readonly kind: 'unable'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** Returns what the last block of a reply holds, or why the reply is no answer in this phase; nothing is repaired and nothing cut (FORGE-020 to FORGE-024). */
export function parseReply(text: string, phase: string): Wire {
  const lines = text.split('\n').map((line) => line.replace(/[ \t\r]+$/, ''))
  const found = findBlock(lines)
  if (typeof found === 'string') return refused(found)
  const block = lines.slice(found.open + 1, found.close).join('\n')
  if (block.length > maxBlock) return refused(`the block holds ${block.length} characters, more than ${maxBlock}`)
  return readBlock(parseStrictJson(block), phase, inability(lines))
}

type Block = { readonly open: number; readonly close: number }

// A mark counts only as a line of its own: inside a JSON string it never is one, for a line end is written as an escape there.
function findBlock(lines: readonly string[]): Block | string {
  let block: Block | undefined
  let open: number | undefined
  for (const [at, line] of lines.entries()) {
    if (line === openMark) open = at
    if (line !== closeMark || open === undefined) continue
    block = { open, close: at }
    open = undefined
  }
  // What was begun last is the answer; an earlier block, quoted perhaps, must not stand in for it.
  if (open !== undefined) return 'the last block is cut off'
  return block ?? 'there is no complete result block'
}

function readBlock(json: Json, phase: string, unable: string | undefined): Wire {
  if (!json.ok) return refused(`the block cannot be read: ${json.reason}`)
  const { value } = json
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('the block holds no JSON object')
  if (!('phase' in value) || value.phase !== phase) return refused(`the block does not name the phase ${phase}`)
  return 'status' in value && isGivenUp(value.status) ? envelope(value, value.status) : { kind: 'value', value, unable }
}

function isGivenUp(status: unknown): status is 'failure' | 'blocked' {
  return status === 'failure' || status === 'blocked'
}

function envelope(value: object, status: string): Wire {
  const message = 'message' in value && typeof value.message === 'string' ? value.message.trim() : ''
  const isWithin = message !== '' && message.length <= maxMessage
  return isWithin ? { kind: 'unable', reason: message } : refused(`the status is "${status}" without a message of at most ${maxMessage} characters`)
}

// Such a line inside the block would be no JSON.
function inability(lines: readonly string[]): string | undefined {
  const line = lines.find((one) => one === unableMark || one.startsWith(`${unableMark}\t`))
  return line?.slice(unableMark.length + 1, unableMark.length + 1 + maxMessage).trim()
}

function refused(reason: string): Wire {
  return { kind: 'refused', reason }
}
