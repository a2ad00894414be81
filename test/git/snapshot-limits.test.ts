import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRepoPath } from '../../src/core/model/path.ts'
import { capture } from '../../src/io/snapshot/capture.ts'
import { parseLines, renderLines } from '../../src/io/snapshot/lines.ts'
import { loadSnapshot, saveSnapshot } from '../../src/io/snapshot/saved.ts'
import { entryOf, makeLook, readStill } from '../../src/io/snapshot/scan.ts'
import { readContent } from '../../src/io/snapshot/store.ts'
import { expectRoundTrip, makeWorld, paths } from './snapshot-world.ts'

const aJs = parseRepoPath('a.js')
const fifo = (file: string): void => { execFileSync('mkfifo', [file]) }

describe('a look at a path', () => {
  it('tells files, links, directories and the rest apart; what lies behind a link or a file is absent', async () => {
    const { repo } = await makeWorld((at) => {
      at.write('d/f', 'f\n')
      symlinkSync('d', path.join(at.top, 'to-d'))
      fifo(path.join(at.top, 'pipe'))
    })
    const look = makeLook(repo.top)
    const kinds = ['a.js', 'to-d', 'd', 'pipe', 'missing', 'd/f', 'to-d/f', 'a.js/x', 'missing/x', 'd/f/x/y'].map((name) => look(parseRepoPath(name)).kind)
    expect(kinds).toEqual(['file', 'link', 'directory', 'special', 'absent', 'file', 'absent', 'absent', 'absent', 'absent'])
    const read = (name: string): string | undefined => readStill(repo.top, parseRepoPath(name))?.bytes.toString()
    expect(['a.js', 'to-d', 'd', 'pipe', 'missing', 'to-d/f'].map(read)).toEqual(['export const a = 1\n', 'd', undefined, undefined, undefined, undefined])
  })
  it('at a name the file system cannot hold is a fault with its cause', async () => {
    const { repo } = await makeWorld()
    const looking = (): unknown => makeLook(repo.top)(parseRepoPath('x'.repeat(300)))
    expect(looking).toThrow(expect.objectContaining({ kind: 'helper-script', message: `${'x'.repeat(300)} cannot be read; gar keeps every changed file or none.`, cause: expect.objectContaining({ code: 'ENAMETOOLONG' }) as Error }))
  })
  it.each([['644', '100644'], ['755', '100755'], ['744', '100755'], ['611', '100644'], ['4700', '100755']])('a file of permission %s has git\'s mode %s: the owner\'s executable bit decides', async (octal, mode) => {
    const { repo } = await makeWorld()
    const perm = parseInt(octal, 8)
    chmodSync(path.join(repo.top, 'a.js'), perm)
    const content = readStill(repo.top, aJs)
    expect(content && entryOf(content, 40, 3)).toEqual({ mode, perm, oid: repo.git('hash-object', 'a.js').trim(), size: 19, offset: 3 })
  })
})

describe('what a capture leaves out', () => {
  it('is a file of no kind git keeps: the path counts as absent, and a note says so', async () => {
    const world = await makeWorld((repo) => {
      repo.write('a.js', 'changed\n')
      symlinkSync('a.js', path.join(repo.top, 'l'))
      repo.remove('keep.txt')
      fifo(path.join(repo.top, 'keep.txt'))
      repo.git('init', '-q', 'a-nested')
    })
    const snapshot = await world.capture()
    expect(snapshot.entries.get(parseRepoPath('keep.txt'))).toBe(null)
    expect(snapshot.notes).toEqual(['neither a file nor a link, not covered: keep.txt', 'nested repository not covered: a-nested'])
  })
  it('is what lies in an excluded directory, and nothing whose name only begins like it', async () => {
    const world = await makeWorld((repo) => { for (const name of ['own/x', 'own/y/z', 'owner', 'own.txt', 'in/own/x']) repo.write(name, `${name}\n`) })
    const snapshot = await capture(world.context, world.store, { also: paths('own/x', 'own', 'a.js'), exclude: ['own'] })
    expect([...snapshot.entries.keys()].sort()).toEqual(['a.js', 'in/own/x', 'own.txt', 'owner'])
    expect([...snapshot.untracked].sort()).toEqual(['in/own/x', 'own.txt', 'owner'])
  })
})

