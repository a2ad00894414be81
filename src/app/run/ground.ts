import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../core/config/config.ts'
import { configHash } from '../../core/config/hash.ts'
import { resolveConfig } from '../../core/config/resolve.ts'
import { GarError } from '../../core/model/fault.ts'
import type { Answer } from '../../core/target/answers.ts'
import { answersHash } from '../../core/target/answers.ts'
import type { GitContext } from '../../io/git/context.ts'
import { openContext } from '../../io/git/context.ts'
import { childEnv } from '../../io/git/env.ts'
import { lookAt, makeDirectory, removeTree } from '../../io/os/files.ts'
import { takeLock } from '../../io/os/lock.ts'
import { makeScratch } from '../../io/os/scratch.ts'
import { readJournal } from '../../io/relay/journal.ts'
import type { Store } from '../../io/snapshot/store.ts'
import { openStore } from '../../io/snapshot/store.ts'
import { readAnswers } from '../../io/verdicts/answers.ts'
import { loadConfig } from './config.ts'
import { assertTrusted, commandsOfFile } from './players.ts'
import { refuseUnfinished } from './recovery.ts'

/** What the command line hands to a run. */
export type Request = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly flags: Readonly<Record<string, string | undefined>>
  /** Free words, where "round cap <N>" may stand. */
  readonly prompt: string
  /** Names this build; a verdict of another build counts for nothing. */
  readonly build: string
  readonly nodePath: string
  readonly signal: AbortSignal
  readonly progress: (text: string) => void
}

/** The repository, the effective configuration, and what verdicts under them are salted with. */
export type Ground = {
  readonly context: GitContext
  readonly config: Config
  readonly notes: readonly string[]
  readonly salt: string
  readonly ignore: readonly string[]
  /** What the user declined and decided; part of the salt. */
  readonly answers: readonly Answer[]
  readonly childEnv: Readonly<Record<string, string>>
}

/** Opens the repository and resolves the configuration of a run. Throws `GarError`. */
export async function openGround(request: Request): Promise<Ground> {
  const context = await openContext(request.cwd, request.env)
  const resolved = resolveConfig({ file: await loadConfig(context.top), env: request.env, flags: request.flags, prompt: request.prompt })
  await assertTrusted(context, commandsOfFile(resolved.config, resolved.origins))
  const ignore = [...await readIgnore(context.top), ...resolved.config.engine.ignore]
  const answers = await readAnswers(context)
  const salt = createHash('sha256').update(['gar-salt 2', request.build, configHash(resolved.config), answersHash(answers), ...ignore].join('\n')).digest('hex')
  return { context, config: resolved.config, notes: resolved.notes, salt, ignore, answers, childEnv: childEnv(request.env) }
}

export type Held = { readonly store: Store; readonly scratch: string }

/** Holds the work tree for the time of `body`; a run that was killed before is reported first. */
export async function holding<T>(ground: Ground, what: { event: string; patience: number }, body: (held: Held) => Promise<T>): Promise<T> {
  return holdingTree(ground.context, what, async (held) => {
    await refuseUnfinished(ground.context, held.store)
    return body(held)
  })
}

/** Holds the work tree's lock, a private directory and the content store for the time of `body`. */
export async function holdingTree<T>(context: GitContext, what: { event: string; patience: number }, body: (held: Held) => Promise<T>): Promise<T> {
  const own = path.join(context.gitDir, 'gar')
  await makeDirectory(own, 0o700)
  const lock = await takeLock(path.join(own, 'lock'), what.event, what.patience)
  try {
    const scratch = await makeScratch(own)
    await dropLargeStore(context, path.join(own, 'store'))
    const store = await openStore(path.join(own, 'store'))
    try {
      return await body({ store, scratch: scratch.directory })
    } finally {
      store.close()
      await scratch.remove()
    }
  } finally {
    await lock.release()
  }
}

const largestStore = 256 * 1024 * 1024

// Contents are only ever added; without an unfinished run nobody needs the old ones.
async function dropLargeStore(context: GitContext, directory: string): Promise<void> {
  const size = await stat(path.join(directory, 'contents')).then((found) => found.size, () => 0)
  if (size > largestStore && (await readJournal(context.gitDir)).kind === 'none') await removeTree(directory)
}

async function readIgnore(top: string): Promise<readonly string[]> {
  const file = path.join(top, '.garignore')
  const kind = await lookAt(file)
  if (kind === null) return []
  if (kind !== 'file') throw new GarError('config', '.garignore is not a regular file.', { hint: 'Make it a plain text file, or remove it.' })
  return (await readFile(file, 'utf8')).split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
}
