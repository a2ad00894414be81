import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../../../src/core/model/result.ts'
import { findingClasses } from '../../../src/core/model/result.ts'
import { helperFailures, stopSlugs } from '../../../src/core/model/stop.ts'
import { parseReport } from '../../../src/core/report/parse.ts'
import { renderReport } from '../../../src/core/report/report.ts'
import { toJson, toMarkdown } from '../../../src/core/report/views.ts'

const finding: RunRecord['findings'][number] = {
  id: 'F003', heading: 'bug', location: 'src/a.ts:10-12', lane: 'working-tree lane', class: 'triage-not-approved', blocking: true,
  title: 'The divisor may be zero', reason: 'not-minimum: the guard exists in the caller',
}
const record: RunRecord = {
  run: 'b1946ac9-2492-4d2a-a0c7-000000000000', stem: 'default', branch: 'main', head: 'c'.repeat(40), snapshot: 'd'.repeat(40), backend: 'engine',
  rounds: { done: 2, cap: 5 }, gate: 'called', stop: 'no-qualifying', status: 'clean', coverage: { kind: 'full' }, sentence: 'No qualifying finding remains.',
  findings: [finding, { ...finding, id: 'F004', heading: 'critical', class: 'charter-set-refused', blocking: false, lane: 'local-commits lane', reason: 'db/schema.sql' }],
  fixed: [{ id: 'F001', location: 'src/b.ts:3', title: 'A name is undefined' }],
  decisions: [{ id: 'D1', title: 'Default', findingIds: ['F003', 'F004'], options: ['A throw', 'B return 0'], suggestedDefault: 'A throw', wording: 'Division by zero throws.' }],
  notes: ['charter prose not machine-checked'],
}

