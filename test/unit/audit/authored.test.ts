import { describe, expect, test } from 'vitest'
import { isSelfWritten, parseAuthored, renderAuthored } from '../../../src/core/audit/authored.ts'
import { GarError } from '../../../src/core/model/fault.ts'
import { addition, file, path, range } from '../gate/sample.ts'

describe('GAR-100: authored.txt', () => {
  test('holds one `path:start` or `path:start-end` a line, in numbers of the current file', () => {
    const hunks = [addition(4, ['a']), addition(9, ['b', 'c'], { oldStart: 2 }), addition(7, [], { removed: ['x'] }), addition(0, [], { removed: ['x'], path: path('gone.ts') })]
    expect(renderAuthored(hunks)).toBe('src/a.ts:4\nsrc/a.ts:9-10\nsrc/a.ts:7\ngone.ts:1\n')
  })

  test('comes back as locations; an empty file has none', () => {
    expect(parseAuthored('src/a.ts:4\nb:c:9-10\n')).toEqual([{ path: 'src/a.ts', range: range(4) }, { path: 'b:c', range: range(9, 10) }])
    expect(parseAuthored('')).toEqual([])
  })

  test('a line that is no location is a fault, never skipped', () => {
    expect(() => parseAuthored('src/a.ts:4\nsrc/a.ts\n')).toThrow(GarError)
    expect(() => parseAuthored('\n')).toThrow(/Line 1/)
  })
})

describe('GAR-105: a finding is self-written', () => {
  const entries = parseAuthored('src/a.ts:4-6\nsrc/b.ts:1\n')
  test.each([
    ['src/a.ts', 6, 9, true], ['src/a.ts', 1, 4, true], ['src/a.ts', 5, 5, true], ['src/a.ts', 1, 9, true],
    ['src/a.ts', 7, 9, false], ['src/a.ts', 1, 3, false], ['src/b.ts', 4, 6, false], ['a.ts', 5, 5, false],
  ])('%s:%i-%i: %s', (name, start, end, isOwn) => {
    expect(isSelfWritten({ path: path(name), range: range(start, end) }, entries)).toBe(isOwn)
  })

  test('no entry makes nothing self-written', () => {
    expect(isSelfWritten({ path: file, range: range(1) }, [])).toBe(false)
  })

  test('also in a path with a line end, which stays one line of authored.txt', () => {
    const odd = path('a\nb')
    const text = renderAuthored([addition(2, ['x'], { path: odd })])
    expect(text.split('\n')).toHaveLength(2)
    expect(isSelfWritten({ path: odd, range: range(2) }, parseAuthored(text))).toBe(true)
  })
})
