import { describe, expect, test } from 'vitest'
import type { Finding } from '../../../src/core/model/finding.ts'
import { qualify } from '../../../src/core/qualify/qualify.ts'
import { sampleFinding } from '../gate/sample.ts'

describe('GAR-037, GAR-043: the report says which condition a finding missed', () => {
  test.each<[string, Partial<Finding>, string]>([
    ['its tag', { tag: 'closed' }, 'the tag "closed" permits no fix'],
    ['its tag, when a decision settled it', { tag: 'settled by a decision' }, 'the tag "settled by a decision" permits no fix'],
    ['GAR-052: reproduction lines', { reproductionLine: true, anchored: false }, 'the lines belong to a reproduction named in ledger.txt'],
    ['GAR-055: an issue the gate calls pre-existing', { preExisting: true, anchored: false }, 'the issue was there before the change'],
    ['GAR-055: a scope extension', { scopeExtension: true, anchored: false }, 'the fix would extend the scope of the change'],
    ['GAR-048: lines the change left alone', { anchored: false }, 'the change neither added nor modified these lines'],
    ['GAR-059: its severity', { heading: 'should_fix' }, 'below the severity floor "bug"'],
    ['GAR-069: a decision over it', { id: 'F007' }, 'the fix depends on a pending decision'],
    ['ruling C16: the user, who declined it', { fingerprint: 'd'.repeat(16) }, 'declined by the user'],
  ])('%s', (_, finding, reason) => {
    const answer = qualify(sampleFinding(finding), new Set(['F007']), { severityFloor: 'bug', declined: new Set(['d'.repeat(16)]) })
    expect(answer).toMatchObject({ qualifies: false, reason })
  })

  test('the floor it names is the one that was set', () => {
    const answer = qualify(sampleFinding(), new Set(), { severityFloor: 'critical', declined: new Set() })
    expect(answer).toMatchObject({ reason: 'below the severity floor "critical"' })
  })

  test('a finding that claims to be pre-existing never qualifies, although the change touched its lines', () => {
    const answer = qualify(sampleFinding({ preExisting: true, anchored: true }), new Set(), { severityFloor: 'all', declined: new Set() })
    expect(answer).toMatchObject({ qualifies: false, class: 'follow-up:pre-existing' })
  })
})
