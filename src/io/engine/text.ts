import type { Edit } from './found.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }

/** Returns the text of the bytes, byte order mark included, or why there is none to analyse. */
export function decodeText(bytes: Uint8Array, maxBytes: number): Decoded {
  if (bytes.length > maxBytes) return { ok: false, reason: `larger than ${maxBytes} bytes` }
  if (bytes.includes(0)) return { ok: false, reason: 'binary' }
  try {
    return { ok: true, text: strict.decode(bytes) }
  } catch {
    return { ok: false, reason: 'not UTF-8' }
  }
}

/** Returns the bytes of a text made by {@link decodeText}. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Returns the offset at which each line starts; a final line end opens no further line. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Returns the 1-based line that holds the offset. */
export function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** Returns the line without its line end, or an empty text when there is no such line. */
export function lineText(text: string, line: number): string {
  const span = lineSpan(text, line)
  return text.slice(span.start, span.end).replace(/\r?\n$/, '')
}

/** Returns the offsets of the line, its line end included. */
export function lineSpan(text: string, line: number): { readonly start: number; readonly end: number } {
  let start = 0
  for (let n = 1; n < line; n++) {
    const next = text.indexOf('\n', start)
    if (next < 0) return { start: text.length, end: text.length }
    start = next + 1
  }
  const end = text.indexOf('\n', start)
  return { start, end: end < 0 ? text.length : end + 1 }
}

/** Returns an edit that deletes whole lines; deleting an unterminated last line takes the line end before it along. */
export function deleteLines(text: string, first: number, last: number): Edit {
  const [from, to] = [lineSpan(text, first), lineSpan(text, last)]
  // A byte order mark belongs to the file, not to its first line.
  const begin = from.start === 0 && text.startsWith('\ufeff') ? 1 : from.start
  if (text[to.end - 1] === '\n' || from.start === 0) return { start: begin, end: to.end, text: '' }
  const start = text[from.start - 2] === '\r' ? from.start - 2 : from.start - 1
  return { start, end: to.end, text: '' }
}

/** Returns the line end the text uses. */
export function lineEnd(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** Returns a mapping from UTF-8 byte offsets of the text to string offsets. */
export function byteOffsets(text: string): (byte: number) => number {
  if (!/[^\0-\x7f]/.test(text)) return (byte) => byte
  const bytes = encoder.encode(text)
  return (byte) => strict.decode(bytes.subarray(0, byte)).length
}

/** Returns the text on one line, cut to a length, without control characters. */
export function oneLine(text: string, max: number): string {
  const flat = text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return flat.length <= max ? flat : `${flat.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
