import { describe, expect, test } from 'vitest'
import type { HookFacts } from '../../../src/core/hook/decision.ts'
import { decideHook } from '../../../src/core/hook/decision.ts'
import type { Stop } from '../../../src/core/model/stop.ts'
import { helperFailures, stopSlugs } from '../../../src/core/model/stop.ts'
import { statusOf } from '../../../src/core/report/outcome.ts'

const clean: HookFacts = { status: 'clean', stop: 'no-qualifying', blocking: 0, pending: 0, subjectTree: 't1', cleanTree: 't1', onError: 'block', allNotReal: false }
const all: readonly Stop[] = [...stopSlugs, ...helperFailures]
const ended = (stop: Stop, more: Partial<HookFacts> = {}): HookFacts => ({ ...clean, stop, status: statusOf(stop, { declines: false, notReal: more.allNotReal ?? false }), ...more })

describe('rulings 2.6, 2.7: what lets an operation pass', () => {
  test('a clean run on exactly the tree that is published', () => {
    expect(decideHook(clean)).toEqual({ allow: true, because: 'clean' })
    expect(decideHook({ ...clean, status: 'clean-with-declines' })).toEqual({ allow: true, because: 'clean' })
  })

  test('nothing to review, without any tree', () => {
    expect(decideHook(ended('nothing-to-review', { cleanTree: null }))).toEqual({ allow: true, because: 'nothing-to-review' })
  })

  test('a set that triage refuted whole as not real', () => {
    expect(decideHook(ended('empty-approved', { allNotReal: true }))).toEqual({ allow: true, because: 'refuted' })
    expect(decideHook(ended('empty-approved'))).toEqual({ allow: false, reason: 'empty-approved' })
  })

  test('of all stops, no other', () => {
    expect(all.filter((stop) => decideHook(ended(stop)).allow)).toEqual(['no-qualifying', 'nothing-to-review'])
    for (const stop of all) {
      const decision = decideHook(ended(stop))
      if (!decision.allow) expect(decision.reason).toBe(stop)
    }
  })

  test('a clean stop with a status that is not clean does not pass', () => {
    expect(decideHook({ ...clean, status: 'stopped' })).toEqual({ allow: false, reason: 'no-qualifying' })
  })

  test('a clean status under a stop that is not clean does not pass either', () => {
    for (const stop of all.filter((s) => s !== 'no-qualifying' && s !== 'nothing-to-review')) expect(decideHook({ ...clean, stop })).toEqual({ allow: false, reason: stop })
    expect(decideHook({ ...clean, stop: 'round-cap', allNotReal: true })).toEqual({ allow: false, reason: 'round-cap' })
  })
})

describe('rulings 1.1: what holds an operation up though the loop ended clean', () => {
  test('a blocking finding, also with nothing that qualifies', () => {
    expect(decideHook({ ...clean, blocking: 1 })).toEqual({ allow: false, reason: 'blocking-findings' })
    expect(decideHook(ended('empty-approved', { allNotReal: true, blocking: 1 }))).toEqual({ allow: false, reason: 'blocking-findings' })
  })

  test('a pending line: the fix landed but is not staged', () => {
    expect(decideHook({ ...clean, pending: 1 })).toEqual({ allow: false, reason: 'pending' })
  })

  test('a tree that the clean gate did not see: staged meanwhile, or fixed only in the working tree', () => {
    expect(decideHook({ ...clean, cleanTree: 't2' })).toEqual({ allow: false, reason: 'tree-differs' })
    expect(decideHook({ ...clean, cleanTree: null })).toEqual({ allow: false, reason: 'tree-differs' })
    expect(decideHook(ended('empty-approved', { allNotReal: true, cleanTree: null }))).toEqual({ allow: false, reason: 'tree-differs' })
  })
})

describe('ruling C33: onError', () => {
  const excused: readonly Stop[] = [...helperFailures, 'time-budget']
  test('"block" blocks every helper failure with its label', () => {
    for (const stop of excused) expect(decideHook(ended(stop))).toEqual({ allow: false, reason: stop })
  })

  test('"warn" lets an answer that did not come pass, and no other stop', () => {
    expect(all.filter((stop) => { const d = decideHook(ended(stop, { onError: 'warn' })); return d.allow && d.because === 'warned' }).toSorted()).toEqual([...excused].toSorted())
  })

  test('"warn" never excuses findings that did come', () => {
    for (const stop of excused) {
      expect(decideHook(ended(stop, { onError: 'warn', blocking: 1 })).allow).toBe(false)
      expect(decideHook(ended(stop, { onError: 'warn', pending: 1 }))).toEqual({ allow: false, reason: stop })
    }
  })
})
