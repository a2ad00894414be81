import { Buffer } from 'node:buffer'

/** Reads standard input to its end; nothing is asked of a person, so a terminal counts as empty. */
export async function readStdin(): Promise<Buffer> {
  if (process.stdin.isTTY) return Buffer.alloc(0)
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(Buffer.from(part as Buffer))
  return Buffer.concat(parts)
}
