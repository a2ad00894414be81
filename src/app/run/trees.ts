import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ObjectReader } from '../../core/gate/port.ts'
import type { Change, Oid } from '../../core/model/tree.ts'
import { parseOid } from '../../core/model/tree.ts'
import { buildChange } from '../../core/target/change.ts'
import type { GitContext } from '../../io/git/context.ts'
import type { GitPlace } from '../../io/git/run.ts'
import { runGit } from '../../io/git/run.ts'
import { diffTrees, emptyTree, grepTree, listTree, readBlobs } from '../../io/git/tree.ts'
import { treesOf } from '../../io/git/refs.ts'

/** Reads objects at a place that knows the user's and the private ones. */
export function readerAt(place: GitPlace): ObjectReader {
  return {
    blobs: async (oids) => (oids.length === 0 ? new Map() : runGit(place, readBlobs([...new Set(oids)]))),
    filesWith: async (tree, word) => {
      const paths = await runGit(place, grepTree(tree, word))
      if (paths.length === 0) return []
      const entries = await runGit(place, listTree(tree, paths))
      return [...entries].map(([file, entry]) => ({ path: file, oid: entry.oid }))
    },
    paths: (tree) => runGit(place, listTree(tree, [])),
  }
}

/** Compares a tree with its base and with further published trees. */
export async function changeBetween(place: GitPlace, trees: { tree: Oid; base: Oid | null }, published: readonly Oid[]): Promise<Change> {
  const nothing = trees.tree.length === 40 ? emptyTree.sha1 : emptyTree.sha256
  const sides = await runGit(place, diffTrees(trees.base ?? nothing, trees.tree))
  const others = await Promise.all(published.map(async (tree) => ({ tree, sides: await runGit(place, diffTrees(tree, trees.tree)) })))
  return buildChange(trees, sides, others)
}

/** Returns the trees of the other parents a commit in preparation will have: a merge's heads. */
export async function mergedTrees(context: GitContext, env: Readonly<Record<string, string | undefined>>): Promise<readonly Oid[]> {
  const file = await readFile(path.join(context.gitDir, 'MERGE_HEAD'), 'utf8').catch(() => '')
  // `pre-merge-commit` runs before MERGE_HEAD is written; git names the heads in its environment instead.
  const named = Object.keys(env).filter((name) => name.startsWith('GITHEAD_')).map((name) => name.slice(8))
  const heads = [...new Set([...file.split('\n'), ...named])].map(parseOid).filter((oid) => oid !== undefined)
  return heads.length === 0 ? [] : runGit(context, treesOf(heads))
}
