import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { parseRepoPath, pathBytes } from '../../src/core/model/path.ts'

/** A file or link of a tree; a directory is what its files imply. */
export type Leaf = { readonly kind: 'file'; readonly exec: boolean; readonly bytes: Buffer } | { readonly kind: 'link'; readonly bytes: Buffer }
/** A tree as a map from path to leaf; keys are repository paths. */
export type Tree = ReadonlyMap<string, Leaf>
export type TreeEdit =
  | { readonly op: 'put'; readonly path: string; readonly leaf: Leaf }
  | { readonly op: 'delete'; readonly path: string }
  | { readonly op: 'chmod'; readonly path: string }
export type IndexRow = { readonly path: string; readonly mode: number; readonly oid: string; readonly stage?: number; readonly intent?: boolean }

export function file(bytes: string | Buffer, exec = false): Leaf {
  return { kind: 'file', exec, bytes: Buffer.from(bytes) }
}
export function link(text: string): Leaf {
  return { kind: 'link', bytes: Buffer.from(text) }
}

/** Returns the tree after the edit: a file put under another file, or over a directory, takes its place. */
export function edited(tree: Tree, edit: TreeEdit): Tree {
  const next = new Map(tree)
  const before = next.get(edit.path)
  if (edit.op === 'delete') next.delete(edit.path)
  else if (edit.op === 'chmod') {
    if (before?.kind === 'file') next.set(edit.path, { ...before, exec: !before.exec })
  } else {
    for (const other of tree.keys()) if (other.startsWith(`${edit.path}/`) || edit.path.startsWith(`${other}/`)) next.delete(other)
    next.set(edit.path, edit.leaf)
  }
  return next
}

/** Returns what stands on disk below `top`, the git directory and gar's run files left out. */
export function readTree(top: string, skip: readonly string[] = ['.git', '.git_auto_review']): Map<string, Leaf> {
  const found = new Map<string, Leaf>()
  const walk = (prefix: Buffer): void => {
    for (const entry of readdirSync(placeIn(top, prefix), { withFileTypes: true, encoding: 'buffer' })) {
      const name = Buffer.concat([prefix, entry.name])
      if (prefix.length === 0 && skip.includes(entry.name.toString())) continue
      if (entry.isDirectory()) walk(Buffer.concat([name, Buffer.from('/')]))
      else found.set(parseRepoPath(name), readLeaf(placeIn(top, name), entry.isSymbolicLink()))
    }
  }
  walk(Buffer.alloc(0))
  return found
}

/** Returns one sorted line a path, `type perm sha1 path`: what two states of a tree are compared by. */
export function listing(tree: Tree): string[] {
  return [...tree].map(([name, leaf]) => {
    const kind = leaf.kind === 'link' ? 'link' : leaf.exec ? 'exec' : 'file'
    return `${JSON.stringify(name)} ${kind} ${createHash('sha1').update(leaf.bytes).digest('hex')}`
  }).sort()
}

/** Makes the disk hold exactly the tree, touching only paths that differ from `before` (nothing when it is not given). */
export function writeTree(top: string, tree: Tree, before?: Tree): void {
  if (before === undefined) for (const name of readdirSync(top, { encoding: 'buffer' })) if (name.toString() !== '.git') rmSync(placeIn(top, name), { recursive: true, force: true })
  const changed = [...tree].filter(([name, leaf]) => !isEqual(leaf, before?.get(name)))
  for (const name of before?.keys() ?? []) if (!tree.has(name)) rmSync(placeIn(top, pathBytes(name)), { force: true })
  for (const [name, leaf] of changed) putLeaf(top, name, leaf)
}

/** Writes the tree as git objects and returns the id of a commit that holds it; no git process is needed. */
export function writeCommit(gitDir: string, tree: Tree): string {
  const root = writeTreeObject(gitDir, [...tree].map(([name, leaf]) => [pathBytes(name).toString('latin1'), leaf] as const))
  const who = 'tester <tester@example.invalid> 1700000000 +0000'
  return writeObject(gitDir, 'commit', Buffer.from(`tree ${root}\nauthor ${who}\ncommitter ${who}\n\nhead\n`))
}

/** Writes a blob and returns its id. */
export function writeBlob(gitDir: string, bytes: Buffer): string {
  return writeObject(gitDir, 'blob', bytes)
}

