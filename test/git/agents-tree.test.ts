import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Output, Tree, TreeEnded } from '../../src/io/os/process-tree.ts'
import { runTree } from '../../src/io/os/process-tree.ts'

// Every process of a test carries this word in its environment or its arguments.
let word = ''
let directory = ''
beforeEach(() => {
  word = randomUUID()
  directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-tree-')))
})
afterEach(() => {
  const left = alive()
  for (const pid of left) process.kill(pid, 'SIGKILL')
  rmSync(directory, { recursive: true, force: true })
  expect(left, 'processes left behind').toEqual([])
})

function alive(): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((name) => {
    try {
      const isZombie = /\) Z /.test(readFileSync(`/proc/${name}/stat`, 'latin1'))
      return !isZombie && (readFileSync(`/proc/${name}/environ`, 'latin1').includes(word) || readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(word))
    } catch {
      return false
    }
  }).map(Number)
}

const head = `const { spawn } = require('node:child_process'); const fs = require('node:fs'); const word = process.argv[1];
const child = (code, options) => spawn(process.execPath, ['-e', code, word], options);
const hang = 'setInterval(() => {}, 1e6);', deaf = "process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {});";
const ready = (name) => 'require("node:fs").writeFileSync(' + JSON.stringify(name) + ', "");';
`

function node(code: string, more: Partial<Tree> = {}): Promise<TreeEnded> {
  return runTree({
    file: process.execPath, args: ['-e', head + code, word], cwd: directory, env: { PATH: process.env['PATH'] ?? '', WORD: word }, input: '',
    deadline: 60_000, grace: 2000, drain: 300, maxBytes: 20_000_000, signal: new AbortController().signal, ...more,
  })
}

// Cancels the run as soon as the program says that everything is in place.
async function cancelWhenReady(code: string, more: Partial<Tree> = {}): Promise<{ ended: TreeEnded; ms: number }> {
  const controller = new AbortController()
  const running = node(code, { signal: controller.signal, ...more })
  while (!existsSync(path.join(directory, 'ready'))) await pause(10)
  const since = Date.now()
  controller.abort()
  const ended = await running
  return { ended, ms: Date.now() - since }
}

function textOf(ended: TreeEnded, stream: keyof Output = 'stdout'): string {
  return ended.kind === 'not-started' ? '' : ended[stream].bytes.toString('utf8')
}

describe('a program that ends by itself', () => {
  it('gives its exit code and both streams', async () => {
    const ended = await node(`process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 7`)
    expect(ended).toMatchObject({ kind: 'exited', code: 7, stdout: { dropped: 0 } })
    expect([textOf(ended), textOf(ended, 'stderr')]).toEqual(['out', 'err'])
  })
  it('reads its whole input and then its end', async () => {
    const ended = await node(`let n = 0; process.stdin.on('data', (d) => n += d.length).on('end', () => console.log(n))`, { input: Buffer.alloc(3_000_000, 'x') })
    expect(textOf(ended)).toBe('3000000\n')
  })
  it('may end without reading its input', async () => {
    expect(await node(`process.stdin.destroy(); process.exit(0)`, { input: Buffer.alloc(8_000_000) })).toMatchObject({ kind: 'exited', code: 0 })
  })
  it('tells the signal that killed it', async () => {
    expect(await node(`process.kill(process.pid, 'SIGSEGV'); ${'setInterval(() => {}, 1e6)'}`)).toMatchObject({ kind: 'signalled', signal: 'SIGSEGV' })
  })
  it('loses nothing it wrote right before its exit', async () => {
    const ended = await node(`fs.writeSync(1, 'x'.repeat(60000)); process.exit(0)`)
    expect(textOf(ended)).toHaveLength(60_000)
  })
})

