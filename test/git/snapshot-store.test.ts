import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRepoPath } from '../../src/core/model/path.ts'
import { capture } from '../../src/io/snapshot/capture.ts'
import { contentOf } from '../../src/io/snapshot/content.ts'
import { loadSnapshot, saveSnapshot } from '../../src/io/snapshot/saved.ts'
import { recall, statKey } from '../../src/io/snapshot/stat-cache.ts'
import { openStore } from '../../src/io/snapshot/store.ts'
import { lookAt, openAppender, placeFile, placeLink, removeFile, writeState } from '../../src/io/os/files.ts'
import { makeWorld } from './snapshot-world.ts'
import type { World } from './snapshot-world.ts'

const old = new Date('2020-01-01T00:00:00Z')
const aJs = parseRepoPath('a.js')
const sizeOf = (world: World): number => lstatSync(world.store.contents).size

describe('the stat cache', () => {
  it('spares the reading of a file that cannot have changed', async () => {
    const world = await makeWorld((repo) => { repo.write('u', 'u\n') })
    const first = await world.capture()
    const cache = readFileSync(path.join(world.store.directory, 'stat-cache'))
    // The cache counts only for files older than itself, so it settles at the second capture.
    const second = await world.capture()
    const third = await world.capture()
    expect([second.id, third.id]).toEqual([first.id, first.id])
    expect(sizeOf(world)).toBe(2)
    expect(cache.length).toBeGreaterThan(0)
    expect(third.entries).toEqual(first.entries)
  })
  it('HK-104: never stands for a file of the same size and time with other content', async () => {
    const world = await makeWorld((repo) => { repo.write('r', 'aaaa\n') })
    const file = path.join(world.repo.top, 'r')
    const ids = new Set<string>()
    for (const text of ['aaaa\n', 'bbbb\n', 'cccc\n', 'dddd\n', 'eeee\n']) {
      writeFileSync(file, text)
      utimesSync(file, old, old)
      ids.add((await world.capture()).id)
    }
    expect(ids.size).toBe(5)
  })
  it('stands for a file only when both its times are older than the cache, by two ticks of a clock that counts in seconds', async () => {
    const { repo } = await makeWorld()
    const second = 1_000_000_000n
    const entry = { mode: '100644', perm: 0o644, oid: 'x', size: 1, offset: 0 } as const
    const isTrusted = (mtimeNs: bigint, ctimeNs: bigint, stamp: bigint): boolean => {
      const stat = Object.assign(lstatSync(path.join(repo.top, 'a.js'), { bigint: true }), { mtimeNs, ctimeNs })
      return recall({ stamp, entries: new Map([[aJs, { key: statKey(stat), entry }]]) }, aJs, stat) === entry
    }
    const time = 5n * second + 1n
    expect([isTrusted(time, time, time + 1n), isTrusted(time, time, time), isTrusted(1n, time, time), isTrusted(time, 1n, time)]).toEqual([true, false, false, false])
    expect([isTrusted(second, 5n * second, 7n * second), isTrusted(second, 5n * second, 7n * second + 1n)]).toEqual([false, true])
  })
  it.each([
    ['empty', (): string => ''],
    ['cut in the middle of a number', (text: string): string => text.slice(0, Math.floor(text.length / 2))],
    ['cut by one byte', (text: string): string => text.slice(0, -1)],
    ['garbage', (): string => '\u0000\u0001 not a cache\n'],
    ['another file\'s lines', (text: string): string => text.replace(/\t5\t/g, '\t4\t')],
  ])('when %s is taken for empty, and the files are read again', async (_, damage) => {
    const world = await makeWorld((repo) => { repo.write('u', 'five\n') })
    const first = await world.capture()
    const cache = path.join(world.store.directory, 'stat-cache')
    writeFileSync(cache, damage(readFileSync(cache, 'utf8')))
    const again = await capture(world.context, await openStore(world.store.directory), { also: [] })
    expect(again.id).toBe(first.id)
    const { entries } = again
    expect(entries.get(parseRepoPath('u'))?.size).toBe(5)
  })
  it('of contents that are gone is void', async () => {
    const world = await makeWorld((repo) => { repo.write('u', 'u\n') })
    await world.capture()
    world.store.close()
    rmSync(world.store.contents)
    const store = await openStore(world.store.directory)
    const snapshot = await capture(world.context, store, { also: [] })
    expect((await contentOf(world.context, store, { snapshot, path: parseRepoPath('u') }))?.toString()).toBe('u\n')
    store.close()
  })
})

