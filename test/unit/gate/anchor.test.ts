import { describe, expect, test } from 'vitest'
import type { Content } from '../../../src/core/gate/anchor.ts'
import { isAnchored, rangeInSubject } from '../../../src/core/gate/anchor.ts'
import { placesOf } from '../../../src/core/gate/block.ts'
import type { Placed } from '../../../src/core/gate/lane.ts'
import { classifyLane } from '../../../src/core/gate/lane.ts'
import type { Citation, Range } from '../../../src/core/model/finding.ts'
import { addition, evidence, file, range, wireFinding } from './sample.ts'

const body = ['one', 'two', 'three', 'four']
const placedAt = (at: Range, lane: Placed['lane'] = 'working-tree lane'): Placed => ({ location: { path: file, range: at }, lane, case: lane === 'working-tree lane' ? 7 : 2 })

describe('where cited lines stand in the subject', () => {
  const reviewing = (citation: Citation): Content => ({ hunks: [], citation, evidence: evidence({ subject: body, worktree: ['new', ...body] }) })

  test.each<[string, Citation, Citation, Placed, Range | undefined]>([
    ['lines of the reviewed index keep their numbers', 'staged', 'staged', placedAt(range(3)), range(2)],
    ['lines of a reviewed working tree keep their numbers', 'unstaged', 'tracked', placedAt(range(2)), range(2)],
    ['GAR-030: staged lines of a reviewed working tree stand where they were found in it', 'staged', 'tracked', placedAt(range(3)), range(3)],
    ['GAR-028: staged lines that a reviewed working tree lacks stand nowhere in it', 'staged', 'tracked', placedAt(range(2), 'local-commits lane'), undefined],
    ['working-tree lines of a reviewed index stand where their text is in it', 'unstaged', 'staged', placedAt(range(2)), range(1)],
  ])('%s', (_, citation, reviewed, placed, expected) => {
    expect(rangeInSubject({ range: range(2), citation }, reviewing(reviewed), placed)).toEqual(expected)
  })

  test('working-tree lines that the reviewed index does not hold stand nowhere in it', () => {
    expect(rangeInSubject({ range: range(1), citation: 'unstaged' }, reviewing('staged'), placedAt(range(1)))).toBeUndefined()
  })
})

describe('GAR-048: the Scope anchor', () => {
  const content: Content = { hunks: [addition(2, ['', 'two'])], citation: 'tracked', evidence: evidence({ subject: body, worktree: body }) }
  const aside = { range: range(4), citation: 'tracked', subject: range(4) } as const

  test('an empty quote is no quote, although the change adds an empty line', () => {
    expect(isAnchored(wireFinding({ anchor: { kind: 'diff', quote: ' ' } }), content, aside)).toBe(false)
    expect(isAnchored(wireFinding({ anchor: { kind: 'diff' } }), content, aside)).toBe(false)
    expect(isAnchored(wireFinding({ anchor: { kind: 'diff', quote: 'two' } }), content, aside)).toBe(true)
  })

  test('without an anchor it does not hold, whatever is quoted and wherever the lines are', () => {
    expect(isAnchored(wireFinding({ anchor: { kind: 'none', quote: 'two' } }), content, { ...aside, range: range(2), subject: range(2) })).toBe(false)
  })
})

describe('GAR-033 case 7: content, not numbers', () => {
  const lane = (cited: Citation, at: Range, has: Parameters<typeof evidence>[0]): number => classifyLane({ path: file, range: at }, cited, evidence(has)).case

  test('a staged line is matched by its own text, although the rest of its hunk was edited since', () => {
    const has = { subject: ['A', 'B'], worktree: ['x', 'A', 'C'], staged: [addition(1, ['A', 'B'])], unstaged: [addition(1, ['x']), addition(3, ['C'], { removed: ['B'] })] }
    expect(lane('staged', range(1), has)).toBe(7)
  })

  test('a staged deletion has no text to be found: lines at its number are case 8', () => {
    expect(lane('tracked', range(2), { worktree: body, staged: [addition(2, [], { removed: ['gone'] })] })).toBe(8)
  })

  test('an empty block, and a block of absent content, is nowhere', () => {
    expect([placesOf([], body), placesOf(undefined, body), placesOf(['one'], null)]).toEqual([[], [], []])
  })
})
