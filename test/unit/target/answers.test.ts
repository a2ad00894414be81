import { describe, expect, it } from 'vitest'
import type { Decision, Finding } from '../../../src/core/model/finding.ts'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import type { Oid } from '../../../src/core/model/tree.ts'
import { parseOid } from '../../../src/core/model/tree.ts'
import type { Answer, Decided, Decline } from '../../../src/core/target/answers.ts'
import { addAnswer, answersHash, answersText, applyAnswers, parseAnswers, parseSeen, renderLines, seenIn } from '../../../src/core/target/answers.ts'
import { sampleFinding } from '../gate/sample.ts'

const [one, two, three] = ['1'.repeat(16), '2'.repeat(16), '3'.repeat(16)] as const
const at = '2026-01-02T03:04:05.000Z'
const decline = (more: Partial<Decline> = {}): Decline => ({ version: 1, kind: 'decline', fingerprint: one, rule: 'gar/x', title: 'A title', path: 'src/a.ts', reason: 'a test key', at, ...more })
const decided = (more: Partial<Decided> = {}): Decided => ({ version: 1, kind: 'decision', fingerprints: [one], title: 'Which way?', paths: ['src/a.ts'], option: 'A keep', at, ...more })
const decision = (more: Partial<Decision> = {}): Decision => ({ id: 'D1', title: 'Which way?', findingIds: ['F001'], options: ['A keep', 'B drop'], suggestedDefault: 'A keep', wording: 'Keep it.', ...more })
const finding = (more: Partial<Finding> = {}): Finding => sampleFinding({ fingerprint: one, ...more })

function oid(digit: string): Oid {
  const parsed = parseOid(digit.repeat(40))
  if (parsed === undefined) throw new Error('no object id')
  return parsed
}
const tree = oid('a')

describe('ruling C16: the record of answers', () => {
  it('comes back as it was written, paths that are not UTF-8 included', () => {
    const answers: readonly Answer[] = [decline({ path: parseRepoPath(Uint8Array.of(0x61, 0xe9)), reason: 'line 1' }), decided()]
    expect(parseAnswers(renderLines(answers))).toEqual({ ok: true, lines: answers })
  })
  it.each<[string, string, string]>([
    ['is cut', renderLines([decline()]).slice(0, -1), 'its last line is cut'],
    ['holds a line that is no JSON', `${renderLines([decline()])}{"kind":\n`, 'line 2'],
    ['holds an unknown key', `${JSON.stringify({ ...decline(), by: 'x' })}\n`, 'line 1'],
    ['gives no reason', `${JSON.stringify(decline({ reason: '  ' }))}\n`, 'line 1'],
    ['is of another version', `${JSON.stringify({ ...decline(), version: 2 })}\n`, 'line 1'],
    ['names no fingerprint', `${JSON.stringify(decline({ fingerprint: 'F001' }))}\n`, 'line 1'],
    ['answers a decision about nothing', `${JSON.stringify(decided({ fingerprints: [] }))}\n`, 'line 1'],
    ['holds an empty line', `${renderLines([decline()])}\n`, 'line 2'],
  ])('is unreadable as a whole when it %s', (_, text, reason) => {
    const parsed = parseAnswers(text)
    expect(parsed.ok ? 'read' : parsed.reason).toContain(reason)
  })
  it('holds one answer to a question: the last', () => {
    const answers = [decline({ reason: 'old' }), decline({ fingerprint: two }), decided()].reduce<readonly Answer[]>(addAnswer, [])
    const again = addAnswer(addAnswer(answers, decline({ reason: 'new' })), decided({ option: 'B drop' }))
    expect(again).toEqual([decline({ fingerprint: two }), decline({ reason: 'new' }), decided({ option: 'B drop' })])
  })
})

describe('the digest that salts verdicts', () => {
  it('does not depend on the order of declines, their reasons or dates', () => {
    expect(answersHash([decline(), decline({ fingerprint: two, reason: 'x' })])).toBe(answersHash([decline({ fingerprint: two, at: '2027-01-01T00:00:00Z' }), decline()]))
  })
  it.each<[string, readonly Answer[]]>([
    ['another finding', [decline({ fingerprint: two })]],
    ['one more', [decline(), decline({ fingerprint: two })]],
    ['none', []],
    ['a decision beside it', [decline(), decided()]],
  ])('differs for %s', (_, answers) => {
    expect(answersHash(answers)).not.toBe(answersHash([decline()]))
  })
  it('differs with the option of a decision, and with which of two options is the later one', () => {
    const [a, b] = [decided(), decided({ title: 'In other words?', option: 'B drop' })]
    expect(answersHash([a])).not.toBe(answersHash([decided({ option: 'B drop' })]))
    expect(answersHash([a, b])).not.toBe(answersHash([b, a]))
  })
})

