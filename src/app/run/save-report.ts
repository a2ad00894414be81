import { Buffer } from 'node:buffer'
import path from 'node:path'
import { GarError } from '../../core/model/fault.ts'
import type { RunRecord } from '../../core/model/result.ts'
import { savedName } from '../../core/report/saved-name.ts'
import { toMarkdown } from '../../core/report/views.ts'
import type { Seen } from '../../core/target/answers.ts'
import { lookAt, makeDirectory, writeState } from '../../io/os/files.ts'

export type Saving = { readonly top: string; readonly record: RunRecord; readonly journal: readonly Seen[]; readonly now: Date }

const mostTries = 1000

/** Writes the record as Markdown under `docs/reviews` and returns the path below the top; a file that is there is never replaced (RUC-061). Throws `GarError('helper')`. */
export async function saveReport({ top, record, journal, now }: Saving): Promise<string> {
  const directory = path.join('docs', 'reviews')
  for (const place of ['docs', directory]) await refuseDetour(top, place)
  await makeDirectory(path.join(top, directory))
  const date = now.toISOString().slice(0, 10)
  for (let n = 1; n <= mostTries; n += 1) {
    const name = path.join(directory, savedName(date, record.branch, n))
    if (await lookAt(path.join(top, name)) !== null) continue
    await writeState(path.join(top, name), Buffer.from(toMarkdown(record, journal)), 0o644)
    return name
  }
  throw new GarError('helper', `${directory} holds too many reports of ${date}.`, { hint: 'Move some of them away.' })
}

// A link would put the report outside the repository.
async function refuseDetour(top: string, place: string): Promise<void> {
  const found = await lookAt(path.join(top, place))
  if (found === null || found === 'directory') return
  throw new GarError('helper', `${place} is ${found === 'link' ? 'a symbolic link' : 'no directory'}, so the report is not saved there.`, { hint: 'Make it a directory; "gar report --format markdown" prints the same text.' })
}
