import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseRepoPath } from '../../src/core/model/path.ts'
import type { GitContext } from '../../src/io/git/context.ts'
import { openContext } from '../../src/io/git/context.ts'
import { runProcess } from '../../src/io/os/spawn.ts'
import { capture } from '../../src/io/snapshot/capture.ts'
import { contentsOf } from '../../src/io/snapshot/content.ts'
import { differing } from '../../src/io/snapshot/model.ts'
import { restore } from '../../src/io/snapshot/restore.ts'
import { loadSnapshot, saveSnapshot } from '../../src/io/snapshot/saved.ts'
import type { Store } from '../../src/io/snapshot/store.ts'
import { openStore } from '../../src/io/snapshot/store.ts'
import type { Leaf, Tree, TreeEdit } from '../support/tree.ts'
import { edited, file, indexRows, link, listing, readTree, writeCommit, writeIndex, writeTree } from '../support/tree.ts'

// Few names, so that edits meet: files where directories were, links where both were, and every name a shell or git would quote.
const names = [
  'a', 'b', 'a/b', 'a/b/c', 'd', 'd/x', 'd/y', 'd/e/z', 'sp ace', 'q"uote\'s', 'new\nline', 'tab\tbed', '-dash', '--', ':(top)m', '*', 'back\\slash', 'é', '日本/語', ' lead',
  'trail ', 'f\udcff', 'bytes\udc80/\udcfe', 'HEAD', '.gitignore', 'ign1', 'd/ign2', 'e/.gitignore', 'e/ign3', 'd/x.js', 'UPPER', 'upper',
]
const contents = ['', 'one\n', 'two\n', 'one\r\ntwo\r\n', 'mixed\r\nends\nhere\r', 'no newline', '\u0000\u0001\u00ff', 'x\n'.repeat(40), '# ident $Id$\n', '\ufeffbom\n']
const rules = ['ign*\n', '', '# nothing\n', '*.log\nign*\n']
const links = ['a', 'd', '../outside', 'missing', '/', 'd/x', '.', 'é', '../outside/x']

const isRules = (name: string): boolean => /(?:^|\/)\.gitignore$/.test(name)
const isIgnorable = (name: string): boolean => /(?:^|\/)ign/.test(name)
const leafFor = (name: string): fc.Arbitrary<Leaf> => isRules(name)
  ? fc.constantFrom(...rules).map((text) => file(text))
  : fc.oneof(
    { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...contents), fc.boolean()).map(([text, exec]) => file(Buffer.from(text, text.includes('\u0000') ? 'latin1' : 'utf8'), exec)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => file(Buffer.from(bytes))) },
    { weight: 2, arbitrary: fc.constantFrom(...links).map(link) },
  )
const editOf = (pool: readonly string[]): fc.Arbitrary<TreeEdit> => fc.constantFrom(...pool).chain((name) => fc.oneof(
  { weight: 6, arbitrary: leafFor(name).map((leaf): TreeEdit => ({ op: 'put', path: name, leaf })) },
  { weight: 3, arbitrary: fc.constant<TreeEdit>({ op: 'delete', path: name }) },
  { weight: 1, arbitrary: fc.constant<TreeEdit>({ op: 'chmod', path: name }) },
))
const edits = (pool: readonly string[], maxLength: number): fc.Arbitrary<TreeEdit[]> => fc.array(editOf(pool), { maxLength })
const puts = fc.array(fc.constantFrom(...names).chain((name) => leafFor(name).map((leaf): TreeEdit => ({ op: 'put', path: name, leaf }))), { maxLength: 10 })
const visible = names.filter((name) => !isIgnorable(name))
const cases = fc.record({
  head: puts, staged: edits(names, 5), work: edits(names, 6), fixer: edits(visible, 8), also: fc.subarray(visible, { maxLength: 4 }),
  isUnborn: fc.integer({ min: 0, max: 19 }).map((n) => n === 0), unmerged: fc.option(fc.constantFrom('a', 'd/x', 'sp ace'), { freq: 9 }), isIntent: fc.boolean(),
})
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

const apply = (tree: Tree, list: readonly TreeEdit[]): Tree => list.reduce(edited, tree)
// A fixer works on files it can see: it does not replace a directory that holds ignored ones.
const applyVisible = (tree: Tree, list: readonly TreeEdit[]): Tree => list.reduce((now, edit) => {
  const next = edited(now, edit)
  return [...now.keys()].some((name) => isIgnorable(name) && !next.has(name)) ? now : next
}, tree)

