import { describe, expect, test } from 'vitest'
import { auditReturn } from '../../../src/core/audit/contract.ts'

const entry = { file: 'src/a.ts', start: 1, end: 2, mapped: true, finding_id: 'F001', reason: 'the guard' }
const answer = (more: object = {}): object => ({ phase: 'DELTA', hunks: [{ ...entry, ...more }] })

describe('rulings 2.1: the answer of a delta audit', () => {
  test.each<[string, object]>([
    ['an entry a hunk', answer()],
    ['no hunk at all', { phase: 'DELTA', hunks: [] }],
    ['a hunk no finding explains', answer({ mapped: false, finding_id: null })],
    ['a reason of exactly two thousand characters', answer({ reason: 'x'.repeat(2000) })],
    ['lines far down the file', answer({ start: 900, end: 900 })],
  ])('may hold %s', (_, given) => {
    expect(auditReturn.safeParse(given)).toEqual({ success: true, data: given })
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['another phase', { ...answer(), phase: 'REVIEW' }],
    ['an empty phase', { ...answer(), phase: '' }],
    ['no hunks', { phase: 'DELTA' }],
    ['an unknown key', { ...answer(), verdict: 'fine' }],
    ['an unknown key in an entry', answer({ note: 'x' })],
    ['an entry that says nothing', { phase: 'DELTA', hunks: [{}] }],
    ['line 0', answer({ start: 0 })],
    ['an end of 0', answer({ end: 0 })],
    ['half a line', answer({ start: 1.5 })],
    ['a finding id left out', { phase: 'DELTA', hunks: [{ ...entry, finding_id: undefined }] }],
    ['a word for yes', answer({ mapped: 'yes' })],
    ['a reason that is a book', answer({ reason: 'x'.repeat(2001) })],
  ])('may not hold %s', (_, given) => {
    expect(auditReturn.safeParse(given).success).toBe(false)
  })
})
