import { describe, expect, test } from 'vitest'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import { parseOid } from '../../../src/core/model/tree.ts'
import type { Entry, Head, Snapshot } from '../../../src/io/snapshot/model.ts'
import { differing, differingExactly, entryAt, pathsOf, snapshotId } from '../../../src/io/snapshot/model.ts'

const oid = (letter: string): Head['oid'] => parseOid(letter.repeat(40)) ?? oid('0')
const head = (letter: string, mode = '100644'): Head => ({ mode, oid: oid(letter) })
const entry = (letter: string, more: Partial<Entry> = {}): Entry => ({ mode: '100644', perm: 0o644, oid: letter.repeat(40), size: 1, offset: 0, ...more })

type Sides = { readonly entry: Entry | null; readonly head?: Head | null }
/** A snapshot of named paths; a path without HEAD's side is one git called clean. */
function tree(paths: Readonly<Record<string, Sides>>, more: Partial<Snapshot> = {}): Snapshot {
  const rows = Object.entries(paths).map(([name, sides]) => ({ path: parseRepoPath(name), ...sides }))
  const heads = rows.flatMap(({ path, head: side }) => (side === undefined ? [] : [[path, side] as const]))
  return { id: '', head: oid('e'), branch: 'main', entries: new Map(rows.map((row) => [row.path, row.entry])), heads: new Map(heads), untracked: new Set(), uncovered: new Set(), notes: [], ...more }
}
const set = (...names: readonly string[]) => new Set(names.map((name) => parseRepoPath(name)))

