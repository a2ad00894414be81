import { describe, expect, test } from 'vitest'
import type { FindingClass } from '../../../src/core/model/result.ts'
import { findingClasses } from '../../../src/core/model/result.ts'
import type { Stop } from '../../../src/core/model/stop.ts'
import { helperFailures, stopSlugs } from '../../../src/core/model/stop.ts'
import { countPending, exitCode, isClean, parseStop, renderStop, sentenceOf, statusOf } from '../../../src/core/report/outcome.ts'

const all: readonly Stop[] = [...stopSlugs, ...helperFailures]
const no = { declines: false, notReal: false }

describe('rulings 2.6: from stop to status word and exit code', () => {
  test.each<[string, Stop, string, number]>([
    ['GAR-089 (1)', 'no-qualifying', 'clean', 0],
    ['GAR-090 (2)', 'empty-approved', 'decisions-needed', 1],
    ['GAR-091 (3)', 'decision-pending', 'decisions-needed', 1],
    ['GAR-092 (4)', 'round-cap', 'stopped', 1],
    ['GAR-093 (5)', 'self-written', 'stopped', 1],
    ['GAR-094 (6)', 'spawn-failure', 'failed', 3],
    ['GAR-094 (6)', 'mid-run-death', 'failed', 3],
    ['GAR-094 (6)', 'contract-violating', 'failed', 3],
    ['GAR-094 (6)', 'declared-inability', 'failed', 3],
    ['GAR-094 (6)', 'helper-script', 'failed', 3],
    ['GAR-095 (7)', 'ledger-failed-twice', 'stopped', 1],
    ['GAR-096 (8)', 'unmapped-twice', 'stopped', 1],
    ['GAR-097 (9)', 'concurrent-modification', 'stopped', 4],
    ['GAR-098 (10)', 'charter-refused', 'decisions-needed', 1],
    ['an empty scope', 'nothing-to-review', 'clean', 0],
    ['RUC-056: a run that only reports', 'report-only', 'decisions-needed', 1],
    ['a used-up budget', 'time-budget', 'stopped', 1],
    ['an interruption', 'interrupted', 'stopped', 130],
  ])('%s: %s is %s, exit %i', (_, stop, status, exit) => {
    expect(statusOf(stop, no)).toBe(status)
    expect(exitCode(stop)).toBe(exit)
  })

  test('a clean run that saw declined findings says so, an empty scope has none', () => {
    expect(all.filter((stop) => statusOf(stop, { declines: true, notReal: false }) === 'clean-with-declines')).toEqual(['no-qualifying'])
    expect(statusOf('nothing-to-review', { declines: true, notReal: false })).toBe('clean')
  })

  test('a set that triage refuted whole as not real is clean; no other stop is changed by that', () => {
    expect(statusOf('empty-approved', { declines: false, notReal: true })).toBe('clean')
    expect(statusOf('empty-approved', { declines: true, notReal: true })).toBe('clean-with-declines')
    expect(exitCode('empty-approved', 'clean')).toBe(0)
    expect(exitCode('empty-approved', 'decisions-needed')).toBe(1)
    expect(exitCode('round-cap', 'clean')).toBe(1)
    for (const stop of all.filter((s) => s !== 'empty-approved')) expect(statusOf(stop, { declines: false, notReal: true })).toBe(statusOf(stop, no))
  })

  test('only a clean status exits 0', () => {
    for (const stop of all) expect(exitCode(stop) === 0).toBe(isClean(statusOf(stop, no)))
  })
})

describe('GAR-123: the stop line', () => {
  test('GAR-148: names a helper failure by its label, and every other stop by its slug', () => {
    expect(renderStop('declared-inability')).toBe('helper-failure:declared-inability')
    expect(renderStop('round-cap')).toBe('round-cap')
    for (const stop of all) expect(parseStop(renderStop(stop))).toBe(stop)
    expect(parseStop('spawn-failure')).toBeUndefined()
  })

  test('says why in one sentence, another for each stop', () => {
    const sentences = all.map(sentenceOf)
    expect(new Set(sentences).size).toBe(all.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^\t\n]*\.$/)
  })

  test('GAR-166, GAR-167: the CHARTER refusal is named and is no helper failure', () => {
    expect(renderStop('charter-refused')).toBe('charter-refused')
    expect(statusOf('charter-refused', no)).not.toBe('failed')
    expect(sentenceOf('charter-refused')).toContain('CHARTER.md')
  })
})

describe('rulings 2.5: pending', () => {
  test('counts decisions and the classes the user has to act on', () => {
    const of = (name: FindingClass) => ({ id: 'F001', heading: 'bug', location: 'a:1', lane: 'working-tree lane', class: name, blocking: false, title: '', reason: '' }) as const
    const decision = { id: 'D1', title: '', findingIds: [], options: ['A'], suggestedDefault: 'A', wording: '' }
    expect(findingClasses.filter((name) => countPending({ findings: [of(name)], decisions: [] }) === 1))
      .toEqual(['held-for-decision', 'fixed-not-re-reviewed', 'fix-not-staged', 'fix-not-committed'])
    expect(countPending({ findings: [of('fix-not-staged'), of('declined')], decisions: [decision] })).toBe(2)
  })
})
