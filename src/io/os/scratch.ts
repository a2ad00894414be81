import { copyFile, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from './files.ts'

/** A private directory of one run; nothing outside gar ever looks into it. */
export type Scratch = { readonly directory: string; readonly remove: () => Promise<void> }

/** Makes an empty private directory below `parent` and removes those that dead processes left there. */
export async function makeScratch(parent: string): Promise<Scratch> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) {
    if (/^tmp-\d+$/.test(name) && !isAlive(Number(name.slice(4)))) await rm(path.join(parent, name), { recursive: true, force: true })
  }
  const directory = path.join(parent, `tmp-${process.pid}`)
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { mode: 0o700 })
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** Copies a file with its times when it is there; returns whether it was. Git tells by an index's own time which entries it must not believe. */
export async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    const { atime, mtimeMs } = await stat(from)
    await copyFile(from, to)
    // Whole milliseconds, rounded down: an older index is only believed less.
    await utimes(to, atime, new Date(Math.floor(mtimeMs)))
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}
