import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRepoPath } from '../../src/core/model/path.ts'
import { capture, protectedPaths } from '../../src/io/snapshot/capture.ts'
import { differing } from '../../src/io/snapshot/model.ts'
import { applyChanges } from '../../src/io/snapshot/place.ts'
import { restore } from '../../src/io/snapshot/restore.ts'
import { loadSnapshot } from '../../src/io/snapshot/saved.ts'
import { readContent } from '../../src/io/snapshot/store.ts'
import { assertKeepable } from '../../src/io/snapshot/scan.ts'
import { countGit, expectRoundTrip, makeWorld, openWorld, paths } from './snapshot-world.ts'

describe('the identity of a work tree', () => {
  it('is held by git add -A, git reset and git add -N', async () => {
    const world = await makeWorld((repo) => {
      repo.write('a.js', 'export const a = 2\n')
      repo.write('new file', 'new\n')
      repo.remove('keep.txt')
    })
    const { id } = await world.capture()
    for (const step of [['add', '-A'], ['reset', '-q'], ['add', '-N', 'new file'], ['reset', '-q'], ['add', 'a.js']]) {
      world.repo.git(...step)
      expect((await world.capture()).id, step.join(' ')).toBe(id)
    }
  })
  it('is moved by one byte, by a mode, by a link text and by a new nested repository', async () => {
    const world = await makeWorld((repo) => { symlinkSync('a.js', path.join(repo.top, 'link')) })
    const ids = [(await world.capture()).id]
    const { repo } = world
    const steps = [
      () => { repo.write('a.js', 'export const a = 3\n') }, () => { chmodSync(path.join(repo.top, 'keep.txt'), 0o755) },
      () => { rmSync(path.join(repo.top, 'link')); symlinkSync('b.js', path.join(repo.top, 'link')) }, () => { repo.git('init', '-q', 'nested') },
    ]
    for (const step of steps) {
      step()
      ids.push((await world.capture()).id)
    }
    expect(new Set(ids).size).toBe(ids.length)
  })
  it('is not moved by paths that are on record besides, nor by ignored files', async () => {
    const world = await makeWorld((repo) => { repo.write('.gitignore', 'out\n'); repo.write('out', 'x'); repo.write('a.js', 'changed\n') })
    const { id } = await world.capture()
    world.repo.write('out', 'y')
    const other = await world.capture('out', 'keep.txt', 'missing', '../outside', '.git/config')
    expect(other.id).toBe(id)
    expect([...other.entries.keys()].sort()).toEqual(['.gitignore', 'a.js', 'keep.txt', 'missing', 'out'])
  })
})

