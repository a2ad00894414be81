import { describe, expect, test } from 'vitest'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import { fingerprint } from '../../../src/core/target/fingerprint.ts'

const base = { name: 'engine/zero', path: parseRepoPath('src/a.ts'), lines: ['a', 'b', 'if (x) {', '  y()', '}', 'f', 'g'], range: { start: 4, end: 4 } }

describe('rulings 2.3: a fingerprint', () => {
  test('is sixteen hexadecimal digits and the same every time', () => {
    expect(fingerprint(base)).toMatch(/^[0-9a-f]{16}$/)
    expect(fingerprint({ ...base })).toBe(fingerprint(base))
  })

  test.each([
    ['lines put above the neighbours', { lines: ['new', ...base.lines], range: { start: 5, end: 5 } }],
    ['a changed third neighbour', { lines: ['CHANGED', ...base.lines.slice(1)] }],
    ['another indentation', { lines: base.lines.map((line) => `\t${line.replace(/ /g, '   ')}`) }],
    ['the title in other case and spacing', { name: 'Engine/Zero ' }],
  ])('survives %s', (_, change) => {
    expect(fingerprint({ ...base, ...change })).toBe(fingerprint(base))
  })

  test.each([
    ['another cited line', { lines: base.lines.with(3, '  z()') }],
    ['a changed first neighbour above', { lines: base.lines.with(2, 'if (!x) {') }],
    ['a changed second neighbour above', { lines: base.lines.with(1, 'B') }],
    ['a changed second neighbour below', { lines: base.lines.with(5, 'F') }],
    ['another rule', { name: 'engine/one' }],
    ['another path', { path: parseRepoPath('src/b.ts') }],
    ['another extent of the range', { range: { start: 4, end: 5 } }],
  ])('dies with %s', (_, change) => {
    expect(fingerprint({ ...base, ...change })).not.toBe(fingerprint(base))
  })

  test('is defined where the content is absent or the range beyond its end', () => {
    expect(fingerprint({ ...base, lines: [] })).toMatch(/^[0-9a-f]{16}$/)
    expect(fingerprint({ ...base, range: { start: 90, end: 95 } })).toMatch(/^[0-9a-f]{16}$/)
  })

  test('tells paths apart that differ in a byte which is not UTF-8', () => {
    expect(fingerprint({ ...base, path: parseRepoPath(Uint8Array.of(0xe9)) })).not.toBe(fingerprint({ ...base, path: parseRepoPath(Uint8Array.of(0xe8)) }))
  })
})
