import { describe, expect, test } from 'vitest'
import type { AuditReturn } from '../../../src/core/audit/contract.ts'
import type { AuditBound } from '../../../src/core/audit/hunk-map.ts'
import { mapHunks } from '../../../src/core/audit/hunk-map.ts'
import { addsDependency, overgrown } from '../../../src/core/audit/limits.ts'
import type { Hunk } from '../../../src/core/model/hunk.ts'
import { newRange } from '../../../src/core/model/hunk.ts'
import { displayPath } from '../../../src/core/model/path.ts'
import { addition, file, path, sampleFinding } from '../gate/sample.ts'

type Entry = AuditReturn['hunks'][number]
const bound: AuditBound = { approved: [sampleFinding()], reproductions: new Set(['test/r.js']), sizes: new Map([['src/a.ts', 100]]) }
const hunk = addition(3, ['a', 'b'])

function entry(of: Hunk, more: Partial<Entry> = {}): Entry {
  return { file: displayPath(of.path), ...newRange(of), mapped: true, finding_id: 'F001', reason: '', ...more }
}
function unmapped(hunks: readonly Hunk[], entries: readonly Entry[], more: Partial<AuditBound> = {}): readonly Hunk[] {
  return mapHunks(hunks, { phase: 'DELTA', hunks: [...entries] }, { ...bound, ...more }).unmapped
}

describe('GAR-133: the controller counts the hunks itself', () => {
  test('a hunk that one entry maps to an approved finding is explained', () => {
    expect(unmapped([hunk], [entry(hunk)])).toEqual([])
  })

  test.each<[string, readonly Entry[]]>([
    ['is missing', []],
    ['appears twice', [entry(hunk), entry(hunk)]],
    ['says it is not mapped', [entry(hunk, { mapped: false })]],
    ['names a finding that was not approved', [entry(hunk, { finding_id: 'F002' })]],
    ['names no finding', [entry(hunk, { finding_id: null })]],
    ['gives other lines', [entry(hunk, { end: 5 })]],
    ['gives another file', [entry(hunk, { file: 'src/b.ts' })]],
    ['calls a reviewed file a reproduction', [entry(hunk, { finding_id: 'reproduction' })]],
  ])('a hunk whose entry %s is unmapped', (_, entries) => {
    expect(unmapped([hunk], entries)).toEqual([hunk])
  })

  test('one bad entry leaves the other hunks explained', () => {
    const other = addition(9, ['c'])
    expect(unmapped([hunk, other], [entry(hunk), entry(other, { mapped: false })])).toEqual([other])
  })

  test('GAR-119: a pure deletion is one hunk, at the line before it', () => {
    const gone = addition(0, [], { oldStart: 1, removed: ['x'] })
    expect(unmapped([gone], [entry(gone, { start: 1, end: 1 })])).toEqual([])
  })

  test('two deletions around one line share its number and need an entry each', () => {
    const two = [addition(0, [], { oldStart: 1, removed: ['x'] }), addition(1, [], { oldStart: 3, removed: ['y'] })]
    expect(unmapped(two, two.map((h) => entry(h)))).toEqual([])
    expect(unmapped(two, [entry(addition(1, ['x']))])).toEqual(two)
    expect(unmapped(two, two.map((h, n) => entry(h, { mapped: n === 0 })))).toEqual(two)
  })

  test('a path with a line end is named in its printable form', () => {
    const odd = addition(1, ['x'], { path: path('a\nb') })
    expect(unmapped([odd], [entry(odd)], { approved: [sampleFinding({ fix: { text: '', paths: [odd.path] } })] })).toEqual([])
  })
})

describe('rulings 2.8.7: paths touched against paths approved', () => {
  test('a touched path that no approved fix names is unmapped, whatever the entry says', () => {
    const foreign = addition(1, ['x'], { path: path('src/other.ts') })
    expect(unmapped([hunk, foreign], [entry(hunk), entry(foreign)])).toEqual([foreign])
  })

  test('a reproduction file is explained by its finding or by the word "reproduction"', () => {
    const reproduction = addition(1, ['x'], { path: path('test/r.js') })
    expect(unmapped([reproduction], [entry(reproduction)])).toEqual([])
    expect(unmapped([reproduction], [entry(reproduction, { finding_id: 'reproduction' })])).toEqual([])
    expect(unmapped([reproduction], [entry(reproduction)], { reproductions: new Set() })).toEqual([reproduction])
    expect(unmapped([reproduction], [entry(reproduction, { finding_id: 'reproduction', mapped: false })])).toEqual([reproduction])
    expect(unmapped([reproduction], [entry(reproduction, { finding_id: 'F009' })])).toEqual([reproduction])
  })
})

describe('ruling C23: growth', () => {
  const grow = (lines: number, more: Partial<Hunk> = {}): Hunk => addition(1, Array.from({ length: lines }, () => 'x'), more)

  test.each([
    [100, 200, false], [100, 201, true], [0, 200, false], [0, 201, true], [1000, 500, false], [1000, 501, true],
  ])('a file of %i lines that grows by %i: too much is %s', (size, lines, isOver) => {
    expect(overgrown([grow(lines)], new Map([['src/a.ts', size]])).has(file)).toBe(isOver)
  })

  test('is counted over all hunks of a file, what is removed is taken off', () => {
    expect(overgrown([grow(150), grow(150)], new Map()).has(file)).toBe(true)
    expect(overgrown([grow(300, { removed: Array.from({ length: 150 }, () => 'y') })], new Map()).has(file)).toBe(false)
  })

  test('too much of it leaves every hunk of the file unmapped', () => {
    const [big, small] = [grow(201), addition(400, ['x'])]
    expect(unmapped([big, small], [entry(big), entry(small)])).toEqual([big, small])
  })
})

describe('ruling C23: dependencies', () => {
  const manifest = (added: readonly string[], removed: readonly string[] = [], name = 'package.json'): Hunk => addition(5, added, { removed, path: path(name) })

  test.each<[string, Hunk, boolean]>([
    ['a new name with a range', manifest(['    "left-pad": "^1.3.0",']), true],
    ['a new name in a nested package', manifest(['"left-pad": "1.x"'], [], 'pkg/a/package.json'), true],
    ['a new name from the workspace', manifest(['"@me/b": "workspace:*"']), true],
    ['a new name from a repository', manifest(['"left-pad": "someone/left-pad#main"']), true],
    ['a new name on a line of many', manifest(['{"dependencies":{"a":"1.0.0","b":"2.0.0"}}'], ['{"dependencies":{"a":"1.0.0"}}']), true],
    ['another range for a name that was there', manifest(['"left-pad": "^2.0.0"'], ['"left-pad": "^1.3.0"']), false],
    ['a removed name', manifest([], ['"left-pad": "^1.3.0"']), false],
    ['a script', manifest(['"test": "node --test"']), false],
    ['an entry file', manifest(['"main": "dist/index.js"', '"types": "./dist/index.d.ts"']), false],
    ['the version of the package itself', manifest(['"version": "1.0.1"']), false],
    ['the same line in another file', manifest(['"left-pad": "^1.3.0"'], [], 'src/data.json'), false],
  ])('%s', (_, hunk, adds) => {
    expect(addsDependency(hunk)).toBe(adds)
  })

  test('an added dependency is unmapped, whatever the entry says', () => {
    const hunk = manifest(['"left-pad": "^1.3.0"'])
    expect(unmapped([hunk], [entry(hunk)], { approved: [sampleFinding({ fix: { text: '', paths: [hunk.path] } })] })).toEqual([hunk])
  })
})
