import type { Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileConfig } from '../../core/config/config.ts'
import { GarError } from '../../core/model/fault.ts'

export type ConfigFile = { readonly name: string; readonly values: FileConfig }

const own = '.garrc.json'
const shared = 'package.json'
const largest = 64 * 1024

/** Returns the configuration that stands at the top of the work tree, or null when there is none. Throws `GarError('config')` for one that cannot be used. */
export async function loadConfig(top: string): Promise<ConfigFile | null> {
  const [mine, theirs] = await Promise.all([readOwn(top), readShared(top)])
  if (mine !== undefined && theirs !== undefined) {
    throw new GarError('config', `Both ${own} and the "gar" key of ${shared} configure gar.`, { hint: `Keep one of them: delete ${own}, or the "gar" key of ${shared}.` })
  }
  if (mine === undefined && theirs === undefined) return null
  const { parseConfig } = await import('../../core/config/schema.ts')
  if (mine !== undefined) return { name: own, values: parseConfig(mine, own) }
  return { name: shared, values: parseConfig(theirs, `${shared}, key "gar"`) }
}

async function readOwn(top: string): Promise<unknown> {
  const file = path.join(top, own)
  const found = await look(() => lstat(file))
  if (!found) return undefined
  if (found.isSymbolicLink()) throw unusable(own, 'is a symbolic link, and a configuration is read only where it stands')
  if (!found.isFile()) throw unusable(own, 'is not a regular file')
  if (found.size > largest) throw unusable(own, `is larger than ${largest / 1024} KiB`)
  return readJson(file)
}

async function readShared(top: string): Promise<unknown> {
  const file = path.join(top, shared)
  const found = await look(() => stat(file))
  if (found?.isFile() !== true) return undefined
  const manifest = await readJson(file)
  return typeof manifest === 'object' && manifest !== null && Object.hasOwn(manifest, 'gar') ? Reflect.get(manifest, 'gar') : undefined
}

// Reader and schema are loaded only for a repository that has a file to read: most hooks start without them.
async function readJson(file: string): Promise<unknown> {
  const { readJsonFile } = await import('./config-file.ts')
  return readJsonFile(file)
}

async function look(at: () => Promise<Stats>): Promise<Stats | undefined> {
  try {
    return await at()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ELOOP')) return undefined
    throw error
  }
}

function unusable(name: string, why: string): GarError {
  return new GarError('config', `${name} ${why}.`, { hint: `Correct ${name}, then run "gar doctor".` })
}
