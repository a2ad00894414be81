import { Buffer } from 'node:buffer'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCode } from './files.ts'

/** A program that may start others, and the bounds it runs in; times are milliseconds. */
export type Tree = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Written to the standard input, which is then closed. */
  readonly input: string | Uint8Array
  readonly deadline: number
  /** From the request to end until the end is forced. */
  readonly grace: number
  /** How long output that still arrives after the program's exit is waited for. */
  readonly drain: number
  /** Of each output stream; one byte more ends the program. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** The last bytes of an output stream without a gap, and how many before them were let go. */
export type Captured = { readonly bytes: Buffer; readonly dropped: number }
export type Output = { readonly stdout: Captured; readonly stderr: Captured }
/** How a tree ended; the first reason to end it counts, for some programs exit with 0 when they are told to end. */
export type TreeEnded =
  | ({ readonly kind: 'exited'; readonly code: number } & Output)
  | ({ readonly kind: 'signalled'; readonly signal: string } & Output)
  | ({ readonly kind: 'timed-out' | 'cancelled' | 'output-limit' } & Output)
  | { readonly kind: 'not-started'; readonly cause: Error }

type Cut = 'timed-out' | 'cancelled' | 'output-limit'
type Exit = { readonly code: number | null; readonly signal: string | null }
type Row = { readonly pid: number; readonly parent: number; readonly group: number; readonly start: string; readonly isMarked: boolean }
type Watch = { readonly look: () => readonly number[] }
type Sink = { readonly taken: () => Captured; readonly full: Promise<'output-limit'> }

const lookEvery = 500
const checkEvery = 50
/** How long processes are killed again that were forked while they were being killed. */
const sweep = 2000
const markName = 'GAR_TREE'

/** Runs a program to its end and leaves no process of it behind, also none that left its process group or ignores requests to end. */
export async function runTree(what: Tree): Promise<TreeEnded> {
  if (what.signal.aborted) return { kind: 'cancelled', stdout: nothing, stderr: nothing }
  const mark = `${markName}=${randomUUID()}`
  const started = await start(what, mark)
  if ('cause' in started) return { kind: 'not-started', cause: started.cause }
  const { child, pid } = started
  const watch = watchTree(pid, mark)
  const timer = setInterval(watch.look, lookEvery)
  const atExit = (): void => { signalAll(pid, watch, 'SIGKILL') }
  process.once('exit', atExit)
  try {
    const first = await firstOf(what, started)
    if (typeof first === 'string') await terminate(pid, watch, what.grace)
    else await withinMs(started.closed, what.drain)
    await killLeft(pid, watch)
    // With every holder gone the streams end by themselves; what is still open belongs to nobody that can be reached.
    await withinMs(started.closed, what.drain)
    return outcome(first, { stdout: started.stdout.taken(), stderr: started.stderr.taken() })
  } finally {
    process.removeListener('exit', atExit)
    clearInterval(timer)
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
  }
}

const nothing: Captured = { bytes: Buffer.alloc(0), dropped: 0 }

type Started = {
  readonly child: ChildProcessWithoutNullStreams
  readonly pid: number
  readonly exited: Promise<Exit>
  readonly closed: Promise<unknown>
  readonly stdout: Sink
  readonly stderr: Sink
}

async function start(what: Tree, mark: string): Promise<Started | { readonly cause: Error }> {
  const [name, value] = [markName, mark.slice(markName.length + 1)]
  try {
    // In a group of its own: Ctrl-C of the terminal reaches gar alone, which then ends the tree in order.
    const child = spawn(what.file, what.args, { cwd: what.cwd, env: { ...what.env, [name]: value }, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const exited = new Promise<Exit>((resolve) => { child.once('exit', (code, signal) => { resolve({ code, signal }) }) })
    const closed = new Promise<unknown>((resolve) => { child.once('close', resolve) })
    const spawned = new Promise<Error | null>((resolve) => { child.once('spawn', () => { resolve(null) }).on('error', resolve) })
    // A program may end without having read its input; how it ended says more than the broken pipe.
    child.stdin.on('error', () => undefined)
    const [stdout, stderr] = [collect(child.stdout, what.maxBytes), collect(child.stderr, what.maxBytes)]
    const cause = await spawned
    if (cause !== null || child.pid === undefined) return { cause: cause ?? new Error('no process') }
    child.stdin.end(what.input)
    return { child, pid: child.pid, exited, closed, stdout, stderr }
  } catch (cause) {
    // Arguments no system call takes (too long, a NUL) are refused on the spot.
    return { cause: cause instanceof Error ? cause : new Error(String(cause)) }
  }
}

function collect(stream: Readable, max: number): Sink {
  const chunks: Buffer[] = []
  let [size, dropped] = [0, 0]
  const full = new Promise<'output-limit'>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > max) resolve('output-limit')
      for (let head = chunks[0]; head !== undefined && size - head.length >= max; head = chunks[0]) {
        chunks.shift()
        size -= head.length
        dropped += head.length
      }
    })
  })
  const taken = (): Captured => {
    const over = Math.max(0, size - max)
    return { bytes: Buffer.concat(chunks).subarray(over), dropped: dropped + over }
  }
  return { taken, full }
}

