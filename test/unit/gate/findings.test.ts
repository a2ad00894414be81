import { describe, expect, test } from 'vitest'
import { renderLocation } from '../../../src/core/model/finding.ts'
import type { Content } from '../../../src/core/gate/anchor.ts'
import type { GateFinding } from '../../../src/core/gate/contract.ts'
import type { BuiltFindings, FindingsInput } from '../../../src/core/gate/findings.ts'
import { buildFindings } from '../../../src/core/gate/findings.ts'
import { matchPrior } from '../../../src/core/gate/prior.ts'
import { addition, evidence, file, range, sampleFinding, wireFinding, wireVerdict } from './sample.ts'

const body = ['one', 'const q = a / b', 'three', 'four', 'five']
const hunk = addition(2, ['const q = a / b'], { removed: ['const q = 1'] })
const inTree: Content = { hunks: [hunk], citation: 'tracked', evidence: evidence({ worktree: body, unstaged: [hunk] }) }
const inIndex: Content = { hunks: [hunk], citation: 'staged', evidence: evidence({ subject: body, worktree: ['zero', ...body], staged: [hunk] }) }

function build(findings: readonly GateFinding[], more: Partial<FindingsInput> = {}): BuiltFindings {
  return buildFindings({ verdict: wireVerdict({ findings: [...findings] }), first: 1, contents: () => inTree, ledgerPaths: new Set(), prior: [], ...more })
}

function anchored(finding: Partial<GateFinding>, content = inTree, ledgerPaths: ReadonlySet<string> = new Set()): boolean {
  return build([wireFinding(finding)], { contents: () => content, ledgerPaths }).findings[0]?.anchored ?? false
}

describe('rulings 2.3: run ids', () => {
  test('are given in order of appearance, and the next free number comes back', () => {
    const { findings, next } = build([wireFinding(), wireFinding({ id: 'R1-F2', title: 'Other' })], { first: 9 })
    expect(findings.map(({ id }) => id)).toEqual(['F009', 'F010'])
    expect(next).toBe(11)
  })

  test('stay with a finding that names its earlier id, which takes no new number', () => {
    const { findings, next } = build([wireFinding({ prior_id: 'F002', tag: 'open' }), wireFinding({ id: 'R1-F2', tag: 'new', location: 'src/a.ts:4' })], { first: 5, prior: [sampleFinding({ id: 'F002' })] })
    expect(findings.map(({ id }) => id)).toEqual(['F002', 'F005'])
    expect(next).toBe(6)
  })

  test('continue an earlier finding that the gate did not name when the fingerprint is the same', () => {
    const before = build([wireFinding()]).findings
    expect(build([wireFinding({ tag: 'open' })], { first: 2, prior: before }).findings[0]?.id).toBe('F001')
  })

  test('are never given twice: one earlier finding is continued by one finding', () => {
    const before = build([wireFinding()]).findings
    const { findings } = build([wireFinding({ tag: 'open' }), wireFinding({ id: 'R1-F2', tag: 'new' })], { first: 2, prior: before })
    expect(findings.map(({ id }) => id)).toEqual(['F001', 'F002'])
  })

  test('match by fingerprint before place, then by heading, path and overlap, else not at all', () => {
    const near = sampleFinding({ id: 'F001', fingerprint: 'x' })
    const same = sampleFinding({ id: 'F002', location: { path: file, range: range(90) } })
    const wanted = { fingerprint: same.fingerprint, heading: 'bug' as const, location: { path: file, range: range(2, 4) } }
    expect(matchPrior(wanted, [near, same])?.id).toBe('F002')
    expect(matchPrior({ ...wanted, fingerprint: 'y' }, [near, same])?.id).toBe('F001')
    expect(matchPrior({ ...wanted, fingerprint: 'y', heading: 'critical' }, [near, same])).toBeUndefined()
    expect(matchPrior({ ...wanted, fingerprint: 'y', location: { path: file, range: range(3, 4) } }, [near, same])).toBeUndefined()
  })
})

describe('lane and location of a built finding', () => {
  test('GAR-023: a staged line carries working-tree numbers, and `cited` keeps where it stands in the subject', () => {
    const [finding] = build([wireFinding()], { contents: () => inIndex }).findings
    expect(finding && [renderLocation(finding.location), renderLocation(finding.cited), finding.lane, finding.laneCase]).toEqual(['src/a.ts:3', 'src/a.ts:2', 'working-tree lane', 7])
  })

  test('GAR-024: an index-only line keeps its index numbers in the same syntax', () => {
    const gone: Content = { ...inIndex, evidence: { ...inIndex.evidence, worktree: ['fixed'] } }
    const [finding] = build([wireFinding()], { contents: () => gone }).findings
    expect(finding && [renderLocation(finding.location), finding.lane, finding.laneCase, finding.anchored]).toEqual(['src/a.ts:2', 'local-commits lane', 2, true])
  })

  test('rulings 2.1: the controller\'s classifier wins over the gate\'s lane, and the disagreement is noted', () => {
    const { findings, notes } = build([wireFinding({ lane: 'local-commits lane', lane_case: 9 })])
    expect(findings[0]?.lane).toBe('working-tree lane')
    expect(notes).toEqual(['F001 was given as local-commits lane by case 9; it is working-tree lane by case 5'])
    expect(build([wireFinding({ lane_case: 8 })]).notes).toHaveLength(1)
    expect(build([wireFinding()]).notes).toEqual([])
  })

  test('the citation of the gate decides which numbers are meant', () => {
    const [finding] = build([wireFinding({ cited: 'unstaged', location: 'src/a.ts:3' })], { contents: () => inIndex }).findings
    expect(finding && [renderLocation(finding.location), renderLocation(finding.cited), finding.anchored]).toEqual(['src/a.ts:3', 'src/a.ts:2', true])
  })
})

