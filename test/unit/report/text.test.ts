import { describe, expect, test } from 'vitest'
import { detailsOf, titled } from '../../../src/core/report/detail.ts'
import { frameOf } from '../../../src/core/report/frame.ts'
import { codeLine, renderText } from '../../../src/core/report/text.ts'
import { fingerprint } from '../../../src/core/target/fingerprint.ts'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import { filledWith, finding, partial, record, seen, seenWith } from './sample.ts'

const same = (text: string): string => text
const plain = { red: same, green: same, yellow: same, cyan: same, bold: same, dim: same }
const marked = { ...plain, red: (text: string) => `<red>${text}</red>`, green: (text: string) => `<green>${text}</green>`, yellow: (text: string) => `<yellow>${text}</yellow>` }
const code = Array.from({ length: 14 }, (_, n) => (n === 10 ? '\treturn a / b' : `line ${n + 1}`))
const path = parseRepoPath('src/a.ts')
const printed = { ...seen, fingerprint: fingerprint({ name: 'gar/divisor', path, lines: code, range: { start: 10, end: 12 } }) }

function view(of = record, journal = [printed], lines = code): Parameters<typeof renderText>[0] {
  const details = detailsOf(of, journal)
  const frames = new Map(details.flatMap((detail) => {
    const frame = frameOf(detail, { lines, shown: lines })
    return frame === undefined ? [] : [[detail.finding.id, frame] as const]
  }))
  return { record: of, details, frames, report: '.git_auto_review/default/report.txt' }
}

describe('the view for a person', () => {
  test('shows status, findings by heading with their lines, what was fixed, what is to be decided, and what was covered', () => {
    expect(renderText(view(), plain)).toMatchInlineSnapshot(`
      "gar: clean - 1 listed, 1 fixed, 1 to decide
      No qualifying finding remains.

      Bugs it may introduce (1)

        src/a.ts:10-12  The divisor may be zero
          below the severity floor "critical"
          F003, does not block, follow-up:severity, working-tree lane, gar/divisor
             8 | line 8
             9 | line 9
          > 10 | line 10
          > 11 |     return a / b
          > 12 | line 12
            13 | line 13
            14 | line 14

      Fixed (1)
        src/b.ts:3  A name is undefined  F001

      Decisions to make (1)
        D1 Division by zero  F003
          Say what happens.
          1. A throw  (suggested)
          2. B return 0
          Answer it: gar decide D1 <number>

      Notes
        charter prose not machine-checked

      Covered: the whole change. Reviewed by engine/1 as of snapshot ddddddd, in 2 of at most 5 rounds.
      Review-until-clean status: clean - coverage: full - report: .git_auto_review/default/report.txt
      "
    `)
  })
  test('headings come in the gate\'s order, and what blocks comes first in each', () => {
    const findings = [{ ...finding, heading: 'should_fix' }, { ...finding, id: 'F4' }, { ...finding, id: 'F5', blocking: true }, { ...finding, heading: 'critical', blocking: true, id: 'F6' }] as const
    const text = renderText(view({ ...record, findings }), plain)
    expect([...text.matchAll(/^(What|Bugs|    F\d+)/gm)].map(([word]) => word.trim())).toEqual(['What', 'F6', 'Bugs', 'F5', 'F4', 'What', 'F003'])
    expect(text).toContain('gar: clean - 2 blocking, 2 listed')
  })
  test('RUC-063: a part of the scope is said in the first line and in the last', () => {
    const lines = renderText(view({ ...record, coverage: partial }), plain).trimEnd().split('\n')
    expect([lines[0], lines.at(-1)]).toEqual([expect.stringContaining('gar: clean, partial scope - '), expect.stringContaining('status: clean, partial scope - coverage: partial(committed)')])
  })
  test.each([['clean', 'green'], ['stopped', 'yellow'], ['failed', 'red']] as const)('the status %s is %s', (status, colour) => {
    expect(renderText(view({ ...record, status }), marked)).toContain(`<${colour}>${status}</${colour}>`)
  })
  test('no value brings a line end or a control character of its own', () => {
    const text = renderText(view(filledWith('a\u001b[31mb\nc\rd\u202ee\u0000'), [seenWith('a\u001b[31mb')]), plain)
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    expect(text.split('\n').length).toBe(renderText(view(filledWith('x'), [seenWith('x')]), plain).split('\n').length)
  })
  test('a record with nothing in it says so', () => {
    expect(renderText(view({ ...record, findings: [], fixed: [], decisions: [], notes: [] }), plain).split('\n')[0]).toBe('gar: clean - nothing found')
  })
})

