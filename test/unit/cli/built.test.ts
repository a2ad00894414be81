import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, cpSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

// What stands here is about the built files: "npm run build" comes first.
const root = path.resolve(import.meta.dirname, '../../..')
const bin = path.join(root, 'bin/gar.js')
const metafile = z.object({
  outputs: z.record(z.string(), z.object({
    bytes: z.number(),
    entryPoint: z.string().optional(),
    inputs: z.record(z.string(), z.unknown()),
    imports: z.array(z.object({ path: z.string(), kind: z.string(), external: z.boolean().optional() })),
  })),
})

type Output = z.infer<typeof metafile>['outputs'][string]
let outputs: Record<string, Output> = {}
let temp = ''
beforeAll(() => {
  outputs = metafile.parse(JSON.parse(readFileSync(path.join(root, 'dist/meta.json'), 'utf8'))).outputs
  temp = mkdtempSync(path.join(tmpdir(), 'gar-built-'))
})
afterAll(() => { rmSync(temp, { recursive: true, force: true }) })

const gar = (args: readonly string[], env: Readonly<Record<string, string>> = {}): ReturnType<typeof spawnSync> => (
  spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', cwd: tmpdir(), env: { PATH: process.env['PATH'] ?? '', ...env } })
)

/** The files that are read before the first line of `name` runs. */
function loadedWith(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const { path: to, kind, external } of outputs[name]?.imports ?? []) if (kind === 'import-statement' && external !== true) loadedWith(to, seen)
  return seen
}

function outputOf(source: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === source)?.[0]
  if (found === undefined) throw new Error(`${source} is no chunk of its own`)
  return found
}

function packagesIn(source: string): string[] {
  const inputs = [...loadedWith(outputOf(source))].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}))
  return [...new Set(inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []))].sort()
}

describe('what is loaded', () => {
  it('gar --version reads the entry and the version, and nothing else', () => {
    const inputs = [...loadedWith(outputOf('src/app/cli/main.ts'))].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}))
    expect(inputs.sort()).toEqual(['package.json', 'src/app/cli/about.ts', 'src/app/cli/main.ts'])
  })
  it('gar --version works where nothing else exists', () => {
    for (const name of loadedWith(outputOf('src/app/cli/main.ts'))) cpSync(path.join(root, name), path.join(temp, name))
    cpSync(bin, path.join(temp, 'bin/gar.js'))
    cpSync(path.join(root, 'package.json'), path.join(temp, 'package.json'))
    const run = (arg: string): ReturnType<typeof spawnSync> => spawnSync(process.execPath, [path.join(temp, 'bin/gar.js'), arg], { encoding: 'utf8' })
    expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n', stderr: '' })
    expect(run('--help').status).not.toBe(0)
  })
  it('the way to a command loads no package', () => {
    expect(packagesIn('src/app/cli/start.ts')).toEqual([])
  })
  it('the hook goes without option parser, colours, spinner and convenience reads', () => {
    const heavy = new Set(['commander', 'chalk', 'ora', 'simple-git', 'execa', 'lilconfig'])
    expect(packagesIn('src/app/cli/commands/hook.ts').filter((name) => heavy.has(name))).toEqual([])
  })
  it('parsing the options loads the option parser alone', () => {
    expect(packagesIn('src/app/cli/program.ts')).toEqual(['commander'])
  })
})

describe('the built program', () => {
  it.each<[string[], number]>([[['--version'], 0], [['-V'], 0], [['--help'], 0], [[], 2], [['xyzzy'], 2], [['run', '--nope'], 2], [['status'], 2]])('gar %j exits with %i', (args, code) => {
    expect(gar(args).status).toBe(code)
  })
  it('a fault goes to stderr, the next step last', () => {
    expect(gar(['xyzzy'])).toMatchObject({ stdout: '', stderr: 'gar: Unknown command \'xyzzy\'\n     Run "gar --help", or "gar help <command>".\n' })
  })
  it('a fault is coloured on demand and never with NO_COLOR', () => {
    expect(gar(['xyzzy'], { FORCE_COLOR: '1' }).stderr).toContain('\u001b[1mgar: Unknown command')
    expect(gar(['xyzzy'], { NO_COLOR: '1' }).stderr).not.toContain('\u001b')
  })
  it('a reader that leaves early is no fault', async () => {
    const child = spawn(process.execPath, [bin, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const said: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
    const code = await new Promise((resolve) => { child.on('close', resolve) })
    expect([code, Buffer.concat(said).toString()]).toEqual([0, ''])
  })
  it.skipIf(!existsSync('/dev/full'))('an answer that cannot be written is not taken for written', () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [bin, '--help'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
    closeSync(full)
    expect(status).toBe(3)
    expect(stderr).toContain('gar: The answer cannot be written')
  })
  it('without its built files it says so in one line and exits with 70', () => {
    cpSync(bin, path.join(temp, 'alone/bin/gar.js'))
    cpSync(path.join(root, 'package.json'), path.join(temp, 'alone/package.json'))
    const { status, stderr } = spawnSync(process.execPath, [path.join(temp, 'alone/bin/gar.js'), 'run'], { encoding: 'utf8' })
    expect(status).toBe(70)
    expect(stderr).toMatch(/^gar: its built files cannot be loaded \(.*\); reinstall git-auto-review, or run "npm run build" in a checkout\n$/)
  })
})

describe('the build', () => {
  it('states the licence of every package whose code it contains', () => {
    const text = readFileSync(path.join(root, 'dist/licences.txt'), 'utf8')
    const bundled = new Set(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)).flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []))
    expect(bundled.size).toBeGreaterThan(3)
    for (const name of bundled) expect(text).toContain(`\n${name} `)
  })
  it('contains no package that is installed beside it', () => {
    const manifest = z.object({ dependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
    const inputs = Object.values(outputs).flatMap(({ inputs: all }) => Object.keys(all))
    for (const name of Object.keys(manifest.dependencies)) expect(inputs.filter((input) => input.startsWith(`node_modules/${name}/`))).toEqual([])
  })
  it('speaks one language: the others are 300 KB that a hook would read', () => {
    const inputs = Object.values(outputs).flatMap(({ inputs: all }) => Object.keys(all))
    expect(inputs.filter((input) => /zod\/v4\/locales\//.test(input)).map((input) => path.basename(input))).toEqual(['en.js'])
  })
  it('has an id that is the digest of its files', () => {
    const digest = createHash('sha256')
    for (const name of Object.keys(outputs).sort()) {
      const bytes = readFileSync(path.join(root, name))
      digest.update(`${path.relative('dist', name)}\0${bytes.length}\0`).update(bytes)
    }
    expect(readFileSync(path.join(root, 'dist/build-id'), 'utf8')).toBe(`${digest.digest('hex')}\n`)
    expect(existsSync(path.join(root, 'dist/main.js'))).toBe(true)
  })
})
