import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import type { RunRecord } from '../../src/core/model/result.ts'
import { parseReport } from '../../src/core/report/parse.ts'
import { addRemote } from './installed.ts'
import type { Ran, TestRepo } from './repo.ts'
import { bin, makeRepo } from './repo.ts'

export type Role = 'gate' | 'triage' | 'fix' | 'audit'
/** One call of a role; what its members mean stands at the top of fake-agent.mjs. */
export type Step = {
  readonly before?: number
  readonly do?: readonly Readonly<Record<string, unknown>>[]
  readonly answer?: Readonly<Record<string, unknown>>
  readonly form?: string
  readonly exit?: number
}
export type Script = Partial<Readonly<Record<Role, readonly Step[]>>>
export type Played = Ran & {
  readonly record: RunRecord
  /** The stop as the stop line names it. */
  readonly stop: string
  /** The roles in the order of their calls, as one text. */
  readonly calls: string
}
export type Options = {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Roles the script plays; the engine plays the others. */
  readonly roles?: readonly ('reviewer' | 'verifier' | 'fixer')[]
  /** Writes a file the moment the loop puts this state on record (for the `nth` time), as someone else would. */
  readonly meanwhile?: { readonly at: string; readonly nth?: number; readonly file: string; readonly text: string }
  /** True where the script itself moves the index or HEAD. */
  readonly mayChange?: boolean
}

const agent = path.resolve(import.meta.dirname, 'fake-agent.mjs')
const all = ['reviewer', 'verifier', 'fixer'] as const

/** What src/a.js holds in HEAD. */
export const clean = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'
/** The change under review: two mistakes, on lines 2 and 6. */
export const wrong = clean.replace('two', 'bad two').replace('six', 'bad six')
/** The change with its first mistake mended. */
export const half = wrong.replace('bad two', 'good two')
/** The change with both mistakes mended. */
export const good = half.replace('bad six', 'good six')

/** Makes a repository whose tree is in every state a change can be in; `src/a.js` holds two mistakes. */
export function makeChange(): TestRepo {
  const repo = makeRepo()
  repo.write('src/a.js', clean)
  repo.write('src/b.js', 'untouched\n')
  repo.write('mixed.txt', 'base\n')
  repo.write('gone.txt', 'base\n')
  repo.write('run.sh', '#!/bin/sh\n')
  repo.commitAll('base')
  addRemote(repo)
  repo.write('mixed.txt', 'staged\n')
  repo.write('added.txt', 'staged\n')
  repo.git('add', 'mixed.txt', 'added.txt')
  repo.write('mixed.txt', 'edited after staging\n')
  repo.write('loose.txt', 'untracked\n')
  repo.remove('gone.txt')
  repo.write('src/a.js', wrong)
  return repo
}

/** The two findings that are there to be found. */
export const two = { location: 'src/a.js:2', title: 'The second line is bad' }
export const six = { location: 'src/a.js:6', title: 'The sixth line is bad' }
/** A gate that finds both. */
export const sees: Step = { answer: { findings: [two, six] } }
/** A gate that finds nothing, and to which every earlier finding is closed. */
export const seesNothing: Step = {}
export const mendTwo = { replace: 'src/a.js', from: 'bad two', to: 'good two' }
export const mendSix = { replace: 'src/a.js', from: 'bad six', to: 'good six' }
/** A fixer that mends both. */
export const mends: Step = { do: [mendTwo, mendSix] }

/** Runs `gar run` with its roles played by the script, and returns what came of it. */
export function play(repo: TestRepo, script: Script, options: Options = {}): Played {
  const ran = start(repo, script, options)
  const parsed = parseReport(ran.stdout)
  if (!parsed.ok) throw new Error(`no report (${parsed.reason}): ${ran.stdout}${ran.stderr}`)
  const stop = /^stop\t([^\t]*)\t/m.exec(ran.stdout)?.[1] ?? ''
  return { ...ran, record: parsed.record, stop, calls: callsOf(repo).join(' ') }
}

/** Runs `gar` with the script and returns what it printed, a report or not. */
export function start(repo: TestRepo, script: Script, options: Options = {}): Ran {
  writeFileSync(scriptOf(repo), JSON.stringify(script))
  rmSync(`${scriptOf(repo)}.calls.jsonl`, { force: true })
  const env = { ...playedBy(repo, options.roles ?? all), ...intrusion(repo, options), ...options.env }
  const args = options.args ?? ['run']
  if (options.mayChange !== true) return repo.gar(args, { env })
  const ended = spawnSync(process.execPath, [bin, ...args], { cwd: repo.top, env: { ...repo.env, ...env }, encoding: 'utf8' })
  return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr }
}

/** Returns the environment in which the script plays the roles. */
export function playedBy(repo: TestRepo, roles: Options['roles'] = all): Record<string, string> {
  const argv = JSON.stringify([process.execPath, agent, '--script', scriptOf(repo), '--role', '{role}'])
  return Object.fromEntries(roles.map((role) => [`GAR_${role.toUpperCase()}`, argv]))
}

/** Returns the roles called by the last run, in order. */
export function callsOf(repo: TestRepo): string[] {
  const log = `${scriptOf(repo)}.calls.jsonl`
  if (!existsSync(log)) return []
  return readFileSync(log, 'utf8').trimEnd().split('\n').map((line) => /"role":"(\w+)"/.exec(line)?.[1] ?? '')
}

/** Returns the text of a relay file of the run without a task, or null when there is none. */
export function relayText(repo: TestRepo, name: string): string | null {
  const file = path.join(repo.top, '.git_auto_review', 'default', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Returns the prompts or the returns of a role's record, in order. */
export function pairsOf(repo: TestRepo, name: string): { readonly role: string; readonly prompt: string; readonly answer: string }[] {
  const parts = (relayText(repo, name) ?? '').split(/^=== (.+): (prompt|return) ===\n/m).slice(1)
  const pairs = []
  for (let at = 0; at + 5 < parts.length; at += 6) {
    expect([parts[at + 1], parts[at + 4], parts[at + 3]]).toEqual(['prompt', 'return', parts[at]])
    pairs.push({ role: parts[at] ?? '', prompt: parts[at + 2] ?? '', answer: parts[at + 5] ?? '' })
  }
  return pairs
}

function scriptOf(repo: TestRepo): string {
  return path.join(repo.base, 'script.json')
}

// The journal is renamed into place before a state's work begins; that is the moment to act at.
const intruder = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { at, nth, file, text } = JSON.parse(process.env.GAR_TEST_MEANWHILE)
const rename = fs.promises.rename
let seen = 0
fs.promises.rename = async (from, to) => {
  await rename(from, to)
  if (!String(to).endsWith('/journal.json') || JSON.parse(fs.readFileSync(to, 'utf8')).at !== at) return
  if (++seen === nth) fs.writeFileSync(file, text)
}
syncBuiltinESMExports()
`

function intrusion(repo: TestRepo, { meanwhile }: Options): Record<string, string> {
  if (meanwhile === undefined) return {}
  const module = path.join(repo.base, 'intruder.mjs')
  writeFileSync(module, intruder)
  const told = { at: meanwhile.at, nth: meanwhile.nth ?? 1, file: path.join(repo.top, meanwhile.file), text: meanwhile.text }
  return { NODE_OPTIONS: `--import=${pathToFileURL(module).href}`, GAR_TEST_MEANWHILE: JSON.stringify(told) }
}
