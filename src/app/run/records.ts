import { Buffer } from 'node:buffer'
import { readIfThere, writeWhole } from '../../io/os/files.ts'

/** Writes a relay file. */
export async function writeRecord(file: string, text: string): Promise<void> {
  await writeWhole(file, Buffer.from(text))
}

/** Appends one prompt-plus-return pair to a role's record, in invocation order (GAR-117, GAR-118). */
export async function appendPair(file: string, name: string, pair: { prompt: string; text: string }): Promise<void> {
  const earlier = await readIfThere(file)
  await writeRecord(file, `${earlier?.toString('utf8') ?? ''}=== ${name}: prompt ===\n${pair.prompt}\n=== ${name}: return ===\n${pair.text}\n`)
}
