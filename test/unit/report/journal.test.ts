import { describe, expect, test } from 'vitest'
import { journalRows, renderJournal } from '../../../src/core/report/journal.ts'
import { finding, record, seen } from './sample.ts'

const fixedOne = { ...seen, id: 'F001', location: 'src/b.ts:3', title: 'A name is undefined' }
const journal = [
  { ...fixedOne, round: 1, tag: 'none' }, { ...seen, round: 1, tag: 'none' },
  { ...fixedOne, tag: 'closed' }, seen,
]
const dispositions = (lines: Parameters<typeof journalRows>[0], of: Parameters<typeof journalRows>[1] = record): string[] => journalRows(lines, of).map((row) => row.disposition)

describe('the findings journal', () => {
  test('RUC-040 RUC-043: every finding of every round has a row, and the report says what became of it', () => {
    expect(dispositions(journal)).toEqual(['fixed', 'seen again', 'closed', 'follow-up:severity'])
  })
  test('a finding that closed without a fix of the run is closed, not fixed', () => {
    expect(dispositions([{ ...seen, id: 'F009', round: 1 }, { ...seen, id: 'F009', tag: 'closed' }])).toEqual(['closed', 'closed'])
  })
  test('a finding that came back is judged by its last round', () => {
    const lines = [{ ...seen, round: 1 }, { ...seen, tag: 'closed' }, { ...seen, round: 3, tag: 'regressed' }]
    expect(dispositions(lines)).toEqual(['seen again', 'closed', 'follow-up:severity'])
  })
  test('a finding the report has no line for is "not listed", and without a report of the same run nothing is known', () => {
    expect(dispositions([{ ...seen, id: 'F300' }])).toEqual(['not listed'])
    expect(dispositions(journal, null)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
    expect(dispositions(journal, { ...record, run: 'later' })).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  })
  test('decisions are no findings', () => {
    expect(journalRows([{ version: 1, kind: 'decision', run: record.run, round: 1, id: 'D1', title: 't', options: [], fingerprints: [seen.fingerprint], paths: [] }], record)).toEqual([])
  })
  test('the table lines its columns up and keeps a hostile location in its cell', () => {
    const rows = journalRows([{ ...seen, location: 'a\tb\n:1' }, fixedOne], { ...record, findings: [finding] })
    expect(renderJournal(rows)).toBe([
      'round  id    tag   heading                location    disposition',
      '2      F003  open  Bugs it may introduce  a b :1      follow-up:severity',
      '2      F001  open  Bugs it may introduce  src/b.ts:3  fixed',
      '',
    ].join('\n'))
  })
})