describe('the store', () => {
  it('keeps a content once, over processes', async () => {
    const world = await makeWorld((repo) => { repo.write('one', 'same\n'); repo.write('two', 'same\n') })
    await world.capture()
    const again = await openStore(world.store.directory)
    await capture(world.context, again, { also: [] })
    expect(sizeOf(world)).toBe(5)
  })
  it('keeps a snapshot by name, odd names and notes included, and knows none it was not given', async () => {
    const world = await makeWorld((repo) => {
      repo.git('init', '-q', 'nested')
      repo.write('tab\tand\nnewline', 'x\n')
      repo.remove('keep.txt')
    })
    const snapshot = await world.capture('a.js', 'missing')
    await saveSnapshot(world.store, 'pre-fix-r1', snapshot)
    const again = await openStore(world.store.directory)
    expect(await loadSnapshot(again, 'pre-fix-r1')).toEqual(snapshot)
    expect(await loadSnapshot(again, 'baseline')).toBe(null)
    expect((await contentOf(world.context, again, { snapshot, path: aJs }))?.toString()).toBe('export const a = 1\n')
  })
  it('a torn snapshot, or contents that were cut, is a fault and never an empty state', async () => {
    const world = await makeWorld((repo) => { repo.write('a.js', 'mine\n') })
    const target = await world.capture()
    await saveSnapshot(world.store, 'open', target)
    world.repo.write('a.js', 'fixed\n')
    truncateSync(world.store.contents, 2)
    expect(await world.restore(target)).toMatchObject({ kind: 'failed' })
    expect(world.repo.read('a.js')).toBe('fixed\n')
    const saved = path.join(world.store.directory, 'open.snapshot')
    truncateSync(saved, lstatSync(saved).size - 3)
    await expect(loadSnapshot(world.store, 'open')).rejects.toMatchObject({ kind: 'helper-script' })
  })
  it('bytes that are no longer those that were kept are never handed out', async () => {
    const world = await makeWorld((repo) => { repo.write('a.js', 'mine\n') })
    const snapshot = await world.capture()
    writeFileSync(world.store.contents, 'mina\n')
    await expect(contentOf(world.context, world.store, { snapshot, path: aJs })).rejects.toMatchObject({ kind: 'helper-script' })
    world.repo.write('a.js', 'fixed\n')
    expect(await world.restore(snapshot)).toMatchObject({ kind: 'failed' })
    expect(world.repo.read('a.js')).toBe('fixed\n')
  })
  it('refuses to append after another process did', async () => {
    const world = await makeWorld()
    const file = path.join(world.repo.base, 'log')
    const appender = openAppender(file)
    expect(appender.append([Buffer.from('one')])).toBe(0)
    expect(appender.append([Buffer.from('two')])).toBe(3)
    appendFileSync(file, 'x')
    expect(() => appender.append([Buffer.from('three')])).toThrow('another process')
    appender.close()
  })
})

describe('placing files', () => {
  it('replaces a file or a link in one step, with the exact mode, and leaves no stray', async () => {
    const { repo } = await makeWorld()
    const temp = path.join(repo.base, 'temp')
    mkdirSync(temp)
    const file = path.join(repo.base, 'target')
    await placeLink(file, Buffer.from('elsewhere'), temp)
    expect(readlinkSync(file)).toBe('elsewhere')
    await placeFile(file, Buffer.from('bytes'), { mode: 0o4766, temp })
    expect([lstatSync(file).mode & 0o7777, readFileSync(file, 'utf8'), await lookAt(file)]).toEqual([0o4766, 'bytes', 'file'])
    await expect(placeFile(path.join(repo.base, 'no/such/dir'), Buffer.from('x'), { mode: 0o644, temp })).rejects.toThrow('ENOENT')
    expect(readdirSync(temp)).toEqual([])
    expect([await removeFile(file), await removeFile(file)]).toEqual([true, false])
  })
  it.skipIf(!existsSync('/dev/shm') || lstatSync('/dev/shm').dev === lstatSync('/tmp').dev)('writes beside the target when the temporary directory is on another disk', async () => {
    const { repo } = await makeWorld()
    const file = path.join(repo.base, 'target')
    await placeFile(file, Buffer.from('bytes'), { mode: 0o644, temp: '/dev/shm' })
    await placeLink(Buffer.from(path.join(repo.base, 'l')), Buffer.from('x'), '/dev/shm')
    expect([readFileSync(file, 'utf8'), readlinkSync(path.join(repo.base, 'l'))]).toEqual(['bytes', 'x'])
    expect([...readdirSync(repo.base), ...readdirSync('/dev/shm')].filter((name) => name.startsWith('.gar-'))).toEqual([])
  })
  it('writes state files for their owner only', async () => {
    const { repo } = await makeWorld()
    const file = path.join(repo.base, 'state')
    await writeState(file, Buffer.from('1'))
    await writeState(file, Buffer.from('2'))
    expect([readFileSync(file, 'utf8'), lstatSync(file).mode & 0o777]).toEqual(['2', 0o600])
  })
})