describe('restore', () => {
  it('GAR-158 to GAR-162: writes the paths that differ and no others, and leaves index and times alone', async () => {
    const world = await makeWorld((repo) => {
      repo.write('a.js', 'staged\n')
      repo.git('add', 'a.js')
      repo.write('a.js', 'staged\nunstaged\n')
      repo.write('untracked', 'u\n')
      chmodSync(path.join(repo.top, 'untracked'), 0o640)
    })
    const { repo } = world
    const times = (): unknown => ['a.js', 'untracked'].map((name) => statSync(path.join(repo.top, name), { bigint: true }).mtimeNs)
    const before = times()
    const result = await expectRoundTrip(world, () => {
      repo.remove('keep.txt')
      repo.write('deep/new.js', 'n\n')
    })
    expect(result).toEqual({ kind: 'restored', written: ['keep.txt'], removed: ['deep/new.js'] })
    expect(times()).toEqual(before)
  })
  it('brings back permission bits that git does not keep, and a read-only file', async () => {
    const world = await makeWorld((repo) => {
      repo.write('secret', 's\n')
      chmodSync(path.join(repo.top, 'secret'), 0o600)
      repo.write('frozen', 'f\n')
      chmodSync(path.join(repo.top, 'frozen'), 0o444)
    })
    const { repo } = world
    await expectRoundTrip(world, () => {
      chmodSync(path.join(repo.top, 'secret'), 0o644)
      repo.remove('frozen')
      repo.write('frozen', 'melted\n')
    })
    expect([lstatSync(path.join(repo.top, 'secret')).mode & 0o777, lstatSync(path.join(repo.top, 'frozen')).mode & 0o777]).toEqual([0o600, 0o444])
  })
  it('keeps what it writes over as the snapshot "undo"', async () => {
    const world = await makeWorld((repo) => { repo.write('a.js', 'mine\n') })
    const target = await world.capture()
    world.repo.write('a.js', 'the fixer\n')
    world.repo.write('extra', 'extra\n')
    expect(await world.restore(target)).toMatchObject({ kind: 'restored' })
    const undo = await loadSnapshot(world.store, 'undo')
    const kept = ['a.js', 'extra'].map((name) => {
      const entry = undo?.entries.get(parseRepoPath(name))
      return entry ? readContent(world.store, entry).toString() : entry
    })
    expect(kept).toEqual(['the fixer\n', 'extra\n'])
  })
  it('says what it would write and writes nothing when asked to', async () => {
    const world = await makeWorld()
    const target = await world.capture()
    world.repo.write('a.js', 'fixed\n')
    world.repo.write('new', 'n\n')
    const before = world.state()
    expect(await world.restore(target, { dryRun: true })).toEqual({ kind: 'restored', written: ['a.js'], removed: ['new'] })
    expect(world.state()).toEqual(before)
  })
  it('ruling A5: an edit of someone else stops it before the first byte, and is copied', async () => {
    const world = await makeWorld()
    const target = await world.capture()
    world.repo.write('a.js', 'the fixer\n')
    const expected = await world.capture()
    world.repo.write('keep.txt', 'someone typed this\n')
    const before = world.state()
    const result = await world.restore(target, { expected, saveIn: path.join(world.repo.base, 'copies') })
    expect(result).toMatchObject({ kind: 'foreign', paths: ['keep.txt'] })
    expect(world.state()).toEqual(before)
    const saved = result.kind === 'foreign' ? result.saved : ''
    expect(readFileSync(saved).includes('someone typed this\n')).toBe(true)
  })
  it('bytes that appear between its look and its write are not written over', async () => {
    const world = await makeWorld((repo) => { repo.write('a.js', 'seen\n'); repo.write('gone', 'x\n') })
    const seen = (await world.capture()).entries
    world.repo.write('a.js', 'typed meanwhile\n')
    world.repo.write('new', 'new meanwhile\n')
    const site = { top: world.repo.top, temp: world.store.temp }
    const goal = { kind: 'file', read: () => Buffer.from('goal\n'), perm: 0o644, isExecutable: null } as const
    for (const [name, to] of [['a.js', goal], ['a.js', { kind: 'absent' }], ['new', goal], ['gone/x', goal]] as const) {
      const path = parseRepoPath(name)
      await expect(applyChanges(site, [{ path, now: seen.get(path) ?? null, goal: to }]), name).rejects.toMatchObject({ kind: 'helper-script' })
    }
    expect([world.repo.read('a.js'), world.repo.read('new'), world.repo.read('gone')]).toEqual(['typed meanwhile\n', 'new meanwhile\n', 'x\n'])
  })
  it('HK-206: a commit or checkout meanwhile is someone else, too; without a known last write it fails and writes nothing', async () => {
    const world = await makeWorld()
    const target = await world.capture()
    world.repo.write('a.js', 'the fixer\n')
    const expected = await world.capture()
    world.repo.commitAll('someone commits')
    const before = world.state()
    expect(await world.restore(target, { expected })).toMatchObject({ kind: 'foreign' })
    expect(await world.restore(target)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('HEAD has moved') as string })
    expect(world.state()).toEqual(before)
  })
  it('HK-199: ignore rules go back first, so that what the user ignores is never taken for the fixer\'s', async () => {
    const world = await makeWorld((repo) => {
      repo.write('.gitignore', 'node_modules\n.env\n')
      repo.commitAll('rules')
      repo.write('.env', 'SECRET=1\n')
      repo.write('node_modules/x/index.js', 'x\n')
    })
    const { repo } = world
    await expectRoundTrip(world, () => { repo.remove('.gitignore') })
    await expectRoundTrip(world, () => { repo.write('.gitignore', '*.tmp\n'); repo.write('made.tmp', 'hidden by the new rule\n') })
  })
  it('HK-061, HK-196: a parent that became a link is never written through, and the link goes back to a directory', async () => {
    const world = await makeWorld((repo) => {
      repo.write('lib/f.js', 'f\n')
      repo.commitAll('lib')
      mkdirSync(path.join(repo.base, 'outside'))
      writeFileSync(path.join(repo.base, 'outside/f.js'), 'outside\n')
    })
    const { repo } = world
    const swap = (): void => {
      repo.remove('lib')
      symlinkSync('../outside', path.join(repo.top, 'lib'))
    }
    await expectRoundTrip(world, swap, ['lib/f.js'])
    expect(lstatSync(path.join(repo.top, 'lib')).isDirectory()).toBe(true)
    // The user's own tree has the link: the file behind it counts as absent and stays untouched.
    swap()
    const target = await world.capture('lib/f.js')
    expect(target.entries.get(parseRepoPath('lib/f.js'))).toBe(null)
    repo.write('a.js', 'fixed\n')
    expect(await world.restore(target)).toEqual({ kind: 'restored', written: ['a.js'], removed: [] })
    expect(readFileSync(path.join(repo.base, 'outside/f.js'), 'utf8')).toBe('outside\n')
  })
  it('a directory the snapshot did not cover is never emptied: a nested repository that lost its .git fails the restore', async () => {
    const world = await makeWorld((repo) => {
      repo.git('init', '-q', 'nested')
      repo.write('nested/user.txt', 'precious\n')
    })
    const target = await world.capture()
    expect(target.notes).toEqual(['nested repository not covered: nested'])
    renameSync(path.join(world.repo.top, 'nested/.git'), path.join(world.repo.base, 'moved'))
    expect(await world.restore(target)).toMatchObject({ kind: 'failed' })
    expect(world.repo.read('nested/user.txt')).toBe('precious\n')
  })
  it('a nested repository the fixer made is reported, not removed', async () => {
    const world = await makeWorld()
    const target = await world.capture()
    world.repo.git('init', '-q', 'nested')
    world.repo.write('a.js', 'fixed\n')
    expect(await world.restore(target)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('nested') as string })
    expect(existsSync(path.join(world.repo.top, 'nested/.git'))).toBe(true)
  })
  it('a directory that holds ignored files is not removed to make room for a file', async () => {
    const world = await makeWorld((repo) => { repo.write('.gitignore', '*.log\n'); repo.commitAll('rules') })
    const { repo } = world
    const target = await world.capture()
    repo.remove('a.js')
    repo.write('a.js/user.log', 'log\n')
    expect(await world.restore(target)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('a.js') as string })
    expect(repo.read('a.js/user.log')).toBe('log\n')
  })
  it('leaves other names of a file as they are: a hard link outside keeps its content', async () => {
    const world = await makeWorld((repo) => { repo.write('u', 'before\n') })
    const { repo } = world
    const target = await world.capture()
    repo.write('u', 'after\n')
    linkSync(path.join(repo.top, 'u'), path.join(repo.base, 'other-name'))
    expect(await world.restore(target)).toMatchObject({ kind: 'restored' })
    expect([repo.read('u'), readFileSync(path.join(repo.base, 'other-name'), 'utf8')]).toEqual(['before\n', 'after\n'])
  })
})

