import fs, { appendFileSync, chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { displayPath, parseRepoPath } from '../../src/core/model/path.ts'
import { contentOf, contentsOf } from '../../src/io/snapshot/content.ts'
import { renderLines } from '../../src/io/snapshot/lines.ts'
import type { Entry } from '../../src/io/snapshot/model.ts'
import { loadCache, recall, saveCache, statKey } from '../../src/io/snapshot/stat-cache.ts'
import type { Store } from '../../src/io/snapshot/store.ts'
import { objectId, openStore, readContent } from '../../src/io/snapshot/store.ts'
import { countGit, makeWorld, paths } from './snapshot-world.ts'

const aJs = parseRepoPath('a.js')
const put = (store: Store, text: string): Entry => {
  const bytes = Buffer.from(text)
  const oid = objectId(bytes, 40)
  return { mode: '100644', perm: 0o644, oid, ...store.put(oid, bytes) }
}
const read = (store: Store, entry: Entry): string => readContent(store, entry).toString()

describe('the contents file', () => {
  it('takes each content once, one behind the other, and goes on at its end when it is opened again', async () => {
    const { store } = await makeWorld()
    const entries = ['one', '', 'two', 'one'].map((text) => put(store, text))
    store.sync()
    expect(entries.map(({ offset, size }) => [offset, size])).toEqual([[0, 3], [3, 0], [3, 3], [0, 3]])
    const again = await openStore(store.directory)
    const third = put(again, 'three')
    again.close()
    expect([third.offset, ...[...entries, third].map((entry) => read(store, entry))]).toEqual([6, 'one', '', 'two', 'one', 'three'])
    expect(lstatSync(store.contents).mode & 0o777).toBe(0o600)
  })
  it('is not begun by looking at it, and is known by its number and length', async () => {
    const { store } = await makeWorld()
    expect(await store.identity()).toEqual({ ino: 0n, size: 0n })
    put(store, 'one')
    store.sync()
    expect(await store.identity()).toEqual({ ino: lstatSync(store.contents, { bigint: true }).ino, size: 3n })
  })
  it('lets a mebibyte wait in memory and no more; closing writes what waits', async () => {
    const { store } = await makeWorld()
    put(store, 'x'.repeat(1 << 20))
    expect(lstatSync(store.contents).size).toBe(0)
    put(store, 'y')
    expect(lstatSync(store.contents).size).toBe((1 << 20) + 1)
    put(store, 'z')
    store.close()
    expect(lstatSync(store.contents).size).toBe((1 << 20) + 2)
  })
  it('after a failed write forgets where contents lie, and the next one lies at the true end', async () => {
    const { store } = await makeWorld()
    const first = put(store, 'first')
    store.sync()
    appendFileSync(store.contents, 'of another process')
    put(store, 'lost')
    expect(() => { store.sync() }).toThrow('another process')
    expect(store.known.size).toBe(0)
    const entries = ['later', 'first', 'lost'].map((text) => put(store, text))
    store.sync()
    expect(entries.map((entry) => read(store, entry))).toEqual(['later', 'first', 'lost'])
    expect([read(store, first), entries[1]?.offset === first.offset]).toEqual(['first', false])
  })
  it('is forced to the disk by each sync that has something new, and by no other', async () => {
    const { store } = await makeWorld()
    const real = fs.fsyncSync
    let forced = 0
    const counts: number[] = []
    fs.fsyncSync = (fd) => { forced += 1; real(fd) }
    syncBuiltinESMExports()
    try {
      for (const text of [undefined, 'one', undefined, 'one', 'two', undefined]) {
        if (text !== undefined) put(store, text)
        store.sync()
        counts.push(forced)
      }
    } finally {
      fs.fsyncSync = real
      syncBuiltinESMExports()
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2])
  })
  it.skipIf(!existsSync('/proc/self/fd'))('is read without leaving a file open', async () => {
    const { store } = await makeWorld()
    const entry = put(store, 'one')
    store.sync()
    const before = readdirSync('/proc/self/fd').length
    for (let n = 0; n < 20; n += 1) read(store, entry)
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 10)
  })
  it('that is gone, or too short, or altered, is named in the fault', async () => {
    const { store } = await makeWorld()
    const entry = put(store, 'one')
    await expect(async () => read(store, entry)).rejects.toMatchObject({ kind: 'helper-script', message: expect.stringContaining('does not hold the bytes of') as string })
    store.sync()
    for (const wrong of [{ ...entry, size: 4 }, { ...entry, size: 2 }, { ...entry, offset: 1 }]) expect(() => read(store, wrong)).toThrow(`${store.contents} does not hold the bytes of ${entry.oid} any more`)
    store.close()
    rmSync(store.contents)
    expect(() => read(store, entry)).toThrow(expect.objectContaining({ kind: 'helper-script', message: `${store.contents} cannot be read; the snapshots that name it are void.`, cause: expect.objectContaining({ code: 'ENOENT' }) as Error }))
  })
})

