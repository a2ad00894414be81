import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** What stands at one path: its kind, mode, modification time and content; names are one character a byte. */
export type Seen = { readonly kind: 'file' | 'link' | 'directory' | 'other'; readonly mode: number; readonly mtime: string; readonly digest: string; readonly small: string | null }
/** Everything below a state's directory but gar's own files: work trees, git directories with every ref, index and object, and what lies beside them. */
export type World = ReadonlyMap<string, Seen>
/** `touched` has another modification time alone, `hollow` is a new directory. */
export type Change = { readonly path: string; readonly how: 'mended' | 'added' | 'gone' | 'changed' | 'touched' | 'hollow' }

const smallEnough = 4096

/** Records a state's directory. */
export function record(root: string): World {
  const found = new Map<string, Seen>()
  const start = nameOf(root)
  walk(start, (place, isDirectory) => {
    if (isDirectory && isOwn(place)) return false
    const seen = look(place)
    if (seen !== null) found.set(place.slice(start.length + 1), seen)
    return seen?.kind === 'directory'
  })
  return found
}

/** Returns what gar keeps for itself below a state's directory. */
export function ownFiles(root: string): readonly string[] {
  const found: string[] = []
  walk(nameOf(root), (place, isDirectory) => {
    if (!isDirectory || !isOwn(place)) return isDirectory
    walk(place, (inner, isInner) => {
      found.push(inner)
      return isInner
    })
    return false
  })
  return found
}

// Calls `see` for everything in the directory; its answer is whether to go inside.
function walk(directory: string, see: (place: string, isDirectory: boolean) => boolean): void {
  for (const entry of readdirSync(Buffer.from(directory, 'latin1'), { withFileTypes: true, encoding: 'buffer' })) {
    const place = `${directory}/${entry.name.toString('latin1')}`
    if (see(place, entry.isDirectory())) walk(place, see)
  }
}

function nameOf(root: string): string {
  return Buffer.from(root).toString('latin1')
}

/** Lists what differs between two records; `mended` is a file that lost its debugger statements, or got the remark of the bench's agent, and nothing else. */
export function changes(before: World, after: World): readonly Change[] {
  const found: Change[] = []
  for (const [name, seen] of after) {
    const was = before.get(name)
    if (was === undefined) found.push({ path: name, how: seen.kind === 'directory' ? 'hollow' : 'added' })
    else if (was.kind !== seen.kind || was.mode !== seen.mode || was.digest !== seen.digest) found.push({ path: name, how: isMended(was, seen) ? 'mended' : 'changed' })
    // An object that git would write again gets a new time instead; no byte of it changes.
    else if (seen.kind !== 'directory' && was.mtime !== seen.mtime && !name.includes('/objects/')) found.push({ path: name, how: 'touched' })
  }
  for (const name of before.keys()) if (!after.has(name)) found.push({ path: name, how: 'gone' })
  return found
}

function isMended(was: Seen, is: Seen): boolean {
  if (was.kind !== 'file' || is.kind !== 'file' || was.mode !== is.mode || was.small === null || is.small === null) return false
  return was.small.replace(/^debugger(\r\n|\r|\n)/gm, '') === is.small || is.small.replace(' // mended', '') === was.small
}

// gar keeps its records in a directory `gar` of each git directory, and in the relay at the top of a work tree.
function isOwn(place: string): boolean {
  const name = path.basename(place)
  return name === '.git_auto_review' || (name === 'gar' && existsSync(Buffer.from(`${path.dirname(place)}/HEAD`, 'latin1')))
}

// Null for what is gone again by the time it is looked at.
function look(place: string): Seen | null {
  const bytes = Buffer.from(place, 'latin1')
  try {
    const stat = lstatSync(bytes, { bigint: true })
    const common = { mode: Number(stat.mode & 0o7777n), mtime: stat.mtimeNs.toString() }
    if (stat.isDirectory()) return { ...common, kind: 'directory', digest: '', small: null }
    if (stat.isSymbolicLink()) return { ...common, kind: 'link', digest: readlinkSync(bytes, { encoding: 'latin1' }), small: null }
    if (!stat.isFile()) return { ...common, kind: 'other', digest: '', small: null }
    const content = readFileSync(bytes)
    return { ...common, kind: 'file', digest: createHash('sha1').update(content).digest('hex'), small: content.length <= smallEnough ? content.toString('latin1') : null }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