async function firstOf({ deadline, signal }: Tree, { exited, stdout, stderr }: Started): Promise<Exit | Cut> {
  const done = new AbortController()
  const late = pause(deadline, 'timed-out' as const, { signal: done.signal }).catch(() => 'timed-out' as const)
  const cancelled = new Promise<'cancelled'>((resolve) => { signal.addEventListener('abort', () => { resolve('cancelled') }, { once: true, signal: done.signal }) })
  const first = await Promise.race([exited, stdout.full, stderr.full, cancelled, late])
  done.abort()
  return first
}

function outcome(first: Exit | Cut, output: Output): TreeEnded {
  if (typeof first === 'string') return { kind: first, ...output }
  if (output.stdout.dropped > 0 || output.stderr.dropped > 0) return { kind: 'output-limit', ...output }
  return first.code === null ? { kind: 'signalled', signal: first.signal ?? 'unknown', ...output } : { kind: 'exited', code: first.code, ...output }
}

async function terminate(pid: number, watch: Watch, grace: number): Promise<void> {
  signalAll(pid, watch, 'SIGTERM')
  for (const end = Date.now() + grace; Date.now() < end && watch.look().length > 0;) await pause(checkEvery)
}

async function killLeft(pid: number, watch: Watch): Promise<void> {
  for (const end = Date.now() + sweep; Date.now() < end && signalAll(pid, watch, 'SIGKILL') > 0;) await pause(checkEvery)
}

// Returns how many processes were alive. The group is reached in one step, so that it cannot outrun the list by forking.
function signalAll(pid: number, watch: Watch, signal: NodeJS.Signals): number {
  const live = watch.look()
  if (live.length > 0) send(-pid, signal)
  for (const one of live) send(one, signal)
  return live.length
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It ended by itself, or runs as someone else.
    if (!hasCode(error, 'ESRCH', 'EPERM')) throw error
  }
}

/** Records who belongs to the tree while it can be told; a pid counts only together with its start time, for pids are used again. */
function watchTree(root: number, mark: string): Watch {
  const seen = new Map<number, string>()
  const look = (): readonly number[] => {
    const rows = processTable(mark)
    // Once the program is gone and its number belongs to a stranger, so would the group of that number.
    const isOurs = seen.size === 0 || rows.every(({ pid, start: since }) => pid !== root || since === seen.get(root))
    const members = new Set(rows.filter(({ pid, group, start: since, isMarked }) => isMarked || (isOurs && group === root) || seen.get(pid) === since))
    for (const member of members) for (const row of rows) if (row.parent === member.pid) members.add(row)
    for (const { pid, start: since } of members) seen.set(pid, since)
    return [...members].map(({ pid }) => pid)
  }
  look()
  return { look }
}

function processTable(mark: string): readonly Row[] {
  return existsSync('/proc/self/stat') ? fromProc(mark) : fromPs()
}

function fromProc(mark: string): readonly Row[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    const stat = readProc(`/proc/${name}/stat`)
    // The second field is the program's name and may hold anything, a parenthesis too.
    const [state = '', parent = '', group = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (stat === '' || state === 'Z' || state === 'X') return []
    // A daemon that left its parent and its group behind still carries the mark.
    const isMarked = readProc(`/proc/${name}/environ`).split('\0').includes(mark)
    return [{ pid: Number(name), parent: Number(parent), group: Number(group), start: rest[16] ?? '', isMarked }]
  })
}

// A process may end between two reads, and those of other users cannot be read.
function readProc(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return ''
    throw error
  }
}

function fromPs(): readonly Row[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, group, state = '', since = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (pid === undefined || state.startsWith('Z')) return []
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), start: since, isMarked: false }]
  })
}

async function withinMs(what: Promise<unknown>, ms: number): Promise<void> {
  const done = new AbortController()
  await Promise.race([what, pause(ms, undefined, { signal: done.signal }).catch(() => undefined)])
  done.abort()
}
