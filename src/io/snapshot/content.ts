import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { HelperError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { displayPath, pathBytes } from '../../core/model/path.ts'
import type { Oid } from '../../core/model/tree.ts'
import type { GitCommand } from '../git/command.ts'
import type { GitContext } from '../git/context.ts'
import { indexSizes } from '../git/index-sizes.ts'
import { runGit } from '../git/run.ts'
import { listTree, readBlobs } from '../git/tree.ts'
import type { Head, Snapshot } from './model.ts'
import type { Store } from './store.ts'
import { readContent } from './store.ts'

/** Returns the bytes a path had in the work tree at the snapshot, or null when it was absent; a path not on record is as git would check it out of HEAD. */
export async function contentOf(context: GitContext, store: Store, { snapshot, path }: { snapshot: Snapshot; path: RepoPath }): Promise<Buffer | null> {
  return (await contentsOf(context, store, { snapshot, paths: [path] })).get(path) ?? null
}

/** Returns the bytes of many paths at the snapshot; at most seven git processes, whatever their number. */
export async function contentsOf(context: GitContext, store: Store, { snapshot, paths }: { snapshot: Snapshot; paths: readonly RepoPath[] }): Promise<ReadonlyMap<RepoPath, Buffer | null>> {
  const contents = new Map<RepoPath, Buffer | null>()
  const clean: RepoPath[] = []
  for (const path of paths) {
    const entry = snapshot.entries.get(path)
    if (entry === undefined) clean.push(path)
    else contents.set(path, entry === null ? null : readContent(store, entry))
  }
  const sides = await headsOf(context, snapshot.head, clean)
  for (const [path, bytes] of await checkedOut(context, sides)) contents.set(path, bytes)
  for (const path of clean) if (!contents.has(path)) contents.set(path, null)
  return contents
}

/** Returns HEAD's side of paths as git would write them into the work tree: end-of-line conversion and filters applied to files, never to links. */
export async function checkedOut(context: GitContext, heads: ReadonlyMap<RepoPath, Head>): Promise<ReadonlyMap<RepoPath, Buffer>> {
  const wants = [...heads].filter(([, head]) => head.mode !== '160000').map(([path, { mode, oid }]) => ({ path, oid, isLink: mode === '120000', isOdd: path.includes('\n') }))
  const found = new Map<RepoPath, Buffer>()
  for (const [isLink, isOdd] of [[false, false], [false, true], [true, false], [true, true]] as const) {
    const batch = wants.filter((want) => want.isLink === isLink && want.isOdd === isOdd)
    if (batch.length === 0) continue
    for (const [path, bytes] of await runGit(context, readCommand(batch, isLink ? 'raw' : 'filtered'))) found.set(path, bytes)
  }
  return asLastSeen(context, heads, found)
}

// A file may stand there unconverted since before a setting or an attribute came, and git calls it clean by its size and time: then it is the blob's own bytes.
async function asLastSeen(context: GitContext, heads: ReadonlyMap<RepoPath, Head>, contents: Map<RepoPath, Buffer>): Promise<ReadonlyMap<RepoPath, Buffer>> {
  const files = [...contents].filter(([path]) => heads.get(path)?.mode !== '120000')
  if (files.length === 0) return contents
  const sizes = await runGit(context, indexSizes())
  const odd = files.flatMap(([path, bytes]) => {
    const [head, seen] = [heads.get(path), sizes.get(path)]
    return head !== undefined && seen?.oid === head.oid && seen.size > 0 && seen.size !== bytes.length ? [{ path, ...seen }] : []
  })
  if (odd.length === 0) return contents
  const blobs = await runGit(context, readBlobs(odd.map(({ oid }) => oid)))
  for (const { path, oid, size } of odd) {
    const blob = blobs.get(oid)
    if (blob?.length === size) contents.set(path, blob)
  }
  return contents
}

type Want = { readonly path: RepoPath; readonly oid: Oid }

// `cat-file --batch --filters` prints the size before the filter ran; a question git must answer with "missing" marks where each content ends.
function readCommand(wants: readonly Want[], how: 'raw' | 'filtered'): GitCommand<[RepoPath, Buffer][]> {
  const mark = randomUUID()
  // Only names with a newline need NUL-separated questions, which git understands since 2.38.
  const isOdd = wants.some((want) => want.path.includes('\n'))
  const end = isOdd ? '\0' : '\n'
  const question = ({ path, oid }: Want): Buffer => Buffer.concat([
    how === 'filtered' ? Buffer.concat([Buffer.from(`${oid} `), pathBytes(path)]) : Buffer.from(oid), Buffer.from(`${end}${mark} x${end}`),
  ])
  const argv = ['cat-file', how === 'filtered' ? '--filters' : '--batch', ...(how === 'filtered' ? ['--batch'] : []), ...(isOdd ? ['-z'] : [])]
  return { argv, input: Buffer.concat(wants.map(question)), parse: (stdout) => parseAnswers(stdout, wants, mark) }
}

function parseAnswers(stdout: Buffer, wants: readonly Want[], mark: string): [RepoPath, Buffer][] {
  const found: [RepoPath, Buffer][] = []
  let at = 0
  for (const { path, oid } of wants) {
    const start = stdout.indexOf(0x0a, at) + 1
    const end = stdout.indexOf(`\n${mark}`, start)
    if (start === 0 || end < 0 || !stdout.toString('latin1', at, start).startsWith(`${oid} blob `)) {
      throw new HelperError('helper-script', `git does not hold the content of ${displayPath(path)} (${oid}).`)
    }
    found.push([path, stdout.subarray(start, end)])
    at = stdout.indexOf(0x0a, end + 1) + 1
  }
  return found
}

// Paths reach git as bytes on stdin or not at all: an argument cannot carry every name, so HEAD's whole listing is read and searched here.
async function headsOf(context: GitContext, head: Oid | null, paths: readonly RepoPath[]): Promise<Map<RepoPath, Head>> {
  if (head === null || paths.length === 0) return new Map()
  const listed = await runGit(context, listTree(head, []))
  const found = new Map<RepoPath, Head>()
  for (const path of paths) {
    const side = listed.get(path)
    if (side !== undefined) found.set(path, side)
  }
  return found
}
