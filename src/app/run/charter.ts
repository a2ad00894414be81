import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { GitContext } from '../../io/git/context.ts'
import { lookAt } from '../../io/os/files.ts'

/** The repository's charter as found: absent, readable, or there but unusable. */
export type FoundCharter = { readonly kind: 'none' } | { readonly kind: 'text'; readonly text: string } | { readonly kind: 'unusable'; readonly reason: string }

const largest = 256 * 1024

/** Reads CHARTER.md at the top level; one that exists but cannot be used is never ignored (rulings 2.8). */
export async function readCharter(context: GitContext): Promise<FoundCharter> {
  const file = path.join(context.top, 'CHARTER.md')
  const kind = await lookAt(file)
  if (kind === null) return { kind: 'none' }
  if (kind !== 'file') return { kind: 'unusable', reason: kind === 'link' ? 'is a symbolic link' : 'is not a regular file' }
  if ((await lstat(file)).size > largest) return { kind: 'unusable', reason: `is larger than ${largest / 1024} KiB` }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) }
  } catch (error) {
    return { kind: 'unusable', reason: error instanceof TypeError ? 'is not UTF-8 text' : 'cannot be read' }
  }
}
