import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRepoPath } from '../../src/core/model/path.ts'
import type { Change, Goal } from '../../src/io/snapshot/place.ts'
import { applyChanges } from '../../src/io/snapshot/place.ts'
import { entryOf, makeLook, readStill } from '../../src/io/snapshot/scan.ts'
import type { World } from './snapshot-world.ts'
import { makeWorld } from './snapshot-world.ts'

type FileGoal = Extract<Goal, { kind: 'file' }>
const text = (content: string, more: Partial<FileGoal> = {}): Goal => ({ kind: 'file', read: () => Buffer.from(content), perm: 0o644, isExecutable: null, ...more })
const absent: Goal = { kind: 'absent' }

/** The change of a path from what stands there now. */
function change(world: World, name: string, goal: Goal): Change {
  const content = readStill(world.repo.top, parseRepoPath(name))
  return { path: parseRepoPath(name), now: content === undefined ? null : entryOf(content, 40, 0), goal }
}
const apply = (world: World, ...changes: readonly Change[]): Promise<void> => applyChanges({ top: world.repo.top, temp: world.store.temp }, changes)
const at = (world: World, name: string): string => path.join(world.repo.top, name)
const permOf = (world: World, name: string): number => lstatSync(at(world, name)).mode & 0o7777

describe('bringing paths to their goals', () => {
  it('makes files and links with the directories they need, and removes files only', async () => {
    const world = await makeWorld((repo) => { repo.write('old', 'o\n') })
    const link: Goal = { kind: 'link', read: () => Buffer.from('../a.js') }
    await apply(world, change(world, 'x/y/z', text('deep\n', { perm: 0o4711 })), change(world, 'x/link', link), change(world, 'old', absent), change(world, 'never', absent))
    expect([readFileSync(at(world, 'x/y/z'), 'utf8'), permOf(world, 'x/y/z'), readlinkSync(at(world, 'x/link'))]).toEqual(['deep\n', 0o4711, '../a.js'])
    expect([makeLook(world.repo.top)(parseRepoPath('old')), readdirSync(world.store.temp)]).toEqual([{ kind: 'absent' }, []])
  })

  it('removes before it makes, in whatever order the paths come: a file gives way to a directory and a directory to a file', async () => {
    const world = await makeWorld((repo) => { repo.write('d', 'file\n'); repo.write('e/x/y', 'file\n') })
    await apply(world, change(world, 'd/x', text('in d\n')), change(world, 'd', absent))
    await apply(world, change(world, 'e', text('e\n')), change(world, 'e/x/y', absent))
    expect([world.repo.read('d/x'), world.repo.read('e')]).toEqual(['in d\n', 'e\n'])
  })

  it('a link that stands where a directory is needed fails the path by name, and is kept', async () => {
    const world = await makeWorld((repo) => { symlinkSync('.', path.join(repo.top, 'd')) })
    const writing = apply(world, { path: parseRepoPath('d/x/y'), now: null, goal: text('x\n') })
    await expect(writing).rejects.toMatchObject({ kind: 'helper-script', message: 'd is a link where d/x/y needs a directory' })
    expect([readlinkSync(at(world, 'd')), makeLook(world.repo.top)(parseRepoPath('x'))]).toEqual(['.', { kind: 'absent' }])
  })

  it('a directory that holds a file fails the path by name, and is kept', async () => {
    const world = await makeWorld((repo) => { repo.write('d/x/y', 'y\n') })
    await expect(apply(world, change(world, 'd/x', text('x\n')))).rejects.toMatchObject({ kind: 'helper-script', message: 'the directory d/x holds files that are not part of the snapshot' })
    expect(world.repo.read('d/x/y')).toBe('y\n')
  })

  it.each<[string, (world: World) => void]>([
    ['its bytes', (world) => { world.repo.write('a.js', 'typed\n') }],
    ['its permission bits', (world) => { chmodSync(at(world, 'a.js'), 0o600) }],
    ['that it is there', (world) => { world.repo.remove('a.js') }],
  ])('a file that changed in %s since it was looked at is neither written nor removed', async (_, disturb) => {
    const world = await makeWorld()
    const [write, remove] = [change(world, 'a.js', text('goal\n')), change(world, 'a.js', absent)]
    disturb(world)
    const before = world.state()
    for (const one of [write, remove]) await expect(apply(world, one)).rejects.toMatchObject({ kind: 'helper-script', message: 'a.js changed while it was being restored' })
    expect(world.state()).toEqual(before)
  })

  it('a directory that holds nothing but directories gives way to a file', async () => {
    const world = await makeWorld()
    mkdirSync(at(world, 'hollow/inside'), { recursive: true })
    await apply(world, change(world, 'hollow', text('file now\n')))
    expect(world.repo.read('hollow')).toBe('file now\n')
  })
})

describe('permission bits of a file that comes out of HEAD', () => {
  it.each<[string, string, boolean | null, string]>([
    ['stay as they are when HEAD says nothing', '640', null, '640'],
    ['stay as they are when HEAD says nothing of an executable', '750', null, '750'],
    ['become executable for whoever may read', '640', true, '750'],
    ['become executable for the owner alone', '600', true, '700'],
    ['become executable for all', '644', true, '755'],
    ['lose every executable bit', '755', false, '644'],
    ['lose every executable bit, whoever had it', '611', false, '600'],
    ['keep what is no executable bit', '4644', true, '4755'],
  ])('%s: %s, %s', async (_, now, isExecutable, wanted) => {
    const world = await makeWorld()
    chmodSync(at(world, 'a.js'), parseInt(now, 8))
    await apply(world, change(world, 'a.js', text('head\n', { perm: null, isExecutable })))
    expect([permOf(world, 'a.js').toString(8), world.repo.read('a.js')]).toEqual([wanted, 'head\n'])
  })

  it('are those of any new file where none stands, as the umask has it', async () => {
    const world = await makeWorld((repo) => { symlinkSync('a.js', path.join(repo.top, 'was-link')) })
    const plain = 0o666 & ~process.umask()
    await apply(world, change(world, 'new', text('n\n', { perm: null })), change(world, 'run', text('r\n', { perm: null, isExecutable: true })), change(world, 'was-link', text('f\n', { perm: null, isExecutable: false })))
    expect(['new', 'run', 'was-link'].map((name) => permOf(world, name))).toEqual([plain, plain | ((plain & 0o444) >> 2), plain])
  })
})
