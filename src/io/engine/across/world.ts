import type { GateAsk } from '../../../core/gate/port.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import type { Oid, TreeEntry } from '../../../core/model/tree.ts'
import { decodeText } from '../text.ts'
import type { Paths } from './paths.ts'
import { toPaths } from './paths.ts'

/** One tree as the checks across files see it. */
export type World = {
  readonly paths: Paths
  /** Returns the text of a file, or null when there is none that can be read. */
  readonly text: (path: RepoPath) => Promise<string | null>
  /** Reads many files at once, for questions to come. */
  readonly load: (paths: readonly RepoPath[]) => Promise<void>
}
/** The tree under review and the one before it. */
export type Worlds = { readonly now: World; readonly before: World }

/** Returns both trees; one listing serves for the two, for the change says in what they differ. */
export async function toWorlds({ change, objects }: Pick<GateAsk, 'change' | 'objects'>, maxBytes: number): Promise<Worlds> {
  const listed = await objects.paths(change.tree)
  const earlier = new Map<RepoPath, TreeEntry>(listed)
  for (const file of change.files) {
    if (file.base === null) earlier.delete(file.path)
    else earlier.set(file.path, { mode: file.baseMode, oid: file.base })
  }
  const cache = textCache(objects, maxBytes)
  return { now: toWorld(listed, cache), before: toWorld(earlier, cache) }
}

type TextCache = { readonly get: (oid: Oid) => Promise<string | null>; readonly load: (oids: readonly Oid[]) => Promise<void> }

function toWorld(all: ReadonlyMap<RepoPath, TreeEntry>, cache: TextCache): World {
  const paths = toPaths(all)
  const oidOf = (path: RepoPath): Oid | undefined => (paths.file(path) === undefined ? undefined : all.get(path)?.oid)
  return {
    paths,
    text: async (path) => { const oid = oidOf(path); return oid === undefined ? null : cache.get(oid) },
    load: (wanted) => cache.load(wanted.flatMap((path) => oidOf(path) ?? [])),
  }
}

// Content is named by its object, so that both trees share what they have in common.
function textCache(objects: GateAsk['objects'], maxBytes: number): TextCache {
  const texts = new Map<Oid, string | null>()
  const load = async (oids: readonly Oid[]): Promise<void> => {
    const missing = [...new Set(oids)].filter((oid) => !texts.has(oid))
    if (missing.length === 0) return
    for (const [oid, bytes] of await objects.blobs(missing)) {
      const decoded = decodeText(bytes, maxBytes)
      texts.set(oid, decoded.ok ? decoded.text : null)
    }
  }
  return { load, get: async (oid) => { await load([oid]); return texts.get(oid) ?? null } }
}
