import { spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Where the project lies, and the probe as a program. */
export type Bench = { readonly project: string; readonly probe: string }
/** A state that was built: its directory, the directory of what is known about it, and where git works. */
export type State = {
  readonly id: string
  readonly root: string
  readonly logs: string
  readonly worktree: string
  readonly gitDir: string | null
  readonly hasHook: boolean
  readonly dispose: () => void
}
export type Ended = { readonly status: number | null; readonly isLate: boolean; readonly stdout: string; readonly stderr: string }

const patience = 90_000

/** Builds a state from its recipe in a temporary directory of its own. */
export async function build({ project }: Bench, id: string): Promise<State> {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-state-')))
  const [root, logs] = [path.join(base, 'state'), path.join(base, 'log')]
  const dispose = (): void => { remove(base) }
  const recipes = path.join(project, 'test', 'states')
  mkdirSync(logs)
  const built = await run(['bash', path.join(recipes, 'prelude.sh'), path.join(recipes, 'recipes', `${id}.sh`), root, logs], { cwd: base, logs, name: 'build' })
  if (built.status !== 0) {
    dispose()
    throw new Error(`${id} was not built (${built.status}): ${built.stderr}`)
  }
  const meta = new Map(readFileSync(path.join(logs, 'meta'), 'utf8').split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
  return { id, root, logs, worktree: meta.get('worktree') ?? path.join(root, 'repo'), gitDir: meta.get('gitdir') ?? null, hasHook: meta.has('keephook'), dispose }
}

/** Makes the hooks of the state start the probe instead of Node, by the file that users have for it. */
export function watch({ probe }: Bench, { root, logs }: State): void {
  const starter = path.join(logs, 'probe')
  writeFileSync(starter, `#!/bin/sh\nexec '${process.execPath}' '${probe}' '${root}' '${logs}' "$@"\n`, { mode: 0o755 })
  const config = path.join(root, 'home', '.config', 'gar')
  mkdirSync(config, { recursive: true })
  writeFileSync(path.join(config, 'init.sh'), `gar_node='${starter}'\n'${starter}' before $$\ntrap "'${starter}' after $$" 0\n`)
}

/** Runs gar by hand in the state's work tree. */
export async function gar({ project }: Bench, state: State, args: readonly string[]): Promise<Ended> {
  const place = state.gitDir === null ? '' : `export GIT_DIR='${state.gitDir}' GIT_WORK_TREE='${state.worktree}'; `
  const start = `. "$0/env.sh"; cd '${state.worktree}' || exit; ${place}exec "$@"`
  return run(['bash', '-c', start, state.logs, process.execPath, path.join(project, 'bin', 'gar.js'), ...args], { cwd: state.root, logs: state.logs, name: args[0] ?? 'gar' })
}

/** Runs one of the state's own scripts. */
export function script({ root, logs }: State, name: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return run(['bash', path.join(logs, `${name}.sh`)], { cwd: root, logs, name, env })
}

/** Returns the variables that make the bench's agent play every role. */
export function agentEnv({ project }: Bench): Record<string, string> {
  const command = JSON.stringify([process.execPath, path.join(project, 'test', 'states', 'agent.mjs'), '{role}'])
  return { GAR_REVIEWER: command, GAR_VERIFIER: command, GAR_FIXER: command }
}

/** Returns the command lines of gar's and Node's processes that still belong to the state, after a moment to end. */
export async function leftovers({ root }: State): Promise<readonly string[]> {
  for (let tries = 0; ; tries += 1) {
    const left = processesOf(path.dirname(root)).filter((line) => /\bnode\b|gar/.test(line.split('\0')[0] ?? ''))
    if (left.length === 0 || tries > 40) return left.map((line) => line.replaceAll('\0', ' '))
    await pause(50)
  }
}

function processesOf(base: string): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${base}/`) ? [readFileSync(`/proc/${pid}/cmdline`, 'latin1')] : []
    } catch {
      return []
    }
  })
}

type Running = { readonly cwd: string; readonly logs: string; readonly name: string; readonly env?: Readonly<Record<string, string>> }

// Output goes to files: a child that a state leaves behind would hold a pipe open.
async function run([file = '', ...args]: readonly string[], { cwd, logs, name, env }: Running): Promise<Ended> {
  const [outFile, errFile] = [path.join(logs, `${name}.out`), path.join(logs, `${name}.err`)]
  const [out, err] = [openSync(outFile, 'w'), openSync(errFile, 'w')]
  const child = spawn(file, args, { cwd, env: { ...clean(), ...env }, stdio: ['ignore', out, err], detached: true })
  closeSync(out)
  closeSync(err)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, patience)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  clearTimeout(timer)
  return { status, isLate, stdout: readFileSync(outFile, 'utf8'), stderr: readFileSync(errFile, 'utf8') }
}

function clean(): Record<string, string> {
  const dates = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' }
  return { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...dates }
}

function remove(base: string): void {
  const loosen = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue
      chmodSync(path.join(directory, entry.name), 0o700)
      loosen(path.join(directory, entry.name))
    }
  }
  if (process.getuid?.() !== 0) loosen(base)
  rmSync(base, { recursive: true, force: true })
}
