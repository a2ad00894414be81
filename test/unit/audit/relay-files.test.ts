import { describe, expect, test } from 'vitest'
import { parseAuthored } from '../../../src/core/audit/authored.ts'
import { appendToLedger, ledgerOutcome, ledgerPaths, parseLedger, validateReproduction } from '../../../src/core/audit/ledger.ts'
import type { ReproductionBound } from '../../../src/core/audit/ledger.ts'
import { path, range } from '../gate/sample.ts'

describe('GAR-100 to GAR-102: authored.txt as it is read', () => {
  test('every line is one entry, in order; the last line end ends the last one', () => {
    const entries = [{ path: path('src/a.ts'), range: range(4, 6) }, { path: path('src/b.ts'), range: range(1) }, { path: path('c'), range: range(2) }]
    expect(parseAuthored('src/a.ts:4-6\nsrc/b.ts:1\nc:2\n')).toEqual(entries)
    expect(parseAuthored('src/a.ts:4-6\nsrc/b.ts:1\nc:2')).toEqual(entries)
  })

  test('a damaged file is a fault of the relay that says which line and what to do', () => {
    const read = (): unknown => parseAuthored('src/a.ts:4\nno location\n')
    expect(read).toThrow(expect.objectContaining({ code: 'relay-unusable', message: 'Line 2 of authored.txt is no location.', hint: 'Run gar again; it rebuilds its relay directory.' }))
  })
})

describe('GAR-061: ledger.txt as it is read', () => {
  test('an empty file has no line, and so none that fails', () => {
    expect(parseLedger('')).toEqual([])
    expect(ledgerPaths('')).toEqual(new Set())
    expect(ledgerOutcome(parseLedger('').map((line) => ({ line, passed: false })))).toEqual({ text: '', failing: undefined })
  })

  test('a file of one line end holds one line, which is malformed', () => {
    expect(parseLedger('\n')).toEqual([{ kind: 'malformed', n: 1, path: '' }])
  })

  test('the last line counts whether or not a line end follows; a command keeps its own spaces and TABs', () => {
    const lines = [{ kind: 'command', n: 1, path: 'a', command: ' b\tc ' }, { kind: 'command', n: 2, path: 'd', command: 'e' }]
    expect(parseLedger('a\t b\tc \nd\te\n')).toEqual(lines)
    expect(parseLedger('a\t b\tc \nd\te')).toEqual(lines)
  })

  test('rulings 2.4.6: a line without a TAB names no path and fails', () => {
    expect(parseLedger('x y\n')).toEqual([{ kind: 'malformed', n: 1, path: '' }])
  })

  test('a command that a carriage return cuts in two is malformed', () => {
    expect(parseLedger('a\tb\rc\n')).toEqual([{ kind: 'malformed', n: 1, path: '' }])
  })

  test('rulings 2.4.5: several reproductions are appended in order, a line each', () => {
    const [one, two, three] = [{ path: 'a', command: 'x' }, { path: 'b', command: 'y' }, { path: 'c', command: 'z' }]
    expect(appendToLedger('a\tx\n', [three, one, two])).toBe('a\tx\nc\tz\nb\ty\n')
  })
})

describe('rulings 2.4.3: a plain path', () => {
  const bound: ReproductionBound = { approved: new Set(['F001']), scope: new Set(), existed: () => false, isIgnored: () => false, isProtected: () => false }
  const check = (name: string): boolean => validateReproduction({ path: name, command: 'true', finding_id: 'F001' }, bound).ok

  test.each(['a', 'test/a:b.js', 'test/C:x', 'a..b', '.hidden/x', '...', 'a b'])('%s is one', (name) => {
    expect(check(name)).toBe(true)
  })

  test.each(['C:x', 'z:/x', 'a\\b', '..', '.', 'a//b', '/a'])('%s is none', (name) => {
    expect(check(name)).toBe(false)
  })
})