describe('the stat cache', () => {
  it('of another kind, or whose first record is cut short, is empty', async () => {
    const { store } = await makeWorld()
    const load = async (kind: string, ...fields: readonly string[]): Promise<bigint> => {
      writeFileSync(path.join(store.directory, 'stat-cache'), renderLines(kind, fields.length === 0 ? [] : [fields]))
      return (await loadCache(store)).stamp
    }
    const kind = 'gar stat cache 1'
    expect([await load(kind, '5', '0', '0'), await load('gar stat cache 0', '5', '0', '0'), await load(kind), await load(kind, '5'), await load(kind, '5', '0')]).toEqual([5n, 0n, 0n, 0n, 0n])
  })
  it('where a clock counts in seconds, wants both times of a file two ticks older than itself', async () => {
    const { repo, store } = await makeWorld()
    const second = 1_000_000_000n
    const found = Object.assign(lstatSync(path.join(repo.top, 'a.js'), { bigint: true }), { mtimeNs: 7n * second, ctimeNs: 5n * second })
    const entries = new Map([[aJs, { key: statKey(found), entry: put(store, 'x') }]])
    expect([recall({ stamp: 9n * second, entries }, aJs, found), recall({ stamp: 9n * second + 1n, entries }, aJs, found)?.size]).toEqual([undefined, 1])
  })
  it('comes back as it was saved, odd names included, and is empty where none was saved', async () => {
    const { store } = await makeWorld()
    expect(await loadCache(store)).toEqual({ stamp: 0n, entries: new Map() })
    const entry = put(store, 'one')
    store.sync()
    const cache = { stamp: 1_700_000_000_123_456_789n, entries: new Map([[parseRepoPath('a\tb\nc'), { key: 'k', entry }], [aJs, { key: 'l', entry: { ...entry, mode: '120000' as const, perm: 0o777 } }]]) }
    await saveCache(store, cache)
    expect(await loadCache(store)).toEqual(cache)
    put(store, 'more')
    store.sync()
    expect(await loadCache(store)).toEqual(cache)
  })
  it('is void when the contents file is another one or shorter than it was', async () => {
    const { store } = await makeWorld()
    put(store, 'one')
    store.sync()
    await saveCache(store, { stamp: 5n, entries: new Map() })
    writeFileSync(store.contents, 'on')
    expect((await loadCache(store)).stamp).toBe(0n)
    writeFileSync(store.contents, 'one and more')
    expect((await loadCache(store)).stamp).toBe(5n)
    writeFileSync(`${store.contents}.new`, 'one and more')
    renameSync(`${store.contents}.new`, store.contents)
    expect((await loadCache(store)).stamp).toBe(0n)
  })
  it('knows a file by its mode, size, times, number and disk', async () => {
    const { repo, store } = await makeWorld()
    const found = lstatSync(path.join(repo.top, 'a.js'), { bigint: true })
    const others = [{ mode: found.mode ^ 1n }, { size: 7n }, { mtimeNs: 1n }, { ctimeNs: 1n }, { ino: 1n }, { dev: 99n }].map((change) => Object.assign(lstatSync(path.join(repo.top, 'a.js'), { bigint: true }), change))
    expect(new Set([found, ...others].map(statKey)).size).toBe(7)
    const entry = put(store, 'x')
    const cache = { stamp: found.ctimeNs + 10_000_000_000n, entries: new Map([[aJs, { key: statKey(found), entry }]]) }
    expect(recall(cache, aJs, found)).toBe(entry)
    expect([recall(cache, parseRepoPath('b.js'), found), ...others.map((other) => recall(cache, aJs, other))]).toEqual(Array.from({ length: 7 }, () => undefined))
  })
})

