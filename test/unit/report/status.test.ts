import { describe, expect, test } from 'vitest'
import { emptyRecord } from '../../../src/core/report/outcome.ts'
import { coverageSentence, roundLines, statusLine } from '../../../src/core/report/status.ts'
import { finding, partial, record, seen } from './sample.ts'

const words = ['clean', 'clean-with-declines', 'decisions-needed', 'stopped', 'failed'] as const

describe('the status line', () => {
  test.each(words)('RUC-062: %s stands with the coverage and the place of the report', (status) => {
    expect(statusLine({ ...record, status }, '/x/report.txt')).toBe(`Review-until-clean status: ${status} - coverage: full - report: /x/report.txt`)
  })
  test.each([
    ['clean', 'clean, partial scope'], ['clean-with-declines', 'clean-with-declines, partial scope'], ['decisions-needed', 'decisions-needed'], ['stopped', 'stopped'], ['failed', 'failed'],
  ] as const)('RUC-063: over a part of the scope %s is printed as "%s"', (status, printed) => {
    expect(statusLine({ ...record, status, coverage: partial }, 'r')).toBe(`Review-until-clean status: ${printed} - coverage: partial(committed) - report: r`)
  })
  test('a path that holds a line end or an escape sequence stays on its line', () => {
    expect(statusLine(record, 'a\n\u001b[2Jb')).toMatch(/report: a \\u001b\[2Jb$/)
  })
})

describe('what a run covered', () => {
  test('RUC-065: says what was read, by whom and of which content', () => {
    expect(coverageSentence(record)).toBe('Covered: the whole change. Reviewed by engine/1 as of snapshot ddddddd, in 2 of at most 5 rounds.')
    expect(coverageSentence({ ...record, coverage: partial })).toContain('Covered: a part of the change; not reached: committed.')
  })
  test('RUC-065: what the reviewer did not examine is not said to be covered', () => {
    const notes = ['not examined: big.bin: too large', 'a remark', 'not examined: big.bin: too large', 'not examined: b.js: its analyser is missing']
    expect(coverageSentence({ ...record, notes })).toMatch(/^Covered: the whole change, but for 2 named as not examined in the notes\. /)
  })
  test('RUC-065: no view claims that the code is free of defects', () => {
    for (const status of words) expect(coverageSentence({ ...record, status })).not.toMatch(/free of|no (?:bugs|defects|errors)|bug-free|correct|safe/i)
  })
  test('RUC-068: a failed run has learned nothing, whatever its record says of coverage', () => {
    expect(coverageSentence({ ...record, stop: 'mid-run-death', status: 'failed' })).toMatch(/^Covered: nothing\. .*nothing is known/)
  })
  test('RUC-022: an empty scope is not said to be covered', () => {
    expect(coverageSentence(emptyRecord('There is nothing to review.'))).toBe('Covered: nothing. There was no change to review.')
  })
})

describe('RUC-072: the lines of a round', () => {
  const trees = new Map([[1, 'a'.repeat(40)], [2, 'b'.repeat(40)]])
  test('each round names its number, snapshot, reviewer and coverage, then each finding with id, heading, location and sentence', () => {
    expect(roundLines(record, [{ ...seen, round: 1, tag: 'none' }, seen], trees)).toEqual([
      'Round 1 of 5, snapshot aaaaaaa, reviewer engine/1, coverage full',
      '  F003 Bugs it may introduce: src/a.ts:10-12 The divisor may be zero',
      'Round 2 of 5, snapshot bbbbbbb, reviewer engine/1, coverage full',
      '  F003 [open] Bugs it may introduce: src/a.ts:10-12 The divisor may be zero',
    ])
  })
  test('lines of another run in the journal are not this run\'s', () => {
    expect(roundLines(record, [{ ...seen, run: 'other' }], trees)).toHaveLength(2)
  })
  test('a long round is cut and says how much is left out', () => {
    const lines = roundLines({ ...record, rounds: { done: 1, cap: 1 } }, Array.from({ length: 25 }, (_, n) => ({ ...seen, round: 1, id: `F${n}` })), trees)
    expect([lines.length, lines.at(-1)]).toEqual([22, '  and 5 more'])
  })
  test('a run that began no round has no lines', () => {
    expect(roundLines({ ...record, rounds: { done: 0, cap: 5 }, findings: [finding] }, [], trees)).toEqual([])
  })
})