describe('a program that does not start', () => {
  it.each([
    ['a name that is not there', { file: '/nonexistent/agent' }],
    ['a working directory that is not there', { cwd: '/nonexistent' }],
    ['an argument with a NUL', { args: ['a\0b'] }],
    ['an argument beyond the system\'s limit', { args: ['x'.repeat(200_000)] }],
  ])('%s is told as such', async (_, more) => {
    expect(await node('', more)).toMatchObject({ kind: 'not-started', cause: expect.any(Error) as Error })
  })
  it('a file that is no program is told as such', async () => {
    const file = path.join(directory, 'agent')
    writeFileSync(file, 'text')
    chmodSync(file, 0o644)
    expect(await node('', { file })).toMatchObject({ kind: 'not-started' })
  })
  it('nothing starts once the run is cancelled', async () => {
    const ended = await node(`fs.writeFileSync('ready', '')`, { signal: AbortSignal.abort() })
    expect(ended.kind).toBe('cancelled')
    expect(existsSync(path.join(directory, 'ready'))).toBe(false)
  })
})

describe('what a program leaves running when it exits', () => {
  it.each([
    ['holds standard output and ignores SIGTERM', `{ stdio: 'inherit' }`],
    ['stands in a group of its own', `{ stdio: 'inherit', detached: true }`],
    ['stands in a group of its own with no stream of ours', `{ stdio: 'ignore', detached: true }`],
  ])('ends when it %s', async (_, options) => {
    const since = Date.now()
    const ended = await node(`child(deaf + ready('ready') + hang, ${options}); const wait = setInterval(() => { if (fs.existsSync('ready')) { process.stdout.write('answer'); process.exit(0) } }, 5)`)
    expect(ended).toMatchObject({ kind: 'exited', code: 0 })
    expect(textOf(ended)).toBe('answer')
    expect(Date.now() - since).toBeLessThan(10_000)
  })
  it.each([
    ['is still read for a while', 1000, 'exited'],
    ['counts against the output limit', 1001, 'output-limit'],
  ])('what it writes after that exit %s', async (_, size, kind) => {
    // The child writes once its parent's exit has been noticed: until then the parent is there, if only as a zombie.
    const late = `const parent = process.ppid; process.send('up', () => process.disconnect()); const gone = () => { try { process.kill(parent, 0) } catch { return true } return false }
      const wait = setInterval(() => { if (!gone()) return; clearInterval(wait); setTimeout(() => process.stdout.write('x'.repeat(${size})), 100) }, 5)`
    const ended = await node(`child(${JSON.stringify(late)}, { stdio: ['ignore', 'inherit', 'ignore', 'ipc'] }).on('message', () => process.exit(3))`, { drain: 20_000, maxBytes: 1000 })
    expect(ended.kind).toBe(kind)
    expect(textOf(ended)).toHaveLength(1000)
  })
  it('ends when it is a daemon whose every ancestor is gone before anyone looked', async () => {
    const daemon = `child("const { spawn } = require('node:child_process'); spawn(process.execPath, ['-e', " + JSON.stringify(deaf + ready('ready') + hang) + ", process.argv[1]], { detached: true, stdio: 'ignore' }).unref()", { detached: true, stdio: 'ignore' })`
    expect(await node(`${daemon}; setInterval(() => { if (fs.existsSync('ready')) process.exit(0) }, 5)`)).toMatchObject({ kind: 'exited', code: 0 })
  })
})

