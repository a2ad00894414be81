import { describe, expect, it } from 'vitest'
import type { Oid } from '../../../src/core/model/tree.ts'
import type { Commit } from '../../../src/core/target/push-range.ts'
import { buildRange } from '../../../src/core/target/push-range.ts'

const oid = (name: string): Oid => name as Oid
const commit = (name: string, ...parents: readonly string[]): Commit => ({ oid: oid(name), tree: oid(`t${name}`), parents: parents.map(oid) })

describe('the range of a push', () => {
  it('a line of new commits grows from the published commit below it', () => {
    expect(buildRange(oid('c'), [commit('c', 'b'), commit('b', 'a')])).toMatchObject({ base: 'a', published: [] })
  })
  it('HK-159: a merge of a published side has the side among the published trees', () => {
    expect(buildRange(oid('m'), [commit('m', 'f', 'main2'), commit('f', 'main1')])).toMatchObject({ base: 'main1', published: ['main2'] })
  })
  it('history that no remote holds begins at nothing', () => {
    expect(buildRange(oid('b'), [commit('b', 'a'), commit('a')])).toMatchObject({ base: null, published: [] })
  })
  it('a tip that is published itself has an empty range', () => {
    expect(buildRange(oid('a'), [])).toMatchObject({ base: 'a', commits: [] })
  })
  it('a new side branch joined by an unpublished merge counts from its own published start too', () => {
    const range = buildRange(oid('m'), [commit('m', 'f', 's'), commit('f', 'a'), commit('s', 'b')])
    expect(range).toMatchObject({ base: 'a', published: ['b'] })
  })
})
