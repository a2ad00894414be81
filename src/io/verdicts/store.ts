import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Oid } from '../../core/model/tree.ts'
import type { GitContext } from '../git/context.ts'
import { makeDirectory, readIfThere, writeState } from '../os/files.ts'

/** What a verdict is about: content, and the rules it was judged by (rulings 2.7). `salt` covers build, gate, rules and effective configuration. */
export type VerdictKey = { readonly salt: string; readonly base: Oid | null; readonly published: readonly Oid[]; readonly tree: Oid }

const held = 'gar-verdict 1 clean'

/** Returns true when exactly this change was found clean before under the same rules. An unreadable or cut verdict is none. */
export async function isKnownClean(context: GitContext, key: VerdictKey): Promise<boolean> {
  const bytes = await readIfThere(fileOf(context, key))
  return bytes?.toString('utf8') === contentOf(key)
}

/** Stores that the change was found clean; every work tree of the repository shares it. */
export async function storeClean(context: GitContext, key: VerdictKey): Promise<void> {
  const file = fileOf(context, key)
  await makeDirectory(path.dirname(file), 0o700)
  await writeState(file, Buffer.from(contentOf(key)))
}

function fileOf(context: GitContext, key: VerdictKey): string {
  const name = createHash('sha256').update(contentOf(key)).digest('hex')
  return path.join(context.commonDir, 'gar', 'verdicts', key.salt.slice(0, 16), name)
}

// The file repeats its key, so that neither a shortened name nor a cut file can pass for a verdict.
function contentOf({ salt, base, published, tree }: VerdictKey): string {
  return `${held}\nsalt ${salt}\nbase ${base ?? 'empty'}\npublished ${[...published].sort().join(' ')}\ntree ${tree}\n`
}
