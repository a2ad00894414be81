import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reproduction } from '../../../src/core/fix/contract.ts'
import type { ReproductionBound } from '../../../src/core/audit/ledger.ts'
import { appendToLedger, ledgerOutcome, ledgerPaths, parseLedger, renderLedgerLine, validateReproduction } from '../../../src/core/audit/ledger.ts'

const bound: ReproductionBound = {
  approved: new Set(['F001']), scope: new Set(['src/a.ts']), existed: (p) => p === 'test/old.test.js', isIgnored: (p) => p.startsWith('dist/'), isProtected: (p) => p.startsWith('.husky/'),
}
const good: Reproduction = { path: 'test/f001.test.js', command: 'node --test test/f001.test.js', finding_id: 'F001' }

describe('GAR-061: ledger.txt', () => {
  test('holds one reproduction a line: path, TAB, command', () => {
    expect(renderLedgerLine(good)).toBe('test/f001.test.js\tnode --test test/f001.test.js\n')
    expect(parseLedger('a\tb\nc\td\te\n')).toEqual([{ kind: 'command', n: 1, path: 'a', command: 'b' }, { kind: 'command', n: 2, path: 'c', command: 'd\te' }])
  })

  test.each([['no TAB', 'a b'], ['no command', 'a\t'], ['a blank command', 'a\t  '], ['no path', '\tb'], ['an empty line', '']])('rulings 2.4.6: a line with %s is malformed and keeps its number', (_, line) => {
    expect(parseLedger(`x\ty\n${line}\nz\tw\n`).map(({ kind, n }) => [kind, n])).toEqual([['command', 1], ['malformed', 2], ['command', 3]])
  })

  test('a line comes back from its text', () => {
    const word = fc.string({ minLength: 1 }).filter((text) => !/[\t\n]/.test(text) && text.trim() !== '')
    fc.assert(fc.property(word, word, (path, command) => {
      expect(parseLedger(renderLedgerLine({ path, command }))).toEqual([{ kind: 'command', n: 1, path, command }])
    }))
  })

  test('rulings 2.4.5: an append skips what is there by path and command, and never changes earlier lines', () => {
    const text = renderLedgerLine(good)
    expect(appendToLedger('', [good, good])).toBe(text)
    expect(appendToLedger(text, [good, { ...good, command: 'other' }])).toBe(`${text}test/f001.test.js\tother\n`)
  })

  test('GAR-052: names the paths of the reproduction lines', () => {
    expect(ledgerPaths('a\tb\nc\t\n\n')).toEqual(new Set(['a', 'c']))
  })
})

describe('GAR-062 to GAR-064: the outcome of a ledger', () => {
  const lines = parseLedger('a\tx\nbroken\nc\tz\n')
  const outcome = (...passed: boolean[]) => ledgerOutcome(lines.map((line, n) => ({ line, passed: passed[n] ?? true })))

  test('GAR-062: prints each number with pass or fail; a malformed line fails', () => {
    expect(outcome().text).toBe('1\tpass\ta\n2\tfail\t\n3\tpass\tc\n')
  })

  test('GAR-063: an empty ledger and an all-passing one name no failing line', () => {
    expect(ledgerOutcome([])).toEqual({ text: '', failing: undefined })
    expect(ledgerOutcome(parseLedger('a\tx\n').map((line) => ({ line, passed: true }))).failing).toBeUndefined()
  })

  test('GAR-064: the first failing line is named', () => {
    expect(outcome().failing).toBe(2)
    expect(outcome(false, false, false).failing).toBe(1)
  })
})

describe('rulings 2.4.2, 2.4.3: which reproduction enters the ledger', () => {
  test('a new path of its own with a one-line command for an approved finding', () => {
    expect(validateReproduction(good, bound)).toEqual({ ok: true })
  })

  test.each<[string, Partial<Reproduction>, RegExp]>([
    ['GAR-051: a path under review', { path: 'src/a.ts' }, /under review/],
    ['a path that existed at Snapshot', { path: 'test/old.test.js' }, /existed/],
    ['an ignored path', { path: 'dist/x.js' }, /ignored/],
    ['a protected path', { path: '.husky/pre-commit' }, /protected/],
    ['an absolute path', { path: '/tmp/x' }, /plain path/],
    ['an absolute path of another system', { path: 'C:/x' }, /plain path/],
    ['a path that leaves the root', { path: 'test/../../x' }, /plain path/],
    ['a path with a detour', { path: 'test/./x' }, /plain path/],
    ['a directory', { path: 'test/' }, /plain path/],
    ['no path', { path: '' }, /plain path/],
    ['a path with a TAB', { path: 'a\tb' }, /control/],
    ['a path with a line end', { path: 'a\nb' }, /control/],
    ['no command', { command: ' ' }, /empty/],
    ['a command of two lines', { command: 'true\nfalse' }, /one line/],
    ['a command with a NUL', { command: 'a\0b' }, /one line/],
    ['a finding that was not approved', { finding_id: 'F002' }, /approved/],
  ])('%s is refused', (_, change, reason) => {
    const checked = validateReproduction({ ...good, ...change }, bound)
    expect(checked.ok ? '' : checked.reason).toMatch(reason)
  })
})

describe('line ends of other alphabets', () => {
  test('GAR-061: a command may hold U+2028 and U+2029; only a line feed ends a line', () => {
    expect(parseLedger('a.test.js\tnode -e "\u2028\u2029"\n')).toEqual([{ kind: 'command', n: 1, path: 'a.test.js', command: 'node -e "\u2028\u2029"' }])
  })
})
