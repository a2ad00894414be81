import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { HelperError } from '../../core/model/fault.ts'
import type { Appender } from '../os/files.ts'
import { makeDirectory, openAppender } from '../os/files.ts'
import type { Entry } from './model.ts'

/** Where bytes lie in the content file. */
export type Spot = { readonly size: number; readonly offset: number }

/** One append-only file of raw contents and what is known of it; opened once a process. */
export type Store = {
  readonly directory: string
  /** Files about to be placed are written here first: on the git directory's side, so that a kill leaves no stray in the work tree. */
  readonly temp: string
  readonly contents: string
  /** Contents known to lie in the file, by object id. */
  readonly known: Map<string, Spot>
  /** Length of the contents file, and which file it is; a cache made for another file is void. */
  readonly identity: () => Promise<{ readonly ino: bigint; readonly size: bigint }>
  /** Keeps bytes; they are durable only after `sync`. */
  readonly put: (oid: string, bytes: Buffer) => Spot
  readonly sync: () => void
  readonly close: () => void
}

/** Opens, or begins, the store in a directory of gar's own below the git directory. */
export async function openStore(directory: string): Promise<Store> {
  const temp = path.join(directory, 'placing')
  await makeDirectory(temp, 0o700)
  const contents = path.join(directory, 'contents')
  const known = new Map<string, Spot>()
  const writer = openWriter(contents, () => { known.clear() })
  return {
    directory, temp, contents, known,
    identity: () => identify(contents),
    put: (oid, bytes) => {
      const spot = known.get(oid) ?? { offset: writer.append(bytes), size: bytes.length }
      known.set(oid, spot)
      return spot
    },
    sync: () => { writer.sync() },
    close: () => { writer.close() },
  }
}

/** Returns an entry's bytes. Throws when the store does not hold them any more. */
export function readContent(store: Store, entry: Entry): Buffer {
  const bytes = Buffer.alloc(entry.size)
  const fd = openContents(store)
  try {
    const got = readSync(fd, bytes, 0, entry.size, entry.offset)
    if (got === entry.size && objectId(bytes, entry.oid.length) === entry.oid) return bytes
  } finally {
    closeSync(fd)
  }
  throw new HelperError('helper-script', `${store.contents} does not hold the bytes of ${entry.oid} any more; nothing was written from it.`)
}

/** Returns the id git gives these bytes as a blob; `digits` says in which of git's two hashes. */
export function objectId(bytes: Uint8Array, digits: number): string {
  return createHash(digits === 64 ? 'sha256' : 'sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

function openContents(store: Store): number {
  try {
    return openSync(store.contents, 'r')
  } catch (cause) {
    throw new HelperError('helper-script', `${store.contents} cannot be read; the snapshots that name it are void.`, { cause })
  }
}

async function identify(file: string): Promise<{ ino: bigint; size: bigint }> {
  const found = await lstat(file, { bigint: true }).catch(() => null)
  return { ino: found?.ino ?? 0n, size: found?.size ?? 0n }
}

const batch = 1 << 20

// Small contents are gathered: ten thousand single writes cost more than the hashing.
function openWriter(file: string, onLoss: () => void): { append: (bytes: Buffer) => number; sync: () => void; close: () => void } {
  let appender: Appender | undefined
  let pending: Buffer[] = []
  let end = 0
  let waiting = 0
  let isDurable = true
  const flush = (): void => {
    const parts = pending
    pending = []
    waiting = 0
    try {
      if (parts.length > 0) appender?.append([Buffer.concat(parts)])
    } catch (error) {
      // Where these bytes lie is not known now; the next content begins at the file's true end.
      onLoss()
      appender?.close()
      appender = undefined
      throw error
    }
  }
  return {
    append: (bytes) => {
      if (appender === undefined) {
        appender = openAppender(file)
        end = appender.append([])
      }
      const start = end
      end += bytes.length
      waiting += bytes.length
      pending.push(bytes)
      isDurable = false
      if (waiting > batch) flush()
      return start
    },
    sync: () => {
      flush()
      if (!isDurable) appender?.sync()
      isDurable = true
    },
    close: () => {
      flush()
      appender?.close()
      appender = undefined
    },
  }
}
