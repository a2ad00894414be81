import { describe, expect, test } from 'vitest'
import { begin, next } from '../../../src/core/loop/machine.ts'
import type { Hunk } from '../../../src/core/model/hunk.ts'
import type { At, State } from '../../../src/core/loop/machine.ts'
import { addition, sampleFinding } from '../gate/sample.ts'

const approved = [sampleFinding()]
const hunks: readonly Hunk[] = [addition(3, ['a'])]
const round: At<'open'>['round'] = { n: 1, cap: 3, mode: 'fix', selfWritten: true, before: false }
const fixing = { round, approved, spent: [] } as const

const states: readonly [string, State][] = [
  ['the beginning', begin(3, 'fix')],
  ['triage', next.open({ at: 'open', round }, { decisions: 0, qualifying: approved, selfWritten: true })],
  ['a close with a stop', next.open({ at: 'open', round }, { decisions: 0, qualifying: [], selfWritten: false })],
  ['a close that landed', next.audit({ at: 'audit', ...fixing }, { unmapped: [] })],
  ['a first fix', next.snapshot({ at: 'snapshot', round, approved }, { foreignEdit: false })],
  ['a restore before a retry', next.audit({ at: 'audit', ...fixing }, { unmapped: hunks })],
  ['the next round', next.close({ at: 'close', round }, { foreignEdit: false })],
  ['a stop', next.close({ at: 'close', round, stop: 'report-only' }, { foreignEdit: false })],
]

describe('the journal holds the state itself', () => {
  test.each(states)('%s comes back from its JSON as it was, with no key more or less', (_, state) => {
    expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state)
  })

  test('GAR-072: a run begins in round 1, with nothing self-written', () => {
    expect(begin(3, 'review')).toStrictEqual({ at: 'open', round: { n: 1, cap: 3, mode: 'review', selfWritten: false, before: false } })
  })

  test('GAR-078: a new round remembers whether the one before was self-written, and claims nothing of itself', () => {
    expect(next.close({ at: 'close', round }, { foreignEdit: false })).toStrictEqual({ at: 'open', round: { n: 2, cap: 3, mode: 'fix', selfWritten: false, before: true } })
  })

  test('a close that landed names no stop', () => {
    expect(next.audit({ at: 'audit', ...fixing }, { unmapped: [] })).toStrictEqual({ at: 'close', round })
  })
})
