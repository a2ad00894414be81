import { readFile } from 'node:fs/promises'
import { version } from './about.ts'

/** Returns the name of this build; a verdict stored by another build counts for nothing. */
export async function buildId(): Promise<string> {
  // The code may stand in the entry or in a chunk below it. Run from source there is no build; its version alone then stands for it.
  const read = (place: string): Promise<string> => readFile(new URL(place, import.meta.url), 'utf8')
  const id = await read('build-id').catch(() => read('../build-id')).catch(() => 'source')
  return `${version} ${id.trim()}`
}