let top = ''
let context: GitContext
let store: Store
const outside = { x: 'outside x\n', y: 'outside y\n' }

async function openRepository(config: readonly string[]): Promise<void> {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-property-')))
  top = path.join(base, 'repo')
  mkdirSync(path.join(base, 'outside'))
  for (const [name, text] of Object.entries(outside)) writeFileSync(path.join(base, 'outside', name), text)
  const env = { PATH: process.env['PATH'] ?? '', HOME: base, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
  const ended = await runProcess({ file: 'git', args: ['init', '-q', '-b', 'main', top], cwd: base, env })
  if (ended.kind !== 'exit' || ended.code !== 0) throw new Error('git init failed')
  writeFileSync(path.join(top, '.git/config'), `[core]\n\trepositoryformatversion = 0\n\tbare = false\n${config.map((line) => `\t${line}\n`).join('')}`)
  context = await openContext(top, env)
  store = await openStore(path.join(context.gitDir, 'gar'))
}
function closeRepository(): void {
  store.close()
  rmSync(path.dirname(top), { recursive: true, force: true })
}

type Trees = { readonly head: Tree; readonly index: Tree; readonly work: Tree }

function build({ head, index, work }: Trees, { isUnborn, unmerged, isIntent }: Case): void {
  const ref = path.join(context.gitDir, 'refs/heads/main')
  if (isUnborn) rmSync(ref, { force: true })
  else writeFileSync(ref, `${writeCommit(context.gitDir, head)}\n`)
  const rows = indexRows(context.gitDir, index).map((row) => ({ ...row, intent: isIntent && !head.has(row.path) && work.has(row.path) && row.path.length % 2 === 0 }))
  const plain = rows.filter((row) => row.path !== unmerged)
  const torn = rows.filter((row) => row.path === unmerged).flatMap((row) => [1, 2, 3].map((stage) => ({ ...row, intent: false, stage })))
  writeIndex(context.index, [...plain, ...torn])
}

const state = (): unknown => ({
  index: readFileSync(context.index).toString('hex'),
  head: readFileSync(path.join(context.gitDir, 'HEAD'), 'utf8'),
  outside: Object.keys(outside).map((name) => readFileSync(path.join(top, '../outside', name), 'utf8')),
})

// One case: build, capture, let a fixer loose, restore, compare everything the product promises about.
async function roundTrip(one: Case, also: (work: Tree, fixed: Tree) => string[]): Promise<void> {
  const head = apply(new Map(), one.head)
  const index = apply(head, one.staged)
  const work = apply(index, one.work)
  build({ head, index, work }, one)
  writeTree(top, work)
  const before = state()
  const fixed = applyVisible(work, one.fixer)
  const paths = also(work, fixed).map(parseRepoPath)
  const target = await capture(context, store, { also: paths })
  await saveSnapshot(store, 'pre-fix-r1', target)
  writeTree(top, fixed, work)
  const wanted = await loadSnapshot(store, 'pre-fix-r1')
  expect(wanted).toEqual(target)
  const result = await restore(context, store, { target, expected: null })
  expect(result).toMatchObject({ kind: 'restored' })
  expect(listing(readTree(top))).toEqual(listing(work))
  expect(state()).toEqual(before)
  // One scan in four is enough for this: the listing above is the stronger claim.
  if (one.fixer.length % 4 !== 0) return
  const after = await capture(context, store, { also: paths })
  expect(after.id).toBe(target.id)
  expect(differing(target, after)).toEqual([])
}

const seed = process.env['GAR_SEED'] === undefined ? {} : { seed: Number(process.env['GAR_SEED']) }
const times = (wanted: number): { numRuns: number; seed?: number } => ({ numRuns: Math.ceil(wanted * Number(process.env['GAR_RUNS_FACTOR'] ?? 1)), ...seed })
const plainCase: Case = { head: [], staged: [], work: [], fixer: [], also: [], isUnborn: false, unmerged: null, isIntent: false }
const put = (name: string, leaf: Leaf): TreeEdit => ({ op: 'put', path: name, leaf })
// Cases that failed once, shrunken: git does not see a deletion behind a link that leads to itself.
const failedOnce: [Case][] = [
  [{ ...plainCase, head: [put('d/e/z', file(''))], fixer: [put('d', link('d/x'))] }],
  [{ ...plainCase, head: [put('d/x.js', file(''))], fixer: [put('d', link('d'))] }],
  [{ ...plainCase, head: [put('d/ign2', link('a'))], work: [put('d', link('d/x'))], fixer: [put('d/x', file(''))] }],
]
const touched = (work: Tree, fixed: Tree): string[] => [...new Set([...work.keys(), ...fixed.keys()])].filter((name) => !isIgnorable(name))
const visibleOnly = (tree: Tree): Tree => new Map([...tree].filter(([name]) => !isIgnorable(name) && !isRules(name)))

describe('capture, any edits, restore', () => {
  beforeAll(() => openRepository([]))
  afterAll(closeRepository)
  it('GAR-163: restore is the inverse of whatever a fixer did, for bytes, types, modes, links, index, HEAD and everything outside', async () => {
    await fc.assert(fc.asyncProperty(cases, (one) => roundTrip(one, () => one.also)), { ...times(1000), examples: failedOnce })
  }, 300_000)
  it('GAR-137: after any edit of someone else restore writes nothing and keeps a copy, and without one it restores', async () => {
    await fc.assert(fc.asyncProperty(cases, edits(visible, 2), async (one, foreign) => {
      const head = apply(new Map(), one.head)
      const work = visibleOnly(apply(apply(head, one.staged), one.work))
      const fixed = visibleOnly(apply(work, one.fixer))
      build({ head, index: apply(head, one.staged), work }, one)
      writeTree(top, work)
      const target = await capture(context, store, { also: [] })
      writeTree(top, fixed, work)
      const expected = await capture(context, store, { also: [...target.entries.keys()] })
      const strange = visibleOnly(apply(fixed, foreign))
      writeTree(top, strange, fixed)
      const result = await restore(context, store, { target, expected })
      const isForeign = listing(strange).join() !== listing(fixed).join()
      expect(result.kind).toBe(isForeign ? 'foreign' : 'restored')
      expect(listing(readTree(top))).toEqual(listing(isForeign ? strange : work))
    }), times(100))
  }, 120_000)
  it('the identity is equal for equal trees and different for different ones, whatever is staged or added as an intent', async () => {
    await fc.assert(fc.asyncProperty(cases, edits(visible, 1), async (one, edit) => {
      const head = visibleOnly(apply(new Map(), one.head))
      const work = visibleOnly(apply(head, one.work))
      const other = visibleOnly(apply(work, edit))
      const ids: string[] = []
      for (const [tree, index] of [[work, head], [work, work], [work, visibleOnly(apply(head, one.staged))], [other, work]] as const) {
        writeTree(top, tree)
        build({ head, index, work: tree }, { ...one, isUnborn: false, unmerged: null })
        ids.push((await capture(context, store, { also: one.also.map(parseRepoPath) })).id)
      }
      expect(ids[1]).toBe(ids[0])
      expect(ids[2]).toBe(ids[0])
      expect(ids[3] === ids[0]).toBe(listing(other).join() === listing(work).join())
    }), { ...times(60), examples: [[{ ...plainCase, head: [put('a/b', file(''))], work: [put('a', link('a'))] }, []]] })
  }, 120_000)
  it('the content a snapshot gives for a path is what the disk held, recorded or clean', async () => {
    await fc.assert(fc.asyncProperty(cases, async (one) => {
      const head = apply(new Map(), one.head)
      const work = apply(apply(head, one.staged), one.work)
      build({ head, index: apply(head, one.staged), work }, one)
      writeTree(top, work)
      const snapshot = await capture(context, store, { also: [] })
      const paths = [...work.keys()].filter((name) => !isIgnorable(name)).map(parseRepoPath)
      const contents = await contentsOf(context, store, { snapshot, paths })
      for (const name of paths) expect(contents.get(name)?.toString('hex')).toBe(work.get(name)?.bytes.toString('hex'))
    }), times(60))
  }, 120_000)
})

describe.each([['autocrlf = true'], ['autocrlf = input'], ['fileMode = false'], ['ignoreCase = true']])('capture, any edits, restore under core.%s', (setting) => {
  beforeAll(() => openRepository([setting]))
  afterAll(closeRepository)
  it('restore is the inverse of whatever a fixer did to the paths that were on record', async () => {
    await fc.assert(fc.asyncProperty(cases, (one) => roundTrip(one, touched)), times(50))
  }, 120_000)
})