describe('ruling C15: applying the answers to a review', () => {
  const apply = (answers: readonly Answer[], decisions: readonly Decision[], findings: readonly Finding[] = [finding({ decisionRef: 'D1' })]): ReturnType<typeof applyAnswers> => applyAnswers(answers, { findings, decisions, tree })

  it('without an answer everything stays as the gate gave it', () => {
    const findings = [finding({ decisionRef: 'D1' })]
    expect(apply([], [decision()], findings)).toEqual({ findings, decisions: [decision()], declined: new Map(), notes: [] })
  })
  it('an answered decision is no longer pending and releases its finding, which carries the option', () => {
    const { findings, decisions, notes } = apply([decided()], [decision()])
    expect([decisions, findings[0]?.decisionRef, findings[0]?.evidence]).toEqual([[], null, 'The user decided "Which way?": A keep\na / b'])
    expect(notes).toEqual(['decision D1 (Which way?) is not pending: answered "A keep"'])
  })
  it.each<[string, Partial<Decided>, readonly Finding[]]>([
    ['the code changed', {}, [finding({ fingerprint: two })]],
    ['it is about one more finding now', {}, [finding(), finding({ id: 'F002', fingerprint: two, decisionRef: 'D1' })]],
    ['it was about one more finding then', { fingerprints: [one, two] }, [finding()]],
    ['the answer is no option of this question', { option: 'A other' }, [finding()]],
  ])('a decision stays pending when %s', (_, answer, findings) => {
    expect(apply([decided(answer)], [decision()], findings).decisions).toEqual([decision()])
  })
  it('the later of two answers to the same lines holds', () => {
    const { notes } = apply([decided(), decided({ title: 'In other words?', option: 'B drop' })], [decision()])
    expect(notes[0]).toContain('answered "B drop"')
  })
  it('a decision whose findings are all declined is not pending; one of two is not enough', () => {
    const findings = [finding(), finding({ id: 'F002', fingerprint: two })]
    const both = decision({ findingIds: ['F001', 'F002'] })
    expect(apply([decline()], [both], findings).decisions).toEqual([both])
    expect(apply([decline(), decline({ fingerprint: two })], [both], findings)).toMatchObject({ decisions: [], notes: ['decision D1 (Which way?) is not pending: its findings are declined'] })
  })
  it('a finding that a second, unanswered decision names is still held by that one', () => {
    const second = decision({ id: 'D2', options: ['x', 'y'] })
    const { decisions, findings } = apply([decided()], [decision(), second])
    expect([decisions, findings[0]?.decisionRef]).toEqual([[second], null])
  })
  it('a decision about no finding is bound to the reviewed tree', () => {
    const about = { findings: [], decisions: [decision({ findingIds: [] })], tree }
    const [seen] = seenIn({ run: 'r', round: 1 }, about)
    if (seen?.kind !== 'decision') throw new Error('no decision was recorded')
    const answer = decided({ fingerprints: seen.fingerprints, paths: seen.paths })
    expect(applyAnswers([answer], about).decisions).toEqual([])
    expect(applyAnswers([answer], { ...about, tree: oid('b') }).decisions).toHaveLength(1)
  })
  it('evidence stays within the bound of its contract', () => {
    expect(apply([decided()], [decision()], [finding({ evidence: 'x'.repeat(4000) })]).findings[0]?.evidence).toHaveLength(4000)
  })
})

describe('ruling C9: the findings journal', () => {
  it('maps the ids of a round to fingerprints, findings first', () => {
    const lines = seenIn({ run: 'r', round: 2 }, { findings: [finding({ rule: 'gar/x', tag: 'open' }), finding({ id: 'F002', fingerprint: three, decisionRef: 'D1' })], decisions: [decision()], tree })
    expect(lines[0]).toEqual({ version: 1, kind: 'finding', run: 'r', round: 2, id: 'F001', fingerprint: one, rule: 'gar/x', heading: 'bug', label: 'verified', tag: 'open', path: 'src/a.ts', location: 'src/a.ts:2', title: 'The divisor may be zero' })
    expect(lines[2]).toEqual({ version: 1, kind: 'decision', run: 'r', round: 2, id: 'D1', title: 'Which way?', options: ['A keep', 'B drop'], fingerprints: [one, three], paths: ['src/a.ts'] })
    expect(parseSeen(renderLines(lines))).toEqual({ ok: true, lines })
  })
})

describe('rulings 2.9: what the gate is told', () => {
  it('one JSON line for each answer on a path of the change, and for those about no path', () => {
    const text = answersText([decline({ reason: 'quoted "x"\nand more' }), decline({ path: 'src/b.ts' }), decided({ paths: [] })], new Set(['src/a.ts']))
    expect(text.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([
      { declined: 'A title', path: 'src/a.ts', reason: 'quoted "x"\nand more' }, { decided: 'Which way?', paths: [], option: 'A keep' },
    ])
    expect(answersText([decline()], new Set(['src/c.ts']))).toBe('')
  })
})