function reparsed(text: string): RunRecord {
  const parsed = parseReport(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.record
}

describe('GAR-122 to GAR-127: report.txt', () => {
  test('GAR-123 to GAR-125: header, stop line, findings not fixed, fixed ones, decisions with their wording, notes', () => {
    expect(renderReport(record).split('\n')).toEqual([
      `gar-report 1\trun=b1946ac9-2492-4d2a-a0c7-000000000000\tstem=default\tbranch=main\thead=${'c'.repeat(40)}\tsnapshot=${'d'.repeat(40)}\tbackend=engine\trounds=2/5`,
      'stop\tno-qualifying\tclean\tcoverage=full\tNo qualifying finding remains.',
      'finding\tF003\tBugs it may introduce\tsrc/a.ts:10-12\tworking-tree lane\ttriage-not-approved\tyes\tThe divisor may be zero\tnot-minimum: the guard exists in the caller',
      'finding\tF004\tWhat is critical\tsrc/a.ts:10-12\tlocal-commits lane\tcharter-set-refused\tno\tThe divisor may be zero\tdb/schema.sql',
      'fixed\tF001\tsrc/b.ts:3\tA name is undefined',
      'decision\tD1\tF003,F004\tA throw | B return 0\tA throw\tDivision by zero throws.',
      'note\tcharter prose not machine-checked',
      '',
    ])
  })

  test('a record comes back from its text whole, but for a decision\'s title, which has no column', () => {
    expect(reparsed(renderReport(record))).toEqual({ ...record, decisions: record.decisions.map((d) => ({ ...d, title: '' })) })
  })

  test('ruling A10: a pre-seeded gate is named in the first line', () => {
    const text = renderReport({ ...record, gate: 'pre-seeded' })
    expect(text.split('\n')[0]).toMatch(/\trounds=2\/5\tgate=pre-seeded$/)
    expect(reparsed(text).gate).toBe('pre-seeded')
  })

  test('ruling C2: a clean run over part of the scope says so in word and coverage', () => {
    const partial = { kind: 'partial', missing: ['committed', 'staged'] } as const
    const text = renderReport({ ...record, coverage: partial })
    expect(text.split('\n')[1]).toBe('stop\tno-qualifying\tclean, partial scope\tcoverage=partial(committed,staged)\tNo qualifying finding remains.')
    expect(reparsed(text)).toMatchObject({ status: 'clean', coverage: partial })
    expect(renderReport({ ...record, coverage: partial, stop: 'round-cap', status: 'stopped' })).toContain('stop\tround-cap\tstopped\tcoverage=partial(')
  })

  test('GAR-148: a helper failure is named by its label', () => {
    expect(renderReport({ ...record, stop: 'mid-run-death', status: 'failed' }).split('\n')[1]).toMatch(/^stop\thelper-failure:mid-run-death\tfailed\t/)
  })

  test('TAB and line ends in a value become spaces, what a terminal obeys becomes an escape', () => {
    const text = renderReport({ ...record, findings: [{ ...finding, title: 'a\tb\r\nc\u001b[31m\u202ed', reason: 'x\u0000' }] })
    expect(text).toContain('\ta b  c\\u001b[31m\\u202ed\tx\\u0000\n')
  })

  test('text outside the basic plane is kept, half a character is not', () => {
    const text = renderReport({ ...record, notes: ['📦 \udce9'] })
    expect(text).toContain('note\t📦 \\udce9\n')
  })

  test('prints the first two hundred findings and counts the rest; what blocks comes first', () => {
    const findings = Array.from({ length: 203 }, (_, n) => ({ ...finding, id: `F${n + 1}`, blocking: n === 202 }))
    const text = renderReport({ ...record, findings })
    expect(text.match(/^finding\t/gm)).toHaveLength(200)
    expect(text).toMatch(/^finding\tF203\t/m)
    expect(text).toContain('note\t3 further findings are not listed\nnote\tcharter')
    expect(renderReport(reparsed(text))).toBe(text)
  })
})

describe('a report text that is none', () => {
  const good = renderReport(record)
  const lines = good.split('\n')
  test.each([
    ['empty', '', /empty/],
    ['cut in its last line', good.slice(0, -1), /truncated/],
    ['without its stop line', `${lines[0]}\n`, /line 2/],
    ['without its header', lines.slice(1).join('\n'), /line 1/],
    ['of another version', good.replace('gar-report 1', 'gar-report 2'), /line 1/],
    ['with an unknown stop', good.replace('no-qualifying', 'all-good'), /line 2/],
    ['with an unknown status', good.replace('\tclean\t', '\tfine\t'), /line 2/],
    ['with an unknown class', good.replace('triage-not-approved', 'ignored'), /line 3/],
    ['with an unknown lane', good.replace('working-tree lane', 'some lane'), /line 3/],
    ['with a missing column', good.replace('\tyes\t', '\t'), /line 3/],
    ['with an unknown kind of line', good.replace('note\t', 'remark\t'), /line 7/],
    ['with an empty line', good.replace('note\t', '\nnote\t'), /line 7/],
    ['with a line named after an object member', good.replace('note\t', 'constructor\t'), /line 7/],
  ])('%s is refused with the reason', (_, text, reason) => {
    const parsed = parseReport(text)
    expect(parsed).toMatchObject({ ok: false })
    expect(parsed.ok ? '' : parsed.reason).toMatch(reason)
  })
})

const value = fc.string({ unit: fc.oneof(fc.constantFrom('\t', '\n', '\r', '|', ',', '=', ' ', ')', '\\', '\u0085', '\ud800', '\udcff'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) })
const anyFinding = fc.record({
  id: value, heading: fc.constantFrom('critical', 'bug', 'should_fix'), location: value, lane: fc.constantFrom('working-tree lane', 'local-commits lane'),
  class: fc.constantFrom(...findingClasses), blocking: fc.boolean(), title: value, reason: value,
})
const anyRecord: fc.Arbitrary<RunRecord> = fc.record({
  run: value, stem: value, branch: value, head: value, snapshot: value, backend: value,
  rounds: fc.record({ done: fc.nat(), cap: fc.nat() }), gate: fc.constantFrom('called', 'pre-seeded'),
  stop: fc.constantFrom(...stopSlugs, ...helperFailures), status: fc.constantFrom('clean', 'clean-with-declines', 'decisions-needed', 'stopped', 'failed'),
  coverage: fc.oneof(fc.constant({ kind: 'full' as const }), fc.record({ kind: fc.constant('partial' as const), missing: fc.array(value, { maxLength: 3 }) })),
  sentence: value, findings: fc.array(anyFinding, { maxLength: 4 }), fixed: fc.array(fc.record({ id: value, location: value, title: value }), { maxLength: 3 }),
  decisions: fc.array(fc.record({ id: value, title: value, findingIds: fc.array(value, { maxLength: 3 }), options: fc.array(value, { maxLength: 3 }), suggestedDefault: value, wording: value }), { maxLength: 3 }),
  notes: fc.array(value, { maxLength: 3 }),
})

describe('render and parse', () => {
  test('render, parse, render is the identity for any record', () => {
    fc.assert(fc.property(anyRecord, (any) => {
      const text = renderReport(any)
      expect(renderReport(reparsed(text))).toBe(text)
    }), { numRuns: 1000 })
  })

  test('whatever the values hold, every record stays one line and every line has its columns', () => {
    fc.assert(fc.property(anyRecord, (any) => {
      const lines = renderReport(any).split('\n')
      expect(lines).toHaveLength(3 + any.findings.length + any.fixed.length + any.decisions.length + any.notes.length)
      for (const line of lines.filter((l) => l.startsWith('finding\t'))) expect(line.split('\t')).toHaveLength(9)
    }), { numRuns: 500 })
  })
})

describe('the other views of a record', () => {
  test('JSON holds the whole record and the name of its schema', () => {
    expect(JSON.parse(toJson(record))).toEqual({ schema: 'gar-report/1', ...record })
  })

  test('Markdown lists what was not fixed, what was, and what is to be decided', () => {
    const text = toMarkdown(record)
    for (const part of ['# gar: clean', '## Not fixed', '| F003 | Bugs it may introduce |', '## Fixed', '## Pending decisions', 'Division by zero throws.', '## Notes']) expect(text).toContain(part)
    expect(toMarkdown({ ...record, findings: [], fixed: [], decisions: [], notes: [] })).not.toContain('##')
  })

  test('Markdown escapes foreign text, so that it neither leaves its cell nor becomes markup', () => {
    const text = toMarkdown({ ...record, findings: [{ ...finding, title: 'a | b <img src=x> `c` [d](e)\n# f @all' }] })
    expect(text).toContain('a \\| b \\<img src=x\\> \\`c\\` \\[d\\](e) \\# f \\@all')
  })
})
