import { Buffer } from 'node:buffer'

/** One member of an archive; names and link texts are bytes. */
export type Member = { readonly name: Buffer; readonly mode: number } & ({ readonly kind: 'file'; readonly bytes: Buffer } | { readonly kind: 'link'; readonly text: Buffer })

const block = 512

// Archives are written here because no library keeps names that are not UTF-8. Times and owners are zero, so equal trees give equal bytes.
/** Returns a tar archive of the members in the ustar form with GNU records for long names. */
export function renderTar(members: readonly Member[]): Buffer {
  return Buffer.concat([...members.flatMap(renderMember), Buffer.alloc(2 * block)])
}

function renderMember(member: Member): Buffer[] {
  const bytes = member.kind === 'file' ? member.bytes : Buffer.alloc(0)
  const link = member.kind === 'link' ? member.text : Buffer.alloc(0)
  return [
    ...longRecord('L', member.name), ...longRecord('K', link),
    header({ name: member.name, link, mode: member.mode, size: bytes.length, type: member.kind === 'link' ? '2' : '0' }), padded(bytes),
  ]
}

function longRecord(type: string, text: Buffer): Buffer[] {
  if (text.length < 100) return []
  const body = Buffer.concat([text, Buffer.from('\0')])
  return [header({ name: Buffer.from('././@LongLink'), link: Buffer.alloc(0), mode: 0, size: body.length, type }), padded(body)]
}

type Header = { readonly name: Buffer; readonly link: Buffer; readonly mode: number; readonly size: number; readonly type: string }

function header({ name, link, mode, size, type }: Header): Buffer {
  const bytes = Buffer.alloc(block)
  name.copy(bytes, 0, 0, 100)
  bytes.write(`${octal(mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0        ${type}`, 100, 'latin1')
  link.copy(bytes, 157, 0, 100)
  bytes.write('ustar  \0', 257, 'latin1')
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return bytes
}

function octal(value: number, width: number): string {
  return value.toString(8).padStart(width, '0')
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((block - bytes.length % block) % block)])
}
