import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { GarError } from '../../core/model/fault.ts'
import { hasCode } from './files.ts'

/** Who holds the lock: enough to tell a living holder from a process id used again. */
type Holder = { readonly pid: number; readonly born: string; readonly what: string }

export type Lock = { readonly release: () => Promise<void> }

// A library that judges a holder by a heartbeat would make the commit after a killed hook wait for the heartbeat to age; the process table answers at once and names the holder.

/** Takes the lock file, waiting up to `patience` milliseconds for a living holder; a dead holder's lock is taken over. Throws `GarError('lock-held')`. */
export async function takeLock(file: string, what: string, patience: number): Promise<Lock> {
  const me: Holder = { pid: process.pid, born: bornAt(process.pid), what }
  const until = Date.now() + patience
  for (;;) {
    if (await create(file, me)) return { release: () => releaseLock(file, me) }
    const holder = await readHolder(file)
    if (holder !== undefined && isAlive(holder)) {
      if (Date.now() >= until) throw held(holder)
      await wait(50)
    } else {
      await takeOver(file, me)
    }
  }
}

// The file appears with its content in it, so that no one ever reads a holder that is not there yet.
async function create(file: string, me: Holder): Promise<boolean> {
  const own = `${file}.${me.pid}`
  await writeFile(own, JSON.stringify(me), { mode: 0o600 })
  try {
    await link(own, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await unlink(own)
  }
}

// Of several waiting processes only one can move the dead holder's file away; one that moved a living holder's file puts it back.
async function takeOver(file: string, me: Holder): Promise<void> {
  const aside = `${file}.${me.pid}.dead`
  try {
    await rename(file, aside)
  } catch (error) {
    ignoreMissing(error)
    return
  }
  const moved = await readHolder(aside)
  if (moved !== undefined && isAlive(moved)) await link(aside, file)
  await unlink(aside)
}

async function releaseLock(file: string, me: Holder): Promise<void> {
  const holder = await readHolder(file)
  if (holder?.pid === me.pid && holder.born === me.born) await unlink(file).catch(ignoreMissing)
}

async function readHolder(file: string): Promise<Holder | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  try {
    const value: unknown = JSON.parse(text)
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number' && 'born' in value && 'what' in value
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false
  }
  const born = bornAt(holder.pid)
  return born === '' || holder.born === '' || born === holder.born
}

/** Returns the start time the kernel knows for a process, or an empty text where it cannot be read. */
function bornAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function held(holder: Holder): GarError {
  return new GarError('lock-held', `Another gar (${holder.what}, process ${holder.pid}) is working in this work tree.`, { hint: 'Wait for it to end, then repeat the command.' })
}

function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error
}