describe('the lines of a finding', () => {
  const frame = (lines: readonly string[], journal = [printed]): unknown => view(record, journal, [...lines]).frames.get('F003')
  test('are shown while the cited lines and their neighbours are those that were judged', () => {
    expect(frame([...code, 'more below'])).toMatchObject({ first: 8, lines: code.slice(7, 14) })
    expect(frame(['new first line', ...code])).toBeUndefined()
    expect(frame(code.with(10, 'return a'))).toBeUndefined()
    expect(frame(code.with(8, 'a neighbour'))).toBeUndefined()
    expect(frame(code.slice(0, 9))).toBeUndefined()
    expect(frame(code, [])).toBeUndefined()
  })
  test('what is printed may differ from what is compared: a credential is masked and the lines are still known', () => {
    const [detail] = detailsOf(record, [printed])
    if (detail === undefined) throw new Error('there is one finding')
    expect(frameOf(detail, { lines: code, shown: code.map(() => '***') })?.lines).toEqual(Array.from({ length: 7 }, () => '***'))
  })
  test('a long range is cut, and says by how much', () => {
    const wide = { ...finding, location: 'src/a.ts:1-12' }
    const print = fingerprint({ name: 'gar/divisor', path, lines: code, range: { start: 1, end: 12 } })
    const shown = view({ ...record, findings: [wide] }, [{ ...seen, location: 'src/a.ts:1-12', fingerprint: print }])
    expect(shown.frames.get('F003')).toMatchObject({ first: 1, lines: code.slice(0, 8), more: 4 })
    expect(renderText(shown, plain)).toContain('| and 4 more lines')
  })
  test('a line of code is cut and shows what it hides', () => {
    expect(codeLine(`\ta\u202eb\u001b[0m`)).toBe('    a\\u202eb\\u001b[0m')
    expect(codeLine('x'.repeat(500))).toHaveLength(163)
  })
})

describe('what the journal adds to a finding', () => {
  test('is its line of the same run, never one that is closed', () => {
    expect(detailsOf(record, [printed, { ...seen, round: 3, tag: 'closed', rule: 'late' }, { ...seen, run: 'other', rule: 'other' }])[0]?.seen).toBe(printed)
    expect(detailsOf(record, [])[0]).toEqual({ finding, seen: undefined, place: { path: 'src/a.ts', range: { start: 10, end: 12 } } })
  })
  test('is the path in bytes that report.txt had to escape', () => {
    const odd = { ...finding, location: 'src/\\udce9.ts:1' }
    expect(detailsOf({ ...record, findings: [odd] }, [{ ...seen, location: 'src/\udce9.ts:1' }])[0]?.place?.path).toBe('src/\udce9.ts')
  })
  test('is the title of a decision, which report.txt has no column for', () => {
    const untitled = { ...record, decisions: record.decisions.map((decision) => ({ ...decision, title: '' })) }
    expect(titled(untitled, [{ version: 1, kind: 'decision', run: record.run, round: 1, id: 'D1', title: 'Zero', options: [], fingerprints: [seen.fingerprint], paths: [] }]).decisions[0]?.title).toBe('Zero')
    expect(titled(untitled, []).decisions[0]?.title).toBe('')
  })
})