describe('what git says of a path', () => {
  it('counts for its executable bit under core.fileMode=false only where HEAD has it: staging a new file does not move the id', async () => {
    const world = await makeWorld((repo) => {
      repo.git('config', 'core.fileMode', 'false')
      repo.write('new', 'n\n')
      chmodSync(path.join(repo.top, 'new'), 0o755)
    })
    const { id } = await world.capture()
    world.repo.git('add', 'new')
    expect((await world.capture()).id).toBe(id)
  })
  it('never turns a link into a file, not where core.symlinks is false', async () => {
    const world = await makeWorld((repo) => {
      repo.git('config', 'core.symlinks', 'false')
      repo.remove('a.js')
      symlinkSync('keep.txt', path.join(repo.top, 'a.js'))
    })
    expect((await world.capture()).entries.get(aJs)?.mode).toBe('120000')
    await expectRoundTrip(world, () => { world.repo.remove('a.js'); world.repo.write('a.js', 'fixed\n') })
  })
})

describe('a snapshot', () => {
  it('of a detached HEAD with every kind of path comes back from its file as it was', async () => {
    const world = await makeWorld((repo) => {
      repo.git('checkout', '-q', '--detach')
      repo.write('new', 'n\n')
      repo.write('run', 'r\n')
      chmodSync(path.join(repo.top, 'run'), 0o751)
      symlinkSync('a.js', path.join(repo.top, 'link'))
      repo.git('rm', '-q', '--cached', 'a.js')
      repo.remove('keep.txt')
      repo.git('init', '-q', 'nested')
    })
    const snapshot = await world.capture('never')
    expect([snapshot.branch, snapshot.head, [...snapshot.uncovered]]).toEqual([null, world.repo.git('rev-parse', 'HEAD').trim(), ['nested']])
    // Staged as deleted and there again: HEAD's side is known, and so is that the index does not know it.
    expect([snapshot.heads.get(aJs)?.mode, snapshot.untracked.has(aJs), snapshot.untracked.has(parseRepoPath('keep.txt'))]).toEqual(['100644', true, false])
    for (const name of ['open', 'baseline', 'after-r2'] as const) await saveSnapshot(world.store, name, snapshot)
    expect([await loadSnapshot(world.store, 'open'), await loadSnapshot(world.store, 'after-r2')]).toEqual([snapshot, snapshot])
    await saveSnapshot(world.store, 'open', { ...snapshot, head: null, branch: 'main' })
    expect(await loadSnapshot(world.store, 'open')).toEqual({ ...snapshot, head: null, branch: 'main' })
    expect(await loadSnapshot(world.store, 'pre-fix-r2')).toBe(null)
  })
  it('that is damaged, or of another version, is named in the fault', async () => {
    const world = await makeWorld()
    await saveSnapshot(world.store, 'open', await world.capture())
    const saved = path.join(world.store.directory, 'open.snapshot')
    const bytes = readFileSync(saved)
    const records = parseLines('gar snapshot 1', bytes) ?? []
    for (const damaged of [Buffer.concat([bytes, Buffer.from('x')]), renderLines('gar snapshot 0', records)]) {
      writeFileSync(saved, damaged)
      await expect(loadSnapshot(world.store, 'open')).rejects.toMatchObject({ kind: 'helper-script', message: `The snapshot ${saved} is damaged; it cannot be restored.` })
    }
    writeFileSync(saved, renderLines('gar snapshot 1', records))
    expect(await loadSnapshot(world.store, 'open')).not.toBe(null)
  })
})

