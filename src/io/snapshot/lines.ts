import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

// Records are lines of tab-separated fields; a seal at the end tells a whole file from a torn one. Ten thousand paths read several times faster than as JSON.

/** Returns the records as bytes with their seal. */
export function renderLines(kind: string, lines: readonly (readonly (string | number)[])[]): Buffer {
  const body = [[kind], ...lines].map((fields) => `${fields.join('\t')}\n`).join('')
  return Buffer.from(`${body}seal\t${digest(body)}\n`)
}

/** Returns the records, or null when the bytes are torn, altered or of another kind. */
export function parseLines(kind: string, bytes: Buffer): string[][] | null {
  const text = bytes.toString('utf8')
  const at = text.lastIndexOf('seal\t')
  const body = text.slice(0, Math.max(at, 0))
  if (at < 0 || text.slice(at) !== `seal\t${digest(body)}\n` || !body.startsWith(`${kind}\n`)) return null
  return body.slice(kind.length + 1).split('\n').slice(0, -1).map((line) => line.split('\t'))
}

/** Returns text of any characters as one field. */
export function field(text: string): string {
  return JSON.stringify(text)
}

/** Returns the text a field holds. */
export function unfield(text: string): string {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'string') throw new Error(`a field is not text: ${text}`)
  return value
}

function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}