describe('the content a path had', () => {
  it('comes from the record or from HEAD: files, links, odd names, absent ones; git is asked a fixed number of times, and not at all for what is on record', async () => {
    const odd = 'odd\nname'
    const world = await makeWorld((repo) => {
      repo.write('empty', '')
      repo.write('bare', 'no line end')
      repo.write(odd, 'odd\n')
      repo.write('two', 'a\n\n')
      symlinkSync('a.js', path.join(repo.top, 'link'))
      symlinkSync('keep.txt', path.join(repo.top, 'l\n'))
      repo.commitAll('many kinds')
      repo.write('a.js', 'mine\n')
      repo.remove('keep.txt')
    })
    const { context, store } = world
    const snapshot = await world.capture()
    const wanted = { 'a.js': 'mine\n', 'keep.txt': null, empty: '', bare: 'no line end', [odd]: 'odd\n', two: 'a\n\n', link: 'a.js', 'l\n': 'keep.txt', never: null }
    const found = await contentsOf(context, store, { snapshot, paths: paths(...Object.keys(wanted)) })
    expect(Object.fromEntries([...found].map(([name, bytes]) => [name, bytes?.toString() ?? null]))).toEqual(wanted)
    const ask = (...names: readonly string[]): Promise<number> => countGit(world, (traced) => contentsOf(traced, store, { snapshot, paths: paths(...names) }))
    expect(await ask(...Object.keys(wanted))).toBeLessThanOrEqual(7)
    expect(await ask('a.js', 'keep.txt')).toBe(0)
    expect([await contentOf(context, store, { snapshot, path: parseRepoPath('keep.txt') }), (await contentOf(context, store, { snapshot, path: parseRepoPath('bare') }))?.toString()]).toEqual([null, 'no line end'])
  })
  it('is asked for with NULs only where a name has a line end, for git before 2.38 knows no other way', async () => {
    const world = await makeWorld((repo) => { repo.write('odd\nname', 'odd\n'); repo.commitAll('odd') })
    const snapshot = await world.capture()
    const traces = path.join(world.repo.base, 'asked')
    mkdirSync(traces)
    await contentsOf({ ...world.context, env: { ...world.context.env, GIT_TRACE2_EVENT: traces } }, world.store, { snapshot, paths: paths('a.js', 'odd\nname', 'keep.txt') })
    const filtering = readdirSync(traces).map((name) => readFileSync(path.join(traces, name), 'utf8')).filter((trace) => trace.includes('"--filters"'))
    expect(filtering.map((trace) => trace.includes('"--batch","-z"')).sort()).toEqual([false, true])
  })
  it('is none for a submodule, and none before the first commit', async () => {
    const world = await makeWorld((repo) => {
      repo.git('update-index', '--add', '--cacheinfo', `160000,${repo.git('rev-parse', 'HEAD').trim()},module`)
      repo.git('commit', '-q', '-m', 'module')
    })
    const snapshot = await world.capture()
    expect(await contentOf(world.context, world.store, { snapshot, path: parseRepoPath('module') })).toBe(null)
    expect(await contentOf(world.context, world.store, { snapshot: { ...snapshot, head: null }, path: parseRepoPath('keep.txt') })).toBe(null)
  })
  it('that git has lost is a fault by path and id, never an empty file', async () => {
    const world = await makeWorld()
    const snapshot = await world.capture()
    const oid = world.repo.git('rev-parse', 'HEAD:keep.txt').trim()
    const loose = path.join(world.context.gitDir, 'objects', oid.slice(0, 2), oid.slice(2))
    expect(existsSync(loose)).toBe(true)
    chmodSync(loose, 0o600)
    rmSync(loose)
    for (const names of [['a.js', 'keep.txt'], ['keep.txt', 'a.js']]) {
      await expect(contentsOf(world.context, world.store, { snapshot, paths: paths(...names) })).rejects.toMatchObject({ kind: 'helper-script', message: `git does not hold the content of ${displayPath('keep.txt')} (${oid}).` })
    }
    expect(readdirSync(world.store.temp)).toEqual([])
  })
})