describe('the outcome of a restore', () => {
  it('of a tree that is as it was is nothing, and keeps no undo', async () => {
    const world = await makeWorld((repo) => { repo.write('u', 'u\n') })
    expect(await world.restore(await world.capture())).toEqual({ kind: 'restored', written: [], removed: [] })
    expect(await loadSnapshot(world.store, 'undo')).toBe(null)
  })
  it('names each path once, ignore rules first, and its undo holds all that was written over', async () => {
    const world = await makeWorld((repo) => { repo.write('.gitignore', 'out\n'); repo.write('gone', 'g\n'); repo.commitAll('rules') })
    const { repo, store } = world
    const target = await world.capture()
    repo.write('.gitignore', '*.tmp\n')
    repo.write('a.js', 'fixer\n')
    repo.write('made', 'made\n')
    repo.write('made.tmp', 'hidden\n')
    repo.remove('gone')
    expect(await world.restore(target)).toEqual({ kind: 'restored', written: ['.gitignore', 'a.js', 'gone'], removed: ['made', 'made.tmp'] })
    const undo = await loadSnapshot(store, 'undo')
    const kept = ['.gitignore', 'a.js', 'made', 'made.tmp'].map((name) => undo?.entries.get(parseRepoPath(name)) ?? undefined).map((entry) => entry && readContent(store, entry).toString())
    expect(kept).toEqual(['*.tmp\n', 'fixer\n', 'made\n', 'hidden\n'])
  })
  it('takes no file for ignore rules whose name only begins like theirs', async () => {
    const world = await makeWorld((repo) => { repo.write('x/.gitignore', 'out\n'); repo.write('.gitignore-old', 'old\n') })
    const target = await world.capture()
    world.repo.write('x/.gitignore', 'other\n')
    world.repo.write('.gitignore-old', 'other\n')
    expect(await world.restore(target)).toEqual({ kind: 'restored', written: ['x/.gitignore', '.gitignore-old'], removed: [] })
  })
  it('a foreign edit is copied into the store\'s directory unless another is said', async () => {
    const world = await makeWorld()
    const [target, expected] = [await world.capture(), await world.capture()]
    world.repo.write('a.js', 'someone\n')
    const now = await world.capture()
    const result = await world.restore(target, { expected })
    expect(result).toEqual({ kind: 'foreign', paths: ['a.js'], saved: path.join(world.store.directory, `foreign-${now.id.slice(0, 12)}.tar`) })
    const other = path.join(world.repo.base, 'some/where')
    expect(await world.restore(target, { expected, saveIn: other })).toMatchObject({ saved: path.join(other, `foreign-${now.id.slice(0, 12)}.tar`) })
    expect([lstatSync(other).mode & 0o777, world.repo.read('a.js')]).toEqual([0o700, 'someone\n'])
  })
  it('without the last own write a moved HEAD fails it, in words', async () => {
    const world = await makeWorld()
    const target = await world.capture()
    world.repo.write('new', 'n\n')
    world.repo.commitAll('moved')
    expect(await world.restore(target)).toEqual({ kind: 'failed', reason: 'HEAD has moved since the snapshot was taken; its state cannot be told from the new commit.' })
  })
  it('GAR-163: what cannot be reproduced is named, five paths at most', async () => {
    const world = await makeWorld()
    const target = await world.capture()
    const names = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6']
    world.repo.git('init', '-q', 'n1')
    world.repo.write('a.js', 'fixed\n')
    expect(await world.restore(target)).toEqual({ kind: 'failed', reason: 'The captured state could not be reproduced: n1 still differs.' })
    for (const name of names.slice(1)) world.repo.git('init', '-q', name)
    world.repo.write('a.js', 'fixed\n')
    expect(await world.restore(target)).toEqual({ kind: 'failed', reason: 'The captured state could not be reproduced: n1, n2, n3, n4, n5 still differ.' })
  })
  it('a path inside what was another repository fails it by name, and one beside it does not', async () => {
    const world = await makeWorld((repo) => { repo.git('init', '-q', 'lib') })
    const target = await world.capture()
    world.repo.write('library', 'beside\n')
    expect(await world.restore(target)).toMatchObject({ kind: 'restored', removed: ['library'] })
    rmSync(path.join(world.repo.top, 'lib'), { recursive: true })
    world.repo.write('lib/x', 'x\n')
    expect(await world.restore(target)).toEqual({ kind: 'failed', reason: 'lib/x lies in a directory that was another repository when the snapshot was taken.' })
    expect(world.repo.read('lib/x')).toBe('x\n')
  })
  it('what the disk refuses is a failure with its reason; a defect is thrown', async () => {
    const world = await makeWorld((repo) => { repo.write('u', 'u\n') })
    const target = await world.capture()
    world.repo.write('u', 'fixed\n')
    rmSync(world.store.temp, { recursive: true })
    expect(await world.restore(target)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('ENOENT') as string })
    mkdirSync(world.store.temp)
    const entry = target.entries.get(parseRepoPath('u'))
    const broken = { ...target, entries: new Map([[parseRepoPath('u'), entry ? { ...entry, size: -1 } : null]]) }
    await expect(world.restore(broken)).rejects.toThrow(RangeError)
    expect(world.repo.read('u')).toBe('fixed\n')
  })
  it('a dry run that is off writes', async () => {
    const world = await makeWorld()
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'fixed\n') })
    const target = await world.capture()
    world.repo.write('a.js', 'fixed\n')
    expect(await world.restore(target, { dryRun: false })).toEqual({ kind: 'restored', written: ['a.js'], removed: [] })
    expect(readFileSync(path.join(world.repo.top, 'a.js'), 'utf8')).toBe('export const a = 1\n')
  })
})