describe('GAR-048: the Scope anchor', () => {
  test.each<[string, Partial<GateFinding>, boolean]>([
    ['holds on a changed line', {}, true],
    ['holds on a range that touches a changed line', { location: 'src/a.ts:1-2' }, true],
    ['does not hold beside the changed lines', { location: 'src/a.ts:3' }, false],
    ['holds for a quote of an added line, white space aside', { location: 'src/a.ts:4', anchor: { kind: 'diff', quote: ' const  q=a/b ' } }, true],
    ['holds for a quote of a removed line', { location: 'src/a.ts:4', anchor: { kind: 'diff', quote: 'const q = 1' } }, true],
    ['does not hold for a quote of an unchanged line', { location: 'src/a.ts:4', anchor: { kind: 'diff', quote: 'three' } }, false],
    ['does not hold for an empty quote', { location: 'src/a.ts:4', anchor: { kind: 'diff', quote: '  ' } }, false],
    ['GAR-049: holds for intent with its quote', { location: 'src/a.ts:4', anchor: { kind: 'intent', quote: 'Acceptance: no crash' } }, true],
    ['ruling A12: does not hold for intent without a quote', { anchor: { kind: 'intent' } }, false],
    ['does not hold without an anchor', { anchor: { kind: 'none' } }, false],
    ['GAR-055: never holds for a pre-existing issue', { pre_existing: true }, false],
    ['GAR-055: never holds for a scope extension', { scope_extension: true }, false],
  ])('%s', (_, finding, holds) => {
    expect(anchored(finding)).toBe(holds)
  })

  test('GAR-051 to GAR-053: never holds on a path named in ledger.txt, whose lines are reproduction lines', () => {
    expect(anchored({}, inTree, new Set(['src/a.ts']))).toBe(false)
    expect(build([wireFinding()], { ledgerPaths: new Set(['src/a.ts']) }).findings[0]?.reproductionLine).toBe(true)
  })

  test('GAR-052: a gate cannot hide a finding by calling its lines a reproduction', () => {
    const { findings, notes } = build([wireFinding({ reproduction_line: true })])
    expect(findings[0]).toMatchObject({ reproductionLine: false, anchored: true })
    expect(notes).toHaveLength(1)
  })

  test('rulings 1.1: unstaged lines that the index under review does not hold are context', () => {
    const unstaged: Content = { ...inIndex, evidence: { ...inIndex.evidence, worktree: ['only here', ...body] } }
    expect(anchored({ cited: 'unstaged', location: 'src/a.ts:1' }, unstaged)).toBe(false)
    expect(anchored({ cited: 'unstaged', location: 'src/a.ts:1', anchor: { kind: 'intent', quote: 'x' } }, unstaged)).toBe(false)
  })

  test('holds when any one of several hunks is touched', () => {
    const far = addition(40, ['far'])
    expect(anchored({}, { ...inTree, hunks: [far, hunk] })).toBe(true)
    expect(anchored({ location: 'src/a.ts:4' }, { ...inTree, hunks: [far, hunk] })).toBe(false)
    const staged: Content = { hunks: [], citation: 'tracked', evidence: evidence({ subject: body, worktree: ['one'], staged: [far, hunk] }) }
    expect(anchored({ cited: 'staged' }, staged)).toBe(true)
  })

  test('GAR-028: staged lines gone from a reviewed working tree are anchored in the staged part of the change', () => {
    const both: Content = { hunks: [], citation: 'tracked', evidence: evidence({ subject: body, worktree: ['one'], staged: [hunk] }) }
    expect(anchored({ cited: 'staged' }, both)).toBe(true)
    expect(anchored({ cited: 'staged', location: 'src/a.ts:3' }, both)).toBe(false)
  })
})

describe('what else a built finding carries', () => {
  test('fields pass through; the rule, not the title, names a fingerprint', () => {
    const [a] = build([wireFinding({ rule: 'engine/zero' })]).findings
    const [b] = build([wireFinding({ rule: 'engine/zero', title: 'Said otherwise' })]).findings
    const [c] = build([wireFinding({ title: 'Said otherwise' })]).findings
    expect(a).toMatchObject({ heading: 'bug', label: 'inferred', tag: 'none', rule: 'engine/zero', fix: { paths: ['src/a.ts'] }, decisionRef: null })
    expect(a?.fingerprint).toBe(b?.fingerprint)
    expect(a?.fingerprint).not.toBe(c?.fingerprint)
  })

  test('GAR-069: decisions name run ids', () => {
    const entry = { id: 'D1', title: 'Which', finding_ids: ['R1-F1', 'F007'], options: ['A', 'B'], suggested_default: 'A', who: 'author', wording: 'Use A' }
    const verdict = wireVerdict({ decisions: [entry] })
    const { decisions } = buildFindings({ verdict, first: 4, contents: () => inTree, ledgerPaths: new Set(), prior: [] })
    expect(decisions).toEqual([{ id: 'D1', title: 'Which', findingIds: ['F004', 'F007'], options: ['A', 'B'], suggestedDefault: 'A', wording: 'Use A' }])
  })
})