describe('a program that has to be ended', () => {
  it('is timed out at its deadline, and at once when it obeys', async () => {
    const since = Date.now()
    expect(await node(`setInterval(() => {}, 1e6)`, { deadline: 400, grace: 30_000 })).toMatchObject({ kind: 'timed-out' })
    expect(Date.now() - since).toBeLessThan(15_000)
  })
  it('is cancelled also when it answers SIGTERM with exit code 0', async () => {
    const { ended } = await cancelWhenReady(`process.on('SIGTERM', () => { process.stdout.write('bye'); process.exit(0) }); fs.writeFileSync('ready', ''); setInterval(() => {}, 1e6)`)
    expect(ended.kind).toBe('cancelled')
    expect(textOf(ended)).toBe('bye')
  })
  it('is killed after the grace when it ignores SIGTERM', async () => {
    const { ended, ms } = await cancelWhenReady(`process.on('SIGTERM', () => {}); fs.writeFileSync('ready', ''); setInterval(() => {}, 1e6)`, { grace: 300 })
    expect(ended.kind).toBe('cancelled')
    expect(ms).toBeGreaterThan(290)
    expect(ms).toBeLessThan(5000)
  })
  it.each([
    ['a grandchild that ignores SIGTERM and holds standard output', `{ stdio: 'inherit' }`],
    ['a grandchild in a group of its own', `{ stdio: 'inherit', detached: true }`],
    ['a grandchild in a group of its own, without the environment', `{ stdio: 'ignore', detached: true, env: {} }`],
  ])('takes %s with it', async (_, options) => {
    const { ended, ms } = await cancelWhenReady(`child(deaf + ready('ready') + hang, ${options}); setInterval(() => {}, 1e6)`, { grace: 300 })
    expect(ended.kind).toBe('cancelled')
    expect(ms).toBeLessThan(5000)
  })
  it('takes a stopped process with it', async () => {
    const { ended } = await cancelWhenReady(`child(ready('ready') + 'process.kill(process.pid, "SIGSTOP");' + hang, { stdio: 'ignore' }); setInterval(() => {}, 1e6)`, { grace: 300 })
    expect(ended.kind).toBe('cancelled')
  })
})

it('a gar that exits at once, on a second Ctrl-C say, takes the tree with it', async () => {
  const runner = path.join(directory, 'runner.mjs')
  buildSync({ entryPoints: [path.resolve(import.meta.dirname, '../../src/io/os/process-tree.ts')], outfile: runner, bundle: true, platform: 'node', format: 'esm' })
  const host = `import { existsSync } from 'node:fs'; import { runTree } from './runner.mjs'
    const code = ${JSON.stringify(`${head}child(deaf + ready('ready') + hang, { stdio: 'inherit', detached: true }); setInterval(() => {}, 1e6)`)}
    void runTree({ file: process.execPath, args: ['-e', code, ${JSON.stringify(word)}], cwd: '.', env: {}, input: '', deadline: 60000, grace: 2000, drain: 300, maxBytes: 1000, signal: new AbortController().signal })
    setInterval(() => { if (existsSync('ready')) process.exit(130) }, 5)`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', host], { cwd: directory }).status).toBe(130)
  // It cannot wait for the processes it killed; the system ends them a moment later.
  await expect.poll(alive, { timeout: 5000 }).toEqual([])
})

describe('the output limit', () => {
  const lines = (count: number): string => `const line = (n) => String(n).padStart(15, '0') + '\\n'; let text = ''; for (let n = 0; n < ${count}; n++) text += line(n);`
  it('ends a program that writes without an end, and keeps the last bytes without a gap', async () => {
    const ended = await node(`${lines(65_536)} const more = () => { while (process.stdout.write(text)); process.stdout.once('drain', more) }; more()`)
    expect(ended.kind).toBe('output-limit')
    const text = textOf(ended)
    expect(text).toHaveLength(20_000_000)
    const numbers = text.split('\n').slice(1, -1).map(Number)
    expect(numbers.every((n, at) => at === 0 || n === ((numbers[at - 1] ?? 0) + 1) % 65_536)).toBe(true)
  })
  it('holds for a program that wrote 30 MB and exited: the answer is not whole', async () => {
    const ended = await node(`process.stdout.write('x'.repeat(30_000_000))`)
    expect(ended.kind).toBe('output-limit')
  })
  it('takes as many bytes as it says, and not one more', async () => {
    const exact = await node(`process.stdout.write('x'.repeat(1000))`, { maxBytes: 1000 })
    const over = await node(`process.stdout.write('x'.repeat(1001))`, { maxBytes: 1000 })
    expect([exact.kind, over.kind]).toEqual(['exited', 'output-limit'])
    expect(over).toMatchObject({ stdout: { dropped: 1 } })
  })
  it('holds for standard error as well', async () => {
    expect(await node(`process.stderr.write('x'.repeat(2000))`, { maxBytes: 1000 })).toMatchObject({ kind: 'output-limit' })
  })
})
