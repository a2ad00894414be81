import path from 'node:path'
import * as z from 'zod'
import { readIfThere, removeFile, writeState, writeWhole } from '../os/files.ts'

// The journal is the loop's state, on disk before the state's work begins; a later start knows from it what a killed run was doing.
const journal = z.object({
  version: z.literal(1),
  run: z.string(),
  pid: z.number(),
  event: z.string(),
  stem: z.string(),
  round: z.number(),
  at: z.string(),
  /** True while bytes of the working tree may differ from the named snapshot because of the run. */
  writing: z.boolean(),
  snapshot: z.string().nullable(),
  /** Object ids of what gar itself is about to have written since the snapshot, by path; null when the fixer writes by itself. */
  writes: z.record(z.string(), z.string()).nullable(),
})
export type Journal = z.infer<typeof journal>

/** What a journal says, or that it is unreadable; an unreadable one is never taken for "no run". */
export type JournalRead = { readonly kind: 'none' } | { readonly kind: 'run'; readonly journal: Journal } | { readonly kind: 'unreadable'; readonly file: string }

/** Returns the journal's place: one for each work tree, in its git directory. */
export function journalFile(gitDir: string): string {
  return path.join(gitDir, 'gar', 'journal.json')
}

/** Puts the state on record; while the run writes to the tree, so that it survives a power cut too. */
export async function writeJournal(gitDir: string, state: Journal): Promise<void> {
  const write = state.writing ? writeState : writeWhole
  await write(journalFile(gitDir), Buffer.from(`${JSON.stringify(state)}\n`))
}

/** Ends the record of a run that stopped in order. */
export async function clearJournal(gitDir: string): Promise<void> {
  await removeFile(journalFile(gitDir))
}

/** Reads what an earlier run left. */
export async function readJournal(gitDir: string): Promise<JournalRead> {
  const bytes = await readIfThere(journalFile(gitDir))
  if (bytes === null) return { kind: 'none' }
  const parsed = journal.safeParse(toJson(bytes.toString('utf8')))
  return parsed.success ? { kind: 'run', journal: parsed.data } : { kind: 'unreadable', file: journalFile(gitDir) }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
