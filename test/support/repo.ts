import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }
export type Extra = { readonly env?: Record<string, string>; readonly input?: string; readonly cwd?: string; readonly mayChange?: boolean }

const root = path.resolve(import.meta.dirname, '..', '..')
/** The command under test, as npm would link it. */
export const bin = path.join(root, 'bin', 'gar.js')

/** A repository of its own in a temporary directory, with nothing of the machine's git configuration in it. */
export type TestRepo = {
  readonly base: string
  readonly top: string
  readonly env: Record<string, string>
  readonly git: (...args: readonly string[]) => string
  readonly tryGit: (args: readonly string[], extra?: Extra) => Ran
  readonly gar: (args: readonly string[], extra?: Extra) => Ran
  readonly write: (file: string, content: string | Uint8Array) => void
  readonly read: (file: string) => string
  readonly remove: (file: string) => void
  readonly commitAll: (message: string) => void
  readonly report: () => string
  readonly dispose: () => void
}

export function makeRepo(options: { readonly name?: string; readonly bare?: boolean } = {}): TestRepo {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-test-')))
  const top = path.join(base, options.name ?? 'repo')
  const env = hermetic(base)
  const run = (file: string, args: readonly string[], extra: Extra = {}): Ran => {
    const ended = spawnSync(file, args, { cwd: extra.cwd ?? top, env: { ...env, ...extra.env }, input: extra.input ?? '', encoding: 'utf8', maxBuffer: 1 << 28 })
    if (ended.error) throw ended.error
    return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr }
  }
  const git = (...args: readonly string[]): string => {
    const ran = run('git', args)
    if (ran.code !== 0) throw new Error(`git ${args.join(' ')} failed (${ran.code}): ${ran.stderr}`)
    return ran.stdout
  }
  mkdirSync(top)
  git('init', '-q', '-b', 'main', ...(options.bare === true ? ['--bare'] : []))
  const at = (file: string): string => path.join(top, file)
  return {
    base, top, env, git,
    // The product's promise is checked around every command that may start gar.
    tryGit: (args, extra) => (extra?.mayChange === true ? run('git', args, extra) : keepingPromise(top, env, () => run('git', args, extra))),
    gar: (args, extra) => keepingPromise(top, env, () => run(process.execPath, [bin, ...args], extra), true),
    write: (file, content) => { mkdirSync(path.dirname(at(file)), { recursive: true }); writeFileSync(at(file), content) },
    read: (file) => readFileSync(at(file), 'utf8'),
    remove: (file) => { rmSync(at(file), { recursive: true, force: true }) },
    commitAll: (message) => { git('add', '-A'); git('commit', '-q', '--no-verify', '-m', message) },
    report: () => readFileSync(at('.git_auto_review/default/report.txt'), 'utf8'),
    dispose: () => { loosen(base); rmSync(base, { recursive: true, force: true }) },
  }
}

function hermetic(base: string): Record<string, string> {
  const home = path.join(base, 'home')
  mkdirSync(home)
  writeFileSync(path.join(home, '.gitconfig'), '[user]\n\tname = Tester\n\temail = tester@example.invalid\n[core]\n\teditor = true\n[protocol "file"]\n\tallow = always\n[advice]\n\tdetachedHead = false\n')
  return {
    PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: path.join(home, '.config'), TMPDIR: tmpdir(), LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: path.join(home, '.gitconfig'), GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  }
}

type Promised = { readonly head: string; readonly refs: string; readonly stash: string; readonly entries: string; readonly index: string }

/** What gar must never change: HEAD, refs, the stash list, the index. */
export function promised(top: string, env: Record<string, string>): Promised {
  const ask = (...args: readonly string[]): string => spawnSync('git', args, { cwd: top, env, encoding: 'utf8' }).stdout
  const index = path.resolve(top, ask('rev-parse', '--git-path', 'index').trim())
  return {
    head: ask('rev-parse', '--symbolic-full-name', 'HEAD') + ask('rev-parse', 'HEAD'),
    refs: ask('for-each-ref', '--format=%(refname) %(objectname)'),
    stash: ask('stash', 'list'),
    entries: ask('ls-files', '-s', '-z', '-v'),
    index: existsSync(index) ? createHash('sha256').update(readFileSync(index)).digest('hex') : 'none',
  }
}

function keepingPromise(top: string, env: Record<string, string>, act: () => Ran, always = false): Ran {
  if (!existsSync(top)) return act()
  const before = promised(top, env)
  const ran = act()
  const after = promised(top, env)
  // A git command that went through moves HEAD itself; one that was blocked must have moved nothing. Git refreshes the index file on its own.
  if (always) expect(after).toEqual(before)
  else if (ran.code !== 0) expect({ ...after, index: '' }).toEqual({ ...before, index: '' })
  return ran
}

/** Returns every file below a directory as path -> type, mode and content digest; git's and gar's own are left out. */
export function treeState(top: string): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (directory: string): void => {
    for (const entry of readdirSync(path.join(top, directory), { withFileTypes: true })) {
      const name = path.posix.join(directory, entry.name)
      if (name === '.git' || name === '.git_auto_review' || name.endsWith('/.git')) continue
      if (entry.isDirectory()) visit(name)
      else found[name] = stateOf(path.join(top, name))
    }
  }
  visit('')
  return found
}

function stateOf(file: string): string {
  const stat = lstatSync(file)
  if (stat.isSymbolicLink()) return `link ${readlinkSync(file)}`
  return `${(stat.mode & 0o7777).toString(8)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
}

function loosen(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    chmodSync(path.join(directory, entry.name), 0o700)
    loosen(path.join(directory, entry.name))
  }
}
