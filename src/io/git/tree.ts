import { Buffer } from 'node:buffer'
import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath, pathBytes } from '../../core/model/path.ts'
import type { ChangedFile, Oid } from '../../core/model/tree.ts'
import { isZero, parseOid } from '../../core/model/tree.ts'
import type { GitCommand } from './command.ts'
import { oidOrNone, oneLine, records } from './command.ts'

/** One path of `diff-tree --raw`: modes and blobs of both sides, null where the path is absent. */
export type RawDiff = Omit<ChangedFile, 'published'>

/** The empty tree; git knows it in every repository without storing it. */
export const emptyTree = { sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' as Oid, sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321' as Oid }

/** Asks for the tree of a commit-ish or tag; undefined when the name resolves to none. */
export function treeOf(name: string): GitCommand<Oid | undefined> {
  return { argv: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{tree}`], ok: [0, 1, 128], parse: oidOrNone }
}

/** Asks for the commit a name stands for, tags peeled; undefined when it names none. */
export function commitOf(name: string): GitCommand<Oid | undefined> {
  return { argv: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], ok: [0, 1, 128], parse: oidOrNone }
}

/** Writes the tree of the private index the place names. */
export function writeTree(): GitCommand<Oid> {
  return { argv: ['write-tree'], writes: 'private-index', parse: (stdout) => knownOid(oneLine(stdout)) }
}

/** Fills the private index from a tree. */
export function readTree(tree: Oid): GitCommand<null> {
  return { argv: ['read-tree', tree], writes: 'private-index', parse: () => null }
}

/** Writes every file of the private index below a private directory. */
export function exportIndex(directory: string): GitCommand<null> {
  return { argv: ['checkout-index', '--all', '--quiet', `--prefix=${directory}/`], writes: 'private-index', parse: () => null }
}

/** Takes the working-tree state of the paths into the private index, as `git add` would: filters, modes, deletions. */
export function updateIndex(paths: readonly RepoPath[]): GitCommand<null> {
  return { argv: ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], input: joined(paths), writes: 'private-index', parse: () => null }
}

/** Takes the paths out of the private index without a look at the working tree. */
export function dropFromIndex(paths: readonly RepoPath[]): GitCommand<null> {
  return { argv: ['update-index', '--force-remove', '-z', '--stdin'], input: joined(paths), writes: 'private-index', parse: () => null }
}

/** Lists the paths in which two trees differ, without renames. */
export function diffTrees(from: Oid, to: Oid): GitCommand<readonly RawDiff[]> {
  return { argv: ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', '--no-abbrev', from, to], parse: parseRaw }
}

/** Lists every blob and gitlink of a tree as path -> mode and id. */
export function listTree(tree: Oid, paths: readonly RepoPath[]): GitCommand<ReadonlyMap<RepoPath, { mode: string; oid: Oid }>> {
  return { argv: ['ls-tree', '-r', '-z', '--full-tree', tree, '--', ...paths], parse: (stdout) => {
    const found = new Map<RepoPath, { mode: string; oid: Oid }>()
    for (const record of records(stdout)) {
      const tab = record.indexOf(9)
      const [mode = '', , oid = ''] = record.subarray(0, tab).toString('latin1').split(' ')
      found.set(parseRepoPath(record.subarray(tab + 1)), { mode, oid: knownOid(oid) })
    }
    return found
  } }
}

/** Reads many blobs in one process; a blob git does not have is an error, never an empty file. */
export function readBlobs(oids: readonly Oid[]): GitCommand<ReadonlyMap<Oid, Buffer>> {
  return { argv: ['cat-file', '--batch'], input: Buffer.from(oids.map((oid) => `${oid}\n`).join('')), parse: (stdout) => parseBatch(stdout, oids) }
}

/** Lists the regular files of a tree that hold the word as a whole word. */
export function grepTree(tree: Oid, word: string): GitCommand<readonly RepoPath[]> {
  return { argv: ['grep', '-l', '-z', '-w', '-I', '-F', '--no-color', '-e', word, tree], ok: [0, 1], parse: (stdout) => (
    records(stdout).map((record) => parseRepoPath(record.subarray(tree.length + 1)))
  ) }
}

function parseRaw(stdout: Buffer): readonly RawDiff[] {
  const parts = records(stdout)
  const found: RawDiff[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [head, path] = [parts[at], parts[at + 1]]
    if (head !== undefined && path !== undefined) found.push(parseSides(head.toString('latin1').slice(1).split(' '), parseRepoPath(path)))
  }
  return found
}

function parseSides([baseMode = '', mode = '', base = '', now = '']: readonly string[], path: RepoPath): RawDiff {
  return { path, mode, baseMode, base: isZero(base) ? null : knownOid(base), now: isZero(now) ? null : knownOid(now) }
}

function parseBatch(stdout: Buffer, oids: readonly Oid[]): ReadonlyMap<Oid, Buffer> {
  const found = new Map<Oid, Buffer>()
  let at = 0
  for (const oid of oids) {
    const end = stdout.indexOf(10, at)
    const [name, kind, size] = stdout.subarray(at, end).toString('latin1').split(' ')
    if (end < 0 || name !== oid || kind !== 'blob') throw new Error(`git has no blob ${oid} (${kind ?? 'no answer'})`)
    found.set(oid, stdout.subarray(end + 1, end + 1 + Number(size)))
    at = end + 2 + Number(size)
  }
  return found
}

function joined(paths: readonly RepoPath[]): Buffer {
  return Buffer.concat(paths.flatMap((path) => [pathBytes(path), Buffer.from([0])]))
}

function knownOid(text: string): Oid {
  const oid = parseOid(text)
  if (oid === undefined) throw new Error(`git printed ${JSON.stringify(text.slice(0, 80))} where an object id was expected`)
  return oid
}