describe('the identity of a snapshot', () => {
  const changed = tree({ a: { entry: entry('1'), head: head('0') } })
  const same: [string, Snapshot][] = [
    ['another offset in the store', tree({ a: { entry: entry('1', { offset: 9 }), head: head('0') } })],
    ['permission bits git does not keep', tree({ a: { entry: entry('1', { perm: 0o600 }), head: head('0') } })],
    ['a further path that is on record and clean', tree({ a: { entry: entry('1'), head: head('0') }, b: { entry: entry('2') } })],
    ['a further path that is as HEAD has it', tree({ a: { entry: entry('1'), head: head('0') }, b: { entry: entry('2'), head: head('2') } })],
    ['a further path that is absent on both sides', tree({ a: { entry: entry('1'), head: head('0') }, b: { entry: null, head: null } })],
    ['HEAD\'s side of the changed path', tree({ a: { entry: entry('1'), head: null } })],
    ['a path listed that was never looked at', tree({ a: { entry: entry('1'), head: head('0') } }, { heads: new Map([[parseRepoPath('a'), head('0')], [parseRepoPath('z'), head('1')]]) })],
    ['the listed deletion of what stood below a file of now', tree({ a: { entry: entry('1'), head: head('0') }, 'a/b': { entry: null, head: head('2') } })],
  ]
  test.each(same)('is not moved by %s', (_, other) => {
    expect(snapshotId(other)).toBe(snapshotId(changed))
  })

  const moved: [string, Snapshot][] = [
    ['content', tree({ a: { entry: entry('2'), head: head('0') } })],
    ['the executable bit', tree({ a: { entry: entry('1', { mode: '100755' }), head: head('0') } })],
    ['being a link', tree({ a: { entry: entry('1', { mode: '120000' }), head: head('0') } })],
    ['a deletion', tree({ a: { entry: null, head: head('0') } })],
    ['the name', tree({ b: { entry: entry('1'), head: head('0') } })],
    ['a change of mode alone', tree({ a: { entry: entry('1'), head: head('0') }, b: { entry: entry('2', { mode: '100755' }), head: head('2') } })],
    ['HEAD', { ...changed, head: oid('d') }],
    ['HEAD being unborn', { ...changed, head: null }],
    ['a nested repository', { ...changed, uncovered: set('n') }],
    ['nothing being changed', tree({})],
  ]
  test('is moved by each of the others, to a value of its own', () => {
    const ids = [changed, ...moved.map(([, other]) => other)].map(snapshotId)
    expect(moved.filter((_, n) => ids.indexOf(ids[n + 1] ?? '') !== n + 1).map(([name]) => name)).toEqual([])
    expect(ids[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  test('keeps two names from reading as one: deleted paths, nested repositories', () => {
    const gone = { entry: null, head: head('0') }
    expect(snapshotId(tree({ a: gone, b: gone }))).not.toBe(snapshotId(tree({ ab: gone })))
    expect(snapshotId(tree({}, { uncovered: set('a', 'b') }))).not.toBe(snapshotId(tree({}, { uncovered: set('ab') })))
    expect(snapshotId(tree({ a: gone }))).not.toBe(snapshotId(tree({}, { uncovered: set('a') })))
  })

  test('does not depend on the order in which paths were met', () => {
    const [a, b] = [{ entry: entry('1'), head: head('0') }, { entry: null, head: head('0') }]
    expect(snapshotId(tree({ a, b }))).toBe(snapshotId(tree({ b, a })))
    expect(snapshotId({ ...tree({}), uncovered: set('a', 'b') })).toBe(snapshotId({ ...tree({}), uncovered: set('b', 'a') }))
  })
})

describe('what two snapshots differ in', () => {
  const names = (a: Snapshot, b: Snapshot): readonly string[] => differing(a, b)

  test.each<[string, Sides | undefined, Sides | undefined, boolean]>([
    ['the same content', { entry: entry('1'), head: head('0') }, { entry: entry('1'), head: head('0') }, false],
    ['other content', { entry: entry('1'), head: head('0') }, { entry: entry('2'), head: head('0') }, true],
    ['another mode', { entry: entry('1') }, { entry: entry('1', { mode: '100755' }) }, true],
    ['gone', { entry: entry('1') }, { entry: null }, true],
    ['gone on both sides', { entry: null }, { entry: null }, false],
    ['not on record before, changed now', undefined, { entry: entry('1'), head: head('0') }, true],
    ['not on record before, new now', undefined, { entry: entry('1'), head: null }, true],
    ['not on record before, deleted now', undefined, { entry: null, head: head('0') }, true],
    ['not on record before, clean now', undefined, { entry: entry('1') }, false],
    ['not on record before, as HEAD has it now', undefined, { entry: entry('1'), head: head('1') }, false],
    ['not on record before, absent as in HEAD now', undefined, { entry: null, head: null }, false],
    ['not on record before, HEAD\'s content with another mode now', undefined, { entry: entry('1', { mode: '100755' }), head: head('1') }, true],
  ])('a path that is %s', (_, x, y, isDifferent) => {
    const [a, b] = [tree(x === undefined ? {} : { p: x }), tree(y === undefined ? {} : { p: y })]
    expect([names(a, b), names(b, a)]).toEqual(isDifferent ? [['p'], ['p']] : [[], []])
  })

  test('permission bits alone count for a restore only, and only where both sides know them', () => {
    const [a, b] = [tree({ p: { entry: entry('1') } }), tree({ p: { entry: entry('1', { perm: 0o600 }) } })]
    expect([differing(a, b), differingExactly(a, b)]).toEqual([[], ['p']])
    expect(differingExactly(a, a)).toEqual([])
    expect([differingExactly(a, tree({})), differingExactly(tree({}), b)]).toEqual([[], []])
  })

  test('below a file or link of now nothing stands, listed or not', () => {
    const now = tree({ d: { entry: entry('1', { mode: '120000' }), head: null } })
    const before = tree({ 'd/e/f': { entry: entry('2'), head: head('2') }, 'dx/e': { entry: entry('3') } })
    expect(entryAt(now, parseRepoPath('d/e/f'))).toBe(null)
    expect(entryAt(now, parseRepoPath('dx/e'))).toBe(undefined)
    expect(entryAt(tree({ d: { entry: null } }), parseRepoPath('d/e'))).toBe(undefined)
    expect(entryAt(tree({ '/': { entry: entry('1') }, '': { entry: entry('1') } }), parseRepoPath('a'))).toBe(undefined)
    expect(differing(before, now)).toEqual(['d', 'd/e/f'])
  })

  test('paths come sorted and once; a missing snapshot has none', () => {
    const [a, b] = [tree({ z: { entry: null }, b: { entry: null } }), tree({ b: { entry: null }, a: { entry: null } })]
    expect(pathsOf(a, null, b)).toEqual(['a', 'b', 'z'])
    expect(differing(tree({}), tree({ z: { entry: entry('1'), head: null }, a: { entry: entry('1'), head: null } }))).toEqual(['a', 'z'])
    expect(pathsOf(null)).toEqual([])
  })
})
