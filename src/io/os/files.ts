import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { chmod, lstat, mkdir, open, readFile, readdir, rename, rm, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { HelperError } from '../../core/model/fault.ts'

// Every change gar makes to a file, directory or link goes through this module; a write found elsewhere is a defect.

/** A path of the file system; bytes where the name is not UTF-8. */
export type Place = string | Buffer
export type Placing = { readonly mode: number; readonly temp: string }

/** Puts a file at `target` in one step, replacing what was there; an ended process leaves the old file, the new one, or a stray in `temp`. */
export async function placeFile(target: Place, bytes: Uint8Array, { mode, temp }: Placing): Promise<void> {
  await renameInto(target, temp, (file) => writeNew(file, bytes, mode))
}

/** Puts a symbolic link with this text at `target` in one step. */
export async function placeLink(target: Place, text: Uint8Array, temp: string): Promise<void> {
  await renameInto(target, temp, (file) => symlink(Buffer.from(text), file))
}

/** Writes a state file durably: the content and its name survive a power cut once this returns. */
export async function writeState(file: string, bytes: Uint8Array, mode = 0o600): Promise<void> {
  const directory = path.dirname(file)
  await renameInto(file, directory, (temp) => writeNew(temp, bytes, mode))
  await syncDirectory(directory)
}

/** Writes a record whole: readers see the old file or the new one, and a killed process changes nothing of that. It is not forced to the disk. */
export async function writeWhole(file: string, bytes: Uint8Array, mode = 0o600): Promise<void> {
  await renameInto(file, path.dirname(file), (temp) => writeLoose(temp, bytes, mode))
}

/** Returns the file's bytes, or null when there is no such file. */
export async function readIfThere(file: Place): Promise<Buffer | null> {
  return readFile(file).catch(noneIfAbsent)
}

/** Removes a file or link, never what a link points at; returns whether there was one. */
export async function removeFile(file: Place): Promise<boolean> {
  return unlink(file).then(() => true, (error: unknown) => noneIfAbsent(error) ?? false)
}

/** Removes a directory with all it holds; gar's own directories only. */
export async function removeTree(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
}

/** Moves a file or link to a name on the same disk, replacing what is there. */
export async function moveFile(from: Place, to: Place): Promise<void> {
  await rename(from, to)
}

/** Makes a directory and its missing parents. */
export async function makeDirectory(directory: Place, mode = 0o777): Promise<void> {
  await mkdir(directory, { recursive: true, mode })
}

/** Removes a directory that holds nothing but directories; returns false, having removed no file, when it holds anything else. */
export async function removeHollow(directory: Buffer): Promise<boolean> {
  const entries = await readdir(directory, { withFileTypes: true, encoding: 'buffer' })
  for (const entry of entries) {
    if (!entry.isDirectory() || !await removeHollow(Buffer.concat([directory, Buffer.from('/'), entry.name]))) return false
  }
  await rmdir(directory)
  return true
}

/** Sets a file's permission bits; the caller has checked that it is no link. */
export async function setMode(file: Place, mode: number): Promise<void> {
  await chmod(file, mode)
}

/** A file that only ever grows. */
export type Appender = { readonly append: (parts: readonly Uint8Array[]) => number; readonly sync: () => void; readonly close: () => void }

/** Opens a file that only ever grows; `append` returns the offset of its first byte and throws when another process wrote in between. */
export function openAppender(file: string): Appender {
  const fd = openSync(file, 'a', 0o600)
  let end = fstatSync(fd).size
  return {
    append: (parts) => {
      const start = end
      for (const part of parts) end += writeFully(fd, part)
      if (fstatSync(fd).size !== end) throw new HelperError('helper-script', `${file} was written by another process.`)
      return start
    },
    sync: () => { fsyncSync(fd) },
    close: () => { closeSync(fd) },
  }
}

/** Writes one byte to a file and returns the time the file system gave it: the only clock that can be compared with other files' times. */
export function stampNow(file: string): bigint {
  const fd = openSync(file, 'w', 0o600)
  try {
    writeSync(fd, '.')
    return fstatSync(fd, { bigint: true }).mtimeNs
  } finally {
    closeSync(fd)
  }
}

async function renameInto(target: Place, temp: string, make: (file: Place) => Promise<void>): Promise<void> {
  const stray = path.join(temp, strayName())
  try {
    await make(stray)
    await rename(stray, target)
  } catch (error) {
    await rm(stray, { force: true })
    if (!hasCode(error, 'EXDEV')) throw error
    await renameBeside(target, make)
  }
}

// The git directory may be on another disk than the work tree; a rename cannot cross that.
async function renameBeside(target: Place, make: (file: Place) => Promise<void>): Promise<void> {
  const bytes = Buffer.from(target)
  const stray = Buffer.concat([bytes.subarray(0, bytes.lastIndexOf('/') + 1), Buffer.from(strayName())])
  try {
    await make(stray)
    await rename(stray, target)
  } catch (error) {
    await rm(stray, { force: true })
    throw error
  }
}

function strayName(): string {
  return `.gar-${randomUUID()}.tmp`
}

async function writeNew(file: Place, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    // The umask does not apply to a mode that is being put back.
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeLoose(file: Place, bytes: Uint8Array, mode: number): Promise<void> {
  await writeFile(file, bytes, { flag: 'wx', mode })
}

function writeFully(fd: number, bytes: Uint8Array): number {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
  return bytes.length
}

// Windows cannot open a directory; there the rename itself is what is durable.
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns true when the error is the system's error of this code. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

function noneIfAbsent(error: unknown): null {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
  throw error
}

/** Returns what is at the place itself, without following a link, or null. */
export async function lookAt(place: Place): Promise<'file' | 'directory' | 'link' | 'other' | null> {
  const found = await lstat(place).catch(noneIfAbsent)
  if (found === null) return null
  if (found.isDirectory()) return 'directory'
  if (found.isSymbolicLink()) return 'link'
  return found.isFile() ? 'file' : 'other'
}
