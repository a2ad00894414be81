import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../../../src/core/model/result.ts'
import { detailsOf } from '../../../src/core/report/detail.ts'
import { toHtml } from '../../../src/core/report/html.ts'
import { journalRows } from '../../../src/core/report/journal.ts'
import type { Seen } from '../../../src/core/target/answers.ts'
import { filledWith, finding, partial, record, seen, seenWith } from './sample.ts'

const frame = (line: string): Map<string, { first: number; cited: { start: number; end: number }; lines: string[]; more: number }> => new Map([[finding.id, { first: 9, cited: { start: 10, end: 10 }, lines: ['before', line, 'after'], more: 2 }]])
const html = (of: RunRecord = record, journal: readonly Seen[] = [seen], line = 'return a / b'): string => toHtml({ record: of, details: detailsOf(of, journal), frames: frame(line), report: 'report.txt' }, journalRows(journal, of))
const tags = (text: string): string[] => [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag)

describe('the HTML view', () => {
  test('is one file that loads and runs nothing: no script, no address, no handler', () => {
    const text = html()
    expect(text).not.toMatch(/<script|<link|<img|<iframe|<object|\ssrc=|\shref=|url\(|@import|https?:|\son[a-z]+=/i)
    expect(text).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'\"")
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
  })
  test('shows the findings by heading with their lines, the cited ones marked, and everything else the report holds', () => {
    const text = html()
    for (const part of ['Bugs it may introduce', 'The divisor may be zero', 'below the severity floor &quot;critical&quot;', '<span class="cited"><i>10</i>return a / b</span>', 'and 2 more lines',
      'A name is undefined', 'Division by zero', 'A throw <em>(suggested)</em>', 'charter prose not machine-checked', 'Every finding of every round (1)', 'Covered: the whole change.']) expect(text).toContain(part)
  })
  test('RUC-062 RUC-063: names status and coverage at its head and in its last line', () => {
    const text = html({ ...record, coverage: partial })
    expect(text).toContain('<span class="status good">clean, partial scope</span>')
    expect(text).toContain('Review-until-clean status: clean, partial scope - coverage: partial(committed) - report: report.txt')
  })
  test.each([['clean', ' good'], ['stopped', ''], ['failed', ' failed']] as const)('a run that is %s looks like it', (status, tone) => {
    expect(html({ ...record, status })).toContain(`<span class="status${tone}">${status}</span>`)
  })
  test('foreign text is text: it adds no tag, no attribute and no entity of its own', () => {
    const plain = tags(html(filledWith('x'), [seenWith('x')], 'x'))
    const mark = fc.constantFrom('<', '>', '"', '\'', '&', '/', '=', '-', '!', 'a', ' ', '\n', '`', '<script>', '</style>', '</title>', '<!--', '&lt;', '\u0000', '\ud800')
    fc.assert(fc.property(fc.string({ unit: mark, minLength: 1, maxLength: 10 }), (any) => {
      // What is empty is left out, so the text never is.
      const text = html(filledWith(`x${any}`), [seenWith(`x${any}`)], any)
      expect(tags(text)).toEqual(plain)
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|[\ud800-\udfff]/u)
    }), { numRuns: 500 })
  })
  test('a record with nothing in it has no empty part', () => {
    const text = toHtml({ record: { ...record, findings: [], fixed: [], decisions: [], notes: [] }, details: [], frames: new Map(), report: null }, [])
    expect(text).not.toMatch(/<h2>|<article|<details|Review-until-clean/)
    expect(text).toContain('nothing found')
  })
})
