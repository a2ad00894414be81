import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installHooks, uninstallHooks } from '../../src/app/run/hooks.ts'
import type { Installed, Refused, Uninstalled } from '../../src/app/run/hooks.ts'

export const project = path.resolve(import.meta.dirname, '../..')

// Stands in for the review: says what it was given, and answers as the environment tells it to.
const standIn = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs')
const stdin = readFileSync(0, 'utf8')
const { GAR_HOOK, GAR_EXTRA_CA_CERTS, NODE_EXTRA_CA_CERTS } = process.env
appendFileSync(process.env.GAR_TEST_LOG, JSON.stringify({ by: 'gar', argv: process.argv.slice(2), stdin, cwd: process.cwd(), GAR_HOOK, GAR_EXTRA_CA_CERTS, NODE_EXTRA_CA_CERTS }) + '\\n')
console.log('gar speaks')
process.exitCode = Number(process.env.GAR_TEST_EXIT ?? 0)
`

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }
export type Call = { readonly by: string; readonly argv: readonly string[]; readonly stdin: string; readonly cwd: string } & Readonly<Record<string, unknown>>
export type World = {
  /** Holds the repository, a home and a log; nothing outside is touched. */
  readonly root: string
  readonly repo: string
  readonly env: Record<string, string>
  readonly git: (...args: string[]) => string
  readonly run: (command: readonly string[], more?: { cwd?: string; env?: Record<string, string>; input?: string }) => Ran
  readonly write: (file: string, text: string, mode?: number) => string
  readonly install: (more?: { cwd?: string; manager?: string; node?: string; packageRoot?: string }) => Promise<Installed | Refused>
  readonly uninstall: (cwd?: string) => Promise<Uninstalled | Refused>
  /** What was called, in order, since the last look. */
  readonly calls: () => Call[]
  readonly dispose: () => void
}

/** Makes a repository with one commit, a stand-in package in its node_modules, and an environment that knows nothing of the machine. */
export function makeWorld(name = 'repo'): World {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-hooks-')))
  const repo = path.join(root, name)
  const log = path.join(root, 'log')
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '', HOME: path.join(root, 'home'), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: path.join(root, 'home/.gitconfig'),
    GIT_AUTHOR_NAME: 'tester', GIT_AUTHOR_EMAIL: 'tester@example.invalid', GIT_COMMITTER_NAME: 'tester', GIT_COMMITTER_EMAIL: 'tester@example.invalid', GAR_TEST_LOG: log,
  }
  const write = (file: string, text: string, mode = 0o644): string => {
    const full = path.resolve(repo, file)
    mkdirSync(path.dirname(full), { recursive: true })
    writeFileSync(full, text, { mode })
    return full
  }
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: repo, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
  mkdirSync(repo, { recursive: true })
  mkdirSync(path.join(root, 'home'))
  writeFileSync(log, '')
  git('init', '-q', '-b', 'main')
  makePackage(path.join(repo, 'node_modules/git-auto-review'))
  write('.gitignore', 'node_modules\n')
  write('a.txt', 'a\n')
  git('add', '.')
  git('commit', '-q', '-m', 'base')
  return {
    root, repo, env, git, write,
    run: ([file = '', ...args], more = {}) => {
      const ran = spawnSync(file, args, { cwd: more.cwd ?? repo, env: { ...env, ...more.env }, input: more.input ?? '', encoding: 'utf8' })
      return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr }
    },
    install: ({ cwd = repo, manager, node = process.execPath, packageRoot = path.join(repo, 'node_modules/git-auto-review') } = {}) => (
      installHooks({ cwd, env, node, packageRoot, manager: manager ?? null })),
    uninstall: (cwd = repo) => uninstallHooks({ cwd, env }),
    calls: () => {
      const lines = readFileSync(log, 'utf8').split('\n').filter((line) => line !== '')
      writeFileSync(log, '')
      return lines.map((line) => JSON.parse(line) as Call)
    },
    dispose: () => { rmSync(root, { recursive: true, force: true }) },
  }
}

/** Makes a package with the real hook texts and a stand-in for everything else. */
export function makePackage(directory: string): string {
  mkdirSync(path.join(directory, 'bin'), { recursive: true })
  mkdirSync(path.join(directory, 'hooks'), { recursive: true })
  for (const name of readdirSync(path.join(project, 'hooks'))) copyFileSync(path.join(project, 'hooks', name), path.join(directory, 'hooks', name))
  writeFileSync(path.join(directory, 'package.json'), '{"name":"git-auto-review"}')
  writeFileSync(path.join(directory, 'bin/gar.js'), standIn)
  return directory
}

/** Returns a hook that writes to the log what it was given; `more` runs after that. */
export function loggingHook(by: string, more = ''): string {
  return `#!/bin/sh
input=$(cat | awk '{printf "%s\\\\n", $0}')
printf '{"by":"%s","argv":["%s","%s"],"stdin":"%s","cwd":"%s"}\\n' '${by}' "$1" "$2" "$input" "$PWD" >>"$GAR_TEST_LOG"
${more}
`
}

/** Returns every file, link and mode below a directory, with its bytes. */
export function listing(directory: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of execFileSync('find', ['.', '-mindepth', '1', '!', '-type', 'd', '-printf', '%P\\t%y %m %l\\n'], { cwd: directory, encoding: 'utf8' }).split('\n')) {
    const [file, facts] = line.split('\t')
    if (file === undefined || facts === undefined) continue
    found[file] = facts.startsWith('f') ? `${facts}${readFileSync(path.join(directory, file), 'latin1')}` : facts
  }
  return found
}
