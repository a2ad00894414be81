import { Buffer } from 'node:buffer'
import path from 'node:path'
import { GarError } from '../../core/model/fault.ts'
import type { Answer } from '../../core/target/answers.ts'
import { parseAnswers, renderLines } from '../../core/target/answers.ts'
import type { GitContext } from '../git/context.ts'
import { makeDirectory, readIfThere, removeFile, writeState } from '../os/files.ts'
import { takeLock } from '../os/lock.ts'

const name = 'answers.jsonl'
const patience = 5_000

/** Returns what the user declined and decided; every work tree of the repository shares it. Throws `GarError('config')` for a record that cannot be read, since that is not "no answers". */
export async function readAnswers(context: GitContext): Promise<readonly Answer[]> {
  return await readAt(fileOf(context)) ?? []
}

/** Changes the record in one step and returns it as it then stands; two work trees never lose each other's answer. */
export async function changeAnswers(context: GitContext, change: (answers: readonly Answer[]) => readonly Answer[]): Promise<readonly Answer[]> {
  const file = fileOf(context)
  await makeDirectory(path.dirname(file), 0o700)
  const lock = await takeLock(`${file}.lock`, 'answers', patience)
  try {
    const changed = change(await readAnswers(context))
    // An empty file is what a full disk leaves behind, so "no answers" is no file.
    if (changed.length === 0) await removeFile(file)
    else await writeState(file, Buffer.from(renderLines(changed)))
    return changed
  } finally {
    await lock.release()
  }
}

function fileOf(context: GitContext): string {
  return path.join(context.commonDir, 'gar', name)
}

async function readAt(file: string): Promise<readonly Answer[] | null> {
  const bytes = await readIfThere(file)
  if (bytes === null) return null
  const parsed = parseAnswers(bytes.toString('utf8'))
  if (parsed.ok && parsed.lines.length > 0) return parsed.lines
  const reason = parsed.ok ? 'it is empty' : parsed.reason
  throw new GarError('config', `The record of what you declined and decided cannot be read: ${reason} (${file}).`, { hint: 'Correct that line, or remove the file to answer anew.' })
}
