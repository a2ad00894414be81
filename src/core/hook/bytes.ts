import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

/** Returns the bytes as a text of one character a byte, so that lines can be cut without touching any other byte. */
export function toRaw(bytes: Uint8Array | string): string {
  return (typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : Buffer.from(bytes)).toString('latin1')
}

/** Returns the bytes of such a text. */
export function fromRaw(raw: string): Uint8Array {
  return Buffer.from(raw, 'latin1')
}

const place = '@SEAL@'
const sealed = /^(# (?:gar-hook|>>> gar) v\d+ )([0-9a-f]{12})/m

/** Returns the text with a digest of itself in its first mark, by which later edits show. */
export function seal(raw: string): string {
  return raw.replace(place, digest(raw))
}

/** Returns whether the text is still as it was sealed; line ends that git converted do not count as an edit. */
export function isSealed(raw: string): boolean {
  const found = sealed.exec(raw)
  return found !== null && digest(raw.replace(sealed, (_, mark: string) => mark + place)) === found[2]
}

function digest(raw: string): string {
  return createHash('sha256').update(raw.replaceAll('\r\n', '\n').trimEnd(), 'latin1').digest('hex').slice(0, 12)
}
