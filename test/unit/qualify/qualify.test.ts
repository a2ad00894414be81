import { describe, expect, test } from 'vitest'
import type { Finding, Heading, Label, Tag } from '../../../src/core/model/finding.ts'
import { heldFindings, isBlocking, qualify } from '../../../src/core/qualify/qualify.ts'
import { sampleFinding } from '../gate/sample.ts'

type Floor = 'critical' | 'bug' | 'all'
const options = (severityFloor: Floor = 'bug', declined: readonly string[] = []) => ({ severityFloor, declined: new Set(declined) })
const classOf = (finding: Partial<Finding>, held: readonly string[] = [], opts = options()): string => {
  const answer = qualify(sampleFinding(finding), new Set(held), opts)
  return answer.qualifies ? 'qualifies' : answer.class
}

describe('GAR-037: a finding qualifies when all five conditions hold', () => {
  test('all five hold', () => {
    expect(classOf({})).toBe('qualifies')
  })

  test.each<[Tag, string]>([
    ['none', 'qualifies'], ['open', 'qualifies'], ['open and not acknowledged', 'qualifies'], ['regressed', 'qualifies'], ['new', 'qualifies'],
    ['closed', 'follow-up:tag'], ['settled by a decision', 'follow-up:tag'],
  ])('GAR-039 to GAR-041: the tag "%s" leads to %s', (tag, expected) => {
    expect(classOf({ tag })).toBe(expected)
  })

  test.each<[string, Heading, Label, Record<Floor, string>]>([
    ['GAR-056', 'critical', 'verified', { critical: 'qualifies', bug: 'qualifies', all: 'qualifies' }],
    ['GAR-056', 'critical', 'inferred', { critical: 'qualifies', bug: 'qualifies', all: 'qualifies' }],
    ['GAR-057', 'bug', 'verified', { critical: 'follow-up:severity', bug: 'qualifies', all: 'qualifies' }],
    ['GAR-058', 'bug', 'inferred', { critical: 'follow-up:severity', bug: 'follow-up:severity', all: 'qualifies' }],
    ['GAR-059', 'should_fix', 'verified', { critical: 'follow-up:severity', bug: 'follow-up:severity', all: 'qualifies' }],
    ['GAR-059', 'should_fix', 'inferred', { critical: 'follow-up:severity', bug: 'follow-up:severity', all: 'qualifies' }],
  ])('%s: the severity floor for %s, %s', (_, heading, label, expected) => {
    for (const floor of ['critical', 'bug', 'all'] as const) expect(classOf({ heading, label }, [], options(floor))).toBe(expected[floor])
  })

  test.each<[string, Partial<Finding>, string]>([
    ['GAR-042, GAR-043: outside the working-tree lane', { lane: 'local-commits lane', laneCase: 9 }, 'follow-up:lane'],
    ['GAR-048: not anchored', { anchored: false }, 'follow-up:pre-existing'],
    ['GAR-055: pre-existing', { anchored: false, preExisting: true }, 'follow-up:pre-existing'],
    ['GAR-055: a scope extension', { anchored: false, scopeExtension: true }, 'follow-up:scope-extension'],
    ['GAR-053: reproduction lines', { anchored: false, reproductionLine: true }, 'reproduction-line'],
  ])('%s', (_, finding, expected) => {
    expect(classOf(finding)).toBe(expected)
  })

  test('GAR-069: held under a decision', () => {
    expect(classOf({}, ['F001'])).toBe('held-for-decision')
    expect(classOf({}, ['F002'])).toBe('qualifies')
  })

  test('ruling C16: a declined fingerprint', () => {
    expect(classOf({}, [], options('bug', ['0123456789abcdef']))).toBe('declined')
  })

  test('a finding with every fault has one class, by the order tag, reproduction, anchor, severity, decision, declined, lane', () => {
    const all: Partial<Finding> = { tag: 'closed', reproductionLine: true, anchored: false, preExisting: true, heading: 'should_fix', lane: 'local-commits lane' }
    const step = (better: Partial<Finding>, held = ['F001'], opts = options('bug', ['0123456789abcdef'])): string => classOf({ ...all, ...better }, held, opts)
    expect([
      step({}),
      step({ tag: 'open' }),
      step({ tag: 'open', reproductionLine: false }),
      step({ tag: 'open', reproductionLine: false, preExisting: false, anchored: true }),
      step({ tag: 'open', reproductionLine: false, preExisting: false, anchored: true, heading: 'critical' }),
      step({ tag: 'open', reproductionLine: false, preExisting: false, anchored: true, heading: 'critical' }, []),
      step({ tag: 'open', reproductionLine: false, preExisting: false, anchored: true, heading: 'critical' }, [], options()),
    ]).toEqual(['follow-up:tag', 'reproduction-line', 'follow-up:pre-existing', 'follow-up:severity', 'held-for-decision', 'declined', 'follow-up:lane'])
  })

  test('every refusal says why', () => {
    const answer = qualify(sampleFinding({ lane: 'local-commits lane', laneCase: 3 }), new Set(), options())
    expect(answer).toEqual({ qualifies: false, class: 'follow-up:lane', reason: 'the working-tree file does not hold these lines (case 3)' })
  })
})

describe('GAR-069: what a decision holds', () => {
  test('is every finding it names and every finding that names it', () => {
    const decision = { id: 'D1', title: '', findingIds: ['F002'], options: ['A'], suggestedDefault: 'A', wording: '' }
    expect(heldFindings([sampleFinding(), sampleFinding({ id: 'F003', decisionRef: 'D1' })], [decision])).toEqual(new Set(['F002', 'F003']))
  })
})

describe('rulings 1.1: what blocks a hook', () => {
  test.each<[string, Partial<Finding>, boolean]>([
    ['a verified bug in the subject', {}, true],
    ['the lane is no part of it: an index-only bug', { lane: 'local-commits lane', laneCase: 2 }, true],
    ['an inferred critical finding', { heading: 'critical', label: 'inferred' }, true],
    ['not an inferred bug', { label: 'inferred' }, false],
    ['not what should be fixed though it is no clear bug', { heading: 'should_fix' }, false],
    ['not a closed finding', { tag: 'closed' }, false],
    ['not a settled finding', { tag: 'settled by a decision' }, false],
    ['not what the change did not touch', { anchored: false }, false],
    ['not reproduction lines', { reproductionLine: true }, false],
  ])('%s', (_, finding, blocks) => {
    expect(isBlocking(sampleFinding(finding), options())).toBe(blocks)
  })

  test('not a declined finding', () => {
    expect(isBlocking(sampleFinding(), options('bug', ['0123456789abcdef']))).toBe(false)
  })

  test('ruling C4: the floor "critical" narrows it, the floor "all" never widens it', () => {
    expect(isBlocking(sampleFinding(), options('critical'))).toBe(false)
    expect(isBlocking(sampleFinding({ heading: 'critical' }), options('critical'))).toBe(true)
    expect(isBlocking(sampleFinding({ heading: 'should_fix' }), options('all'))).toBe(false)
    expect(isBlocking(sampleFinding({ label: 'inferred' }), options('all'))).toBe(false)
    expect(isBlocking(sampleFinding(), options('all'))).toBe(true)
  })
})
