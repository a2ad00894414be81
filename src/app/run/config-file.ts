import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { lilconfig } from 'lilconfig'
import { GarError } from '../../core/model/fault.ts'
import { displayPath } from '../../core/model/path.ts'

/** Returns the JSON value of one file at the top of the work tree. Throws `GarError('config')` for a file without one. */
export async function readJsonFile(file: string): Promise<unknown> {
  const name = path.basename(file)
  await assertText(file, name)
  const loaded = await lilconfig('gar', {
    stopDir: path.dirname(file),
    searchPlaces: [name],
    loaders: { '.json': parseJson, '.js': refuseCode, '.cjs': refuseCode, '.mjs': refuseCode, noExt: refuseCode },
    // No property at all: the whole file comes back, so that "gar": false is seen and refused.
    packageProp: [],
    ignoreEmptySearchPlaces: false,
    cache: false,
  }).load(file)
  return loaded?.config
}

async function assertText(file: string, name: string): Promise<void> {
  const text = decode(await readFile(file), name)
  if (text.trim() === '') throw unusable(name, 'is empty; the least it can hold is "{}"')
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw unusable(name, 'is not UTF-8 text', cause)
  }
}

function parseJson(file: string, content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw unusable(path.basename(file), `is not JSON: ${displayPath(cause instanceof Error ? cause.message : String(cause))}`, cause)
  }
}

function refuseCode(file: string): never {
  throw new Error(`${file} is code, and no code of a repository is executed for its configuration`)
}

function unusable(name: string, why: string, cause?: unknown): GarError {
  return new GarError('config', `${name} ${why}.`, { hint: `Correct ${name}, then run "gar doctor".`, cause })
}
