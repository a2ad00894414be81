import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

// The import rule as a table: which rooms each room may import. `core` rooms are listed in their order, so that a cycle cannot be written down.
const core = ['model', 'config', 'target', 'evidence', 'gate', 'qualify', 'triage', 'fix', 'audit', 'loop', 'report', 'hook'] as const
const io: Readonly<Record<string, readonly string[]>> = {
  os: [],
  git: ['os'],
  snapshot: ['os', 'git'],
  relay: ['os', 'git'],
  verdicts: ['os', 'git'],
  agents: ['os'],
  engine: ['os'],
}
const purePackages = ['zod', 'diff', 'ignore', 'picomatch', 'node:path', 'node:crypto', 'node:buffer']

type File = { readonly name: string; readonly text: string; readonly imports: readonly string[] }

const root = path.resolve(import.meta.dirname, '..')
const files = list('src')

function list(directory: string): File[] {
  return readdirSync(path.join(root, directory), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const name = path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')
      const text = readFileSync(path.join(root, name), 'utf8')
      return { name, text, imports: importsOf(name, text) }
    })
}

function importsOf(name: string, text: string): string[] {
  const found = [...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g)]
  return found.map((match) => match[1] ?? match[2] ?? match[3] ?? '').map((target) => (
    target.startsWith('.') ? path.posix.join(path.posix.dirname(name), target) : target
  ))
}

function wing(name: string): string {
  return name.split('/')[1] ?? ''
}
function room(name: string): string {
  return name.split('/')[2] ?? ''
}

function mayImport(from: string, to: string): boolean {
  if (!to.startsWith('src/')) return wing(from) !== 'core' || purePackages.includes(to)
  if (wing(from) === wing(to) && room(from) === room(to)) return true
  switch (wing(from)) {
    case 'core': return wing(to) === 'core' && core.indexOf(room(to) as never) < core.indexOf(room(from) as never)
    case 'io': return wing(to) === 'core' || (wing(to) === 'io' && (io[room(from)] ?? []).includes(room(to)))
    case 'app': return room(from) === 'run' ? wing(to) !== 'app' : true
    default: return false
  }
}

describe('the house', () => {
  it('every import follows the import rule', () => {
    const breaches = files.flatMap((file) => file.imports.filter((to) => !mayImport(file.name, to)).map((to) => `${file.name} -> ${to}`))
    expect(breaches).toEqual([])
  })
  it('the rule refuses what it must refuse', () => {
    expect(mayImport('src/core/gate/lane.ts', 'node:fs')).toBe(false)
    expect(mayImport('src/core/gate/lane.ts', 'src/core/loop/machine.ts')).toBe(false)
    expect(mayImport('src/io/engine/engine.ts', 'src/io/git/run.ts')).toBe(false)
    expect(mayImport('src/io/git/run.ts', 'src/app/run/open.ts')).toBe(false)
    expect(mayImport('src/app/run/open.ts', 'src/app/cli/main.ts')).toBe(false)
  })
  it('every file stands in a room the design names', () => {
    const rooms = new Set([...core.map((r) => `core/${r}`), ...Object.keys(io).map((r) => `io/${r}`), 'app/run', 'app/cli'])
    expect(files.map((file) => `${wing(file.name)}/${room(file.name)}`).filter((r) => !rooms.has(r))).toEqual([])
  })
  it('there is no junk drawer, no barrel and no default export', () => {
    expect(files.filter((file) => /\/(?:utils?|helpers?|common|index)(?:\.ts$|\/)/.test(file.name)).map((file) => file.name)).toEqual([])
    expect(files.filter((file) => /^export default /m.test(file.text)).map((file) => file.name)).toEqual([])
  })
  it('no import cycle', () => {
    const imports = new Map(files.map((file) => [file.name, file.imports.filter((to) => to.startsWith('src/'))]))
    const done = new Set<string>()
    const visit = (name: string, trail: readonly string[]): void => {
      if (trail.includes(name)) throw new Error(`cycle: ${[...trail, name].join(' -> ')}`)
      if (done.has(name)) return
      for (const to of imports.get(name) ?? []) visit(to, [...trail, name])
      done.add(name)
    }
    for (const name of imports.keys()) visit(name, [])
    expect(done.size).toBeGreaterThan(files.length - 1)
  })
  it('only one room starts git, and only one module writes files', () => {
    const starters = files.filter((file) => /'git'/.test(file.text) && file.imports.some((to) => to.includes('spawn') || to === 'execa' || to === 'node:child_process'))
    expect(starters.map((file) => file.name).filter((name) => !name.startsWith('src/io/git/'))).toEqual([])
    const writing = /\b(?:writeFile|rename|unlink|rm|rmdir|mkdir|symlink|chmod|appendFile|truncate|copyFile|cp)(?:Sync)?\(/
    const writers = files.filter((file) => file.imports.some((to) => /^node:fs/.test(to)) && writing.test(file.text)).map((file) => file.name)
    expect(writers.filter((name) => !mayWrite.includes(name))).toEqual([])
  })
  it('the command line is the only place that sees the process', () => {
    const seen = files.filter((file) => !file.name.startsWith('src/app/cli/') && /\bprocess\.(?:env|argv|exit|exitCode|stdin|stdout|stderr)\b/.test(file.text))
    expect(seen.map((file) => file.name)).toEqual([])
  })
})

// Every file operation that changes the disk lives in these modules.
const mayWrite = ['src/io/os/files.ts', 'src/io/os/lock.ts', 'src/io/os/scratch.ts']
