import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, lstatSync, mkdirSync, realpathSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { State } from './world.ts'

/**
 * Plays a fixer without manners: it appends to every changed file, flips a mode, deletes a clean file and adds new ones. It does not
 * write behind links, which nobody could undo. Returns the paths it went for, below the state's directory.
 */
export function mess(state: State): ReadonlySet<string> {
  const top = realpathSync(state.worktree)
  const changed = list(state, ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames']).map(pathOfStatus)
  const flagged = list(state, ['ls-files', '-v', '-z']).filter((line) => /^[a-zS]/.test(line)).map((line) => line.slice(2))
  const tracked = list(state, ['ls-files', '-z'])
  const dirty = new Set([...changed, ...flagged])
  const touched = new Set<string>()
  const go = (name: string, act: (place: Buffer) => void): void => {
    const place = Buffer.from(`${Buffer.from(top).toString('latin1')}/${name}`, 'latin1')
    if (!isPlain(place, top)) return
    act(place)
    touched.add(below(state, place))
  }
  for (const name of [...dirty].slice(0, 200)) go(name, (place) => { appendFileSync(place, 'appended by a fixer\n') })
  const clean = tracked.filter((name) => !dirty.has(name) && !name.startsWith('.git'))
  for (const name of clean.slice(0, 1)) go(name, (place) => { unlinkSync(place) })
  for (const name of clean.slice(1, 2)) go(name, (place) => { chmodSync(place, lstatSync(place).mode ^ 0o111) })
  for (const name of ['fixer-new.js', 'fixdir/x/n.js']) {
    mkdirSync(path.join(top, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(top, name), 'added by a fixer\n')
  }
  return touched
}

function list({ root, worktree, gitDir }: State, args: readonly string[]): readonly string[] {
  const place = gitDir === null ? {} : { GIT_DIR: gitDir, GIT_WORK_TREE: worktree }
  const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: path.join(root, 'home', '.gitconfig'), GIT_OPTIONAL_LOCKS: '0', ...place }
  const ended = spawnSync('git', ['-c', 'core.fsmonitor=false', ...args], { cwd: worktree, env, maxBuffer: 1 << 28 })
  if (ended.status !== 0) throw new Error(`git ${args.join(' ')}: ${ended.stderr.toString()}`)
  return ended.stdout.toString('latin1').split('\0').filter((line) => line !== '')
}

function pathOfStatus(line: string): string {
  const fields = line.startsWith('?') ? 1 : line.startsWith('u') ? 10 : 8
  return line.split(' ').slice(fields).join(' ')
}

function isPlain(place: Buffer, top: string): boolean {
  const stat = lstatSync(place, { throwIfNoEntry: false })
  if (stat?.isFile() !== true) return false
  const parent = Buffer.from(path.dirname(place.toString('latin1')), 'latin1')
  return realpathSync(parent, { encoding: 'buffer' }).equals(parent) && parent.toString('latin1').startsWith(Buffer.from(top).toString('latin1'))
}

function below({ root }: State, place: Buffer): string {
  return place.toString('latin1').slice(Buffer.from(root).toString('latin1').length + 1)
}