/** Returns the index rows a tree has when it is staged whole. */
export function indexRows(gitDir: string, tree: Tree): IndexRow[] {
  return [...tree].map(([name, leaf]) => ({ path: name, mode: modeOf(leaf), oid: writeBlob(gitDir, leaf.bytes) }))
}

/** Writes an index that holds the rows, without stat data, so that git looks at every file. */
export function writeIndex(file: string, rows: readonly IndexRow[]): void {
  const sorted = rows.map((row) => ({ ...row, name: pathBytes(row.path) })).sort((a, b) => Buffer.compare(a.name, b.name) || (a.stage ?? 0) - (b.stage ?? 0))
  const head = Buffer.alloc(12)
  head.write('DIRC')
  head.writeUInt32BE(3, 4)
  head.writeUInt32BE(sorted.length, 8)
  const body = Buffer.concat([head, ...sorted.map(indexEntry)])
  writeFileSync(file, Buffer.concat([body, createHash('sha1').update(body).digest()]))
}

export function modeOf(leaf: Leaf): number {
  if (leaf.kind === 'link') return 0o120000
  return leaf.exec ? 0o100755 : 0o100644
}

function indexEntry(row: IndexRow & { readonly name: Buffer }): Buffer {
  const fixed = Buffer.alloc(62)
  fixed.writeUInt32BE(row.mode, 24)
  Buffer.from(row.oid, 'hex').copy(fixed, 40)
  const isExtended = row.intent === true
  fixed.writeUInt16BE(Math.min(row.name.length, 0xfff) | ((row.stage ?? 0) << 12) | (isExtended ? 0x4000 : 0), 60)
  const parts = [fixed, ...(isExtended ? [Buffer.from([0x20, 0])] : []), row.name]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([...parts, Buffer.alloc(8 - length % 8)])
}

function writeTreeObject(gitDir: string, leaves: readonly (readonly [string, Leaf])[]): string {
  const rows: { key: string; bytes: Buffer }[] = []
  const below = new Map<string, [string, Leaf][]>()
  for (const [name, leaf] of leaves) {
    const slash = name.indexOf('/')
    if (slash < 0) rows.push({ key: name, bytes: treeRow(modeOf(leaf), name, writeBlob(gitDir, leaf.bytes)) })
    else below.set(name.slice(0, slash), [...below.get(name.slice(0, slash)) ?? [], [name.slice(slash + 1), leaf]])
  }
  for (const [name, inside] of below) rows.push({ key: `${name}/`, bytes: treeRow(0o40000, name, writeTreeObject(gitDir, inside)) })
  rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  return writeObject(gitDir, 'tree', Buffer.concat(rows.map((row) => row.bytes)))
}

function treeRow(mode: number, name: string, oid: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode.toString(8)} `), Buffer.from(name, 'latin1'), Buffer.from([0]), Buffer.from(oid, 'hex')])
}

function writeObject(gitDir: string, type: string, bytes: Buffer): string {
  const whole = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])
  const oid = createHash('sha1').update(whole).digest('hex')
  const place = path.join(gitDir, 'objects', oid.slice(0, 2), oid.slice(2))
  if (!existsSync(place)) {
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, deflateSync(whole))
  }
  return oid
}

function putLeaf(top: string, name: string, leaf: Leaf): void {
  const place = placeIn(top, pathBytes(name))
  const parts = pathBytes(name).toString('latin1').split('/')
  for (let depth = 1; depth < parts.length; depth += 1) {
    const parent = placeIn(top, Buffer.from(parts.slice(0, depth).join('/'), 'latin1'))
    const found = lstatSync(parent, { throwIfNoEntry: false })
    if (found && !found.isDirectory()) rmSync(parent)
    if (found?.isDirectory() !== true) mkdirSync(parent)
  }
  rmSync(place, { recursive: true, force: true })
  if (leaf.kind === 'link') symlinkSync(leaf.bytes, place)
  else {
    writeFileSync(place, leaf.bytes)
    chmodSync(place, leaf.exec ? 0o755 : 0o644)
  }
}

function readLeaf(place: Buffer, isLink: boolean): Leaf {
  if (isLink) return { kind: 'link', bytes: readlinkSync(place, { encoding: 'buffer' }) }
  return { kind: 'file', exec: (lstatSync(place).mode & 0o100) !== 0, bytes: readFileSync(place) }
}

function isEqual(a: Leaf, b: Leaf | undefined): boolean {
  return a.kind === b?.kind && a.bytes.equals(b.bytes) && modeOf(a) === modeOf(b)
}

function placeIn(top: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), name])
}
