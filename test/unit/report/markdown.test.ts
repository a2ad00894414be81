import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../../../src/core/model/result.ts'
import type { Seen } from '../../../src/core/target/answers.ts'
import { inline, toMarkdown } from '../../../src/core/report/views.ts'
import { filledWith, record, seen, seenWith } from './sample.ts'

/** What Markdown would make of the lines: every block that foreign text could try to open. */
function shapeOf(text: string): Record<string, number> {
  const lines = text.split('\n')
  const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length
  return {
    headings: count(/^ {0,3}#{1,6}(?:\s|$)/), underlines: count(/^ {0,3}(?:=+|-+)\s*$/), rules: count(/^ {0,3}(?:([-*_])\s*)(?:\1\s*){2,}$/),
    items: count(/^\s*(?:[-+*]|\d+[.)])(?:\s|$)/), nested: count(/^\s*(?:[-+*]|\d+[.)])\s+(?:[-+*]|\d{1,9}[.)]|#{1,6}|>|```|~~~)(?:\s|$)/), fences: count(/^\s*(?:[-+*]\s+)?(?:```|~~~)/),
    quotes: count(/^\s*>/), code: count(/^(?: {4}|\t)/), html: count(/(?<!\\)<[a-z!/?]/i), rows: count(/^\|/), lines: lines.length,
  }
}

const plain = (of: RunRecord, journal: readonly Seen[] = []): string => toMarkdown(of, journal)

const hostile = [
  '# heading', '- item', '+ item', '* item', '1. item', '1) item', '    code', '```js', '~~~', '> quote', '---', '===', '***', '<h1>x</h1>', '<!-- c', '| a | b |', '[x](y)', '![x](y)',
  'a\n# heading', 'a\n\n- item', 'a\r```\rb', 'a\u2028# b', '\\', '\\\n# x', '\t- x', '- - - x', '&#35; x', '``` \n rm -rf', 'a|b\\|c', '- [ ] task', ': x', '<script>', '$$x$$', '[^1]: x',
]

describe('Markdown holds foreign text as text', () => {
  test.each(hostile)('RUC-069: %j opens no heading, list item, fence, table row, quote or markup', (text) => {
    expect(shapeOf(plain(filledWith(text), [seenWith(text)]))).toEqual(shapeOf(plain(filledWith('x'), [seenWith('x')])))
  })
  test('no mixture of marks and line ends changes the shape of the text', () => {
    const mark = fc.constantFrom('#', '-', '+', '*', '1', '.', ')', ' ', '\n', '\r', '\t', '`', '~', '>', '<', '|', '\\', '[', ']', '(', '=', '_', '&', 'a', '\u0085', '\u2028')
    fc.assert(fc.property(fc.string({ unit: mark, minLength: 1, maxLength: 14 }), (text) => {
      expect(shapeOf(plain(filledWith(text), [seenWith(text)]))).toEqual(shapeOf(plain(filledWith('x'), [seenWith('x')])))
    }), { numRuns: 1000 })
  })
  test('plain words stay as they are', () => {
    expect(inline('Division by 3.5 at src/a-b.ts, line 4.')).toBe('Division by 3.5 at src/a-b.ts, line 4.')
    expect([inline('1. x'), inline('- x'), inline('12) x')]).toEqual(['1\\. x', '\\- x', '12\\) x'])
  })
  test('RUC-062 RUC-063 RUC-065: ends with what was covered and the status word', () => {
    expect(plain({ ...record, coverage: { kind: 'partial', missing: ['committed'] } })).toMatch(/\n\nCovered: a part of the change; not reached: committed\. [^\n]*\n\nReview-until-clean status: clean, partial scope\n$/)
  })
  test('RUC-040: lists the findings of every round of its own run where a journal is given', () => {
    const text = plain(record, [seen, { ...seen, run: 'other', title: 'Somebody else' }])
    expect(text).toContain('## Rounds')
    expect(text).toContain('| 2 | F003 | open | Bugs it may introduce | src/a.ts:10-12 | follow-up:severity | The divisor may be zero |')
    expect(text).not.toContain('Somebody else')
    expect(plain(record)).not.toContain('## Rounds')
  })
})