describe('capture', () => {
  it('starts two git processes side by side, one of which scans the work tree, and restore at most nine', async () => {
    const world = await makeWorld((repo) => { repo.write('u', 'u\n') })
    expect(await countGit(world, (context) => capture(context, world.store, { also: paths('keep.txt') }))).toBe(2)
    const target = await world.capture()
    world.repo.write('a.js', 'fixed\n')
    world.repo.remove('keep.txt')
    expect(await countGit(world, (context) => restore(context, world.store, { target, expected: null }))).toBeLessThanOrEqual(9)
  })
  it('refuses more than it can keep, rather than keep a part', async () => {
    const world = await makeWorld((repo) => {
      repo.write('huge', '')
      truncateSync(path.join(repo.top, 'huge'), 513 * 1024 * 1024)
    })
    await expect(world.capture()).rejects.toMatchObject({ kind: 'helper-script', message: expect.stringContaining('513 MiB') as string })
    expect(() => { assertKeepable(50_001, 0n) }).toThrow('50001 paths')
    expect(() => { assertKeepable(50_000, 512n * 1024n * 1024n) }).not.toThrow()
  })
  it.skipIf(process.getuid?.() === 0)('HK-099: refuses a changed file it cannot read', async () => {
    const world = await makeWorld((repo) => {
      repo.write('locked', 'x\n')
      chmodSync(path.join(repo.top, 'locked'), 0)
    })
    await expect(world.capture()).rejects.toMatchObject({ kind: 'helper-script' })
  })
  it('leaves gar\'s own directory out by its path, whatever the ignore rules say', async () => {
    const world = await makeWorld((repo) => { repo.write('.git_auto_review/default/report.txt', 'r\n') })
    const exclude = ['.git_auto_review']
    const target = await capture(world.context, world.store, { also: [], exclude })
    expect(target.entries.size).toBe(0)
    world.repo.write('.git_auto_review/default/report.txt', 'r2\n')
    world.repo.write('x', 'x\n')
    expect(await world.restore(target, { exclude })).toEqual({ kind: 'restored', written: [], removed: ['x'] })
    expect(world.repo.read('.git_auto_review/default/report.txt')).toBe('r2\n')
  })
  it('takes unmerged paths as they are on disk', async () => {
    const world = await makeWorld((repo) => {
      repo.git('checkout', '-q', '-b', 'other')
      repo.write('a.js', 'theirs\n')
      repo.commitAll('theirs')
      repo.git('checkout', '-q', 'main')
      repo.write('a.js', 'ours\n')
      repo.commitAll('ours')
      repo.tryGit(['merge', '-q', 'other'], { mayChange: true })
    })
    expect(world.repo.git('ls-files', '--unmerged')).not.toBe('')
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'resolved\n') })
  })
  it('names the paths git is told not to look at', async () => {
    const world = await makeWorld((repo) => {
      repo.write('odd\nname', 'x\n')
      repo.commitAll('odd')
      repo.git('update-index', '--assume-unchanged', 'odd\nname')
      repo.git('update-index', '--skip-worktree', 'keep.txt')
    })
    expect([...await protectedPaths(world.context)].sort()).toEqual(['keep.txt', 'odd\nname'])
  })
  it('tells two states apart by content, in a linked work tree as in the main one', async () => {
    const world = await makeWorld((repo) => { repo.git('worktree', 'add', '-q', '../linked') })
    const linked = await openWorld(world.repo, path.join(world.repo.base, 'linked'))
    const target = await linked.capture()
    writeFileSync(path.join(linked.context.top, 'a.js'), 'linked\n')
    expect(differing(target, await linked.capture())).toEqual(['a.js'])
    expect(linked.store.directory).not.toBe(world.store.directory)
    expect(await linked.restore(target)).toMatchObject({ kind: 'restored' })
    expect(readFileSync(path.join(linked.context.top, 'a.js'), 'utf8')).toBe(world.repo.read('a.js'))
  })
})
