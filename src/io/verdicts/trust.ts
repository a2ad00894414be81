import { createHash } from 'node:crypto'
import path from 'node:path'
import type { GitContext } from '../git/context.ts'
import { makeDirectory, readIfThere, writeState } from '../os/files.ts'

// What the user has allowed is kept beside the verdicts, out of the repository's reach: content under review cannot allow itself anything.

/** Returns true when the user has allowed exactly these commands in this repository. */
export async function isTrusted(context: GitContext, commands: unknown): Promise<boolean> {
  const bytes = await readIfThere(fileOf(context))
  return bytes?.toString('utf8').split('\n').includes(digestOf(commands)) === true
}

/** Records that the user allows these commands. */
export async function trust(context: GitContext, commands: unknown): Promise<void> {
  const file = fileOf(context)
  await makeDirectory(path.dirname(file), 0o700)
  const earlier = (await readIfThere(file))?.toString('utf8') ?? ''
  await writeState(file, Buffer.from(`${earlier}${digestOf(commands)}\n`))
}

function fileOf(context: GitContext): string {
  return path.join(context.commonDir, 'gar', 'trusted')
}

function digestOf(commands: unknown): string {
  return createHash('sha256').update(JSON.stringify(commands)).digest('hex')
}
