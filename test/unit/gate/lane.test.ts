import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Citation, Range } from '../../../src/core/model/finding.ts'
import { renderLocation } from '../../../src/core/model/finding.ts'
import type { PathEvidence } from '../../../src/core/gate/lane.ts'
import { classifyLane, laneCases } from '../../../src/core/gate/lane.ts'
import { addition, evidence, file, range } from './sample.ts'

const body = ['one', 'two', 'three', 'four', 'five']
const [tree, commits] = ['working-tree lane', 'local-commits lane']

type Row = { rule: string; cited: Citation; at: Range; has: Partial<PathEvidence>; case: number; lane: string; location: string }
const rows: Row[] = [
  { rule: 'GAR-027 case 1: a scan hit in content that only the index holds keeps its numbers',
    cited: 'staged-scan', at: range(2), has: { subject: body, worktree: body }, case: 1, lane: commits, location: 'src/a.ts:2' },
  { rule: 'GAR-028 case 2: staged lines gone from the working-tree file keep their numbers',
    cited: 'staged', at: range(2, 3), has: { subject: ['one', 'NEW', 'NEWER'], worktree: body, staged: [addition(2, ['NEW', 'NEWER'])] }, case: 2, lane: commits, location: 'src/a.ts:2-3' },
  { rule: 'GAR-028 case 2: half of the staged lines is not the staged lines',
    cited: 'staged', at: range(2, 3), has: { subject: ['one', 'NEW', 'NEWER'], worktree: ['one', 'NEW', 'other'] }, case: 2, lane: commits, location: 'src/a.ts:2-3' },
  { rule: 'GAR-028 case 2: a staged file that the working tree lacks',
    cited: 'staged', at: range(1), has: { subject: body, worktree: null }, case: 2, lane: commits, location: 'src/a.ts:1' },
  { rule: 'GAR-029 case 3: staged lines found several times, never at the cited numbers',
    cited: 'staged', at: range(1), has: { subject: ['dup'], worktree: ['x', 'dup', 'dup'], staged: [addition(1, ['dup'])] }, case: 3, lane: commits, location: 'src/a.ts:1' },
  { rule: 'GAR-030 case 4: a staged line found elsewhere is re-cited, then classified by content (GAR-033 case 7)',
    cited: 'staged', at: range(2), has: { subject: ['one', 'NEW'], worktree: ['x', 'y', 'one', 'NEW'], staged: [addition(2, ['NEW'])] }, case: 7, lane: tree, location: 'src/a.ts:4' },
  { rule: 'GAR-030 case 4: among several matches the one at the cited numbers is meant',
    cited: 'staged', at: range(2), has: { subject: ['a', 'dup'], worktree: ['dup', 'dup', 'dup'], staged: [addition(2, ['dup'])] }, case: 7, lane: tree, location: 'src/a.ts:2' },
  { rule: 'GAR-030 case 4: a re-cited line inside an unstaged hunk is case 5',
    cited: 'staged', at: range(1), has: { subject: ['NEW'], worktree: ['x', 'NEW', 'y'], unstaged: [addition(1, ['x', 'NEW', 'y'])], staged: [addition(1, ['NEW'])] }, case: 5, lane: tree, location: 'src/a.ts:2' },
  { rule: 'GAR-030 case 4: a block moves as a whole, with its length',
    cited: 'staged', at: range(1, 2), has: { subject: ['A', 'B'], worktree: ['x', 'A', 'B'], staged: [addition(1, ['A', 'B'])] }, case: 7, lane: tree, location: 'src/a.ts:2-3' },
  { rule: 'GAR-031 case 5: a range inside an unstaged hunk',
    cited: 'unstaged', at: range(2, 3), has: { worktree: body, unstaged: [addition(2, ['two', 'three', 'four'])] }, case: 5, lane: tree, location: 'src/a.ts:2-3' },
  { rule: 'GAR-031 case 5: a range that only begins in the hunk is not inside it',
    cited: 'unstaged', at: range(2, 5), has: { worktree: body, unstaged: [addition(2, ['two', 'three'])] }, case: 8, lane: tree, location: 'src/a.ts:2-5' },
  { rule: 'GAR-032 case 6: an untracked file is one hunk from its first line to its last',
    cited: 'untracked', at: range(1, 5), has: { tracked: false, untracked: true, worktree: body }, case: 6, lane: tree, location: 'src/a.ts:1-5' },
  { rule: 'GAR-032 case 6: beyond the end of an untracked file is case 9',
    cited: 'untracked', at: range(5, 6), has: { tracked: false, untracked: true, worktree: body }, case: 9, lane: commits, location: 'src/a.ts:5-6' },
  { rule: 'GAR-033 case 7: a staged hunk is found by its content, not by coincident numbers',
    cited: 'tracked', at: range(4), has: { worktree: body, staged: [addition(2, ['four'])] }, case: 7, lane: tree, location: 'src/a.ts:4' },
  { rule: 'GAR-033 case 7: numbers that only coincide with a staged hunk are case 8',
    cited: 'tracked', at: range(2), has: { worktree: body, staged: [addition(2, ['four'])] }, case: 8, lane: tree, location: 'src/a.ts:2' },
  { rule: 'GAR-034 case 8: lines of a tracked file that no hunk covers',
    cited: 'tracked', at: range(5), has: { worktree: body }, case: 8, lane: tree, location: 'src/a.ts:5' },
  { rule: 'GAR-034 case 8: a finding in a local commit whose file still carries the lines is fixable at its working-tree numbers',
    cited: 'commit', at: range(1, 2), has: { subject: ['four', 'five'], worktree: body }, case: 8, lane: tree, location: 'src/a.ts:4-5' },
  { rule: 'GAR-035 case 9: a tracked file without the cited lines',
    cited: 'tracked', at: range(6), has: { worktree: body }, case: 9, lane: commits, location: 'src/a.ts:6' },
  { rule: 'GAR-035 case 9: a pushed line that the working tree no longer holds keeps its numbers',
    cited: 'commit', at: range(2), has: { subject: ['one', 'GONE'], worktree: body, unstaged: [addition(2, ['two'])] }, case: 9, lane: commits, location: 'src/a.ts:2' },
  { rule: 'GAR-035 case 9: a pushed line found several times, never at the cited numbers',
    cited: 'commit', at: range(1), has: { subject: ['dup'], worktree: ['x', 'dup', 'dup'] }, case: 9, lane: commits, location: 'src/a.ts:1' },
  { rule: 'GAR-035 case 9: a path that is neither tracked nor untracked',
    cited: 'tracked', at: range(1), has: { tracked: false, worktree: body }, case: 9, lane: commits, location: 'src/a.ts:1' },
  { rule: 'GAR-025: a deleted file has no working-tree lines, even where an unstaged hunk names line 1',
    cited: 'unstaged', at: range(1), has: { worktree: null, unstaged: [addition(0, [], { removed: ['one'] })] }, case: 9, lane: commits, location: 'src/a.ts:1' },
  { rule: 'GAR-031: a pure deletion is inside its hunk at the line before it',
    cited: 'unstaged', at: range(2), has: { worktree: body, unstaged: [addition(2, [], { removed: ['gone'] })] }, case: 5, lane: tree, location: 'src/a.ts:2' },
]

describe('GAR-022 to GAR-035: the nine lane cases', () => {
  test.each(rows)('$rule', (row) => {
    const placed = classifyLane({ path: file, range: row.at }, row.cited, evidence(row.has))
    expect({ case: placed.case, lane: placed.lane, location: renderLocation(placed.location) }).toEqual({ case: row.case, lane: row.lane, location: row.location })
  })

  test('GAR-026: the cases stand in the order 1 to 9, and only case 4 assigns no lane', () => {
    expect(laneCases.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(laneCases.filter((step) => !('lane' in step)).map(({ n }) => n)).toEqual([4])
  })

  test('GAR-012: the lane is one of exactly two strings', () => {
    expect(new Set(laneCases.flatMap((step) => ('lane' in step ? [step.lane] : [])))).toEqual(new Set([tree, commits]))
  })
})

const line = fc.constantFrom('a', 'b', 'c')
const content = fc.option(fc.array(line, { maxLength: 6 }), { nil: null })
const anyHunk = fc.record({ newStart: fc.integer({ min: 0, max: 6 }), added: fc.array(line, { maxLength: 3 }), removed: fc.array(line, { maxLength: 2 }) })
  .map(({ newStart, added, removed }) => addition(newStart, added, { removed }))
const anyEvidence = fc.record({
  tracked: fc.boolean(), untracked: fc.boolean(), staged: fc.array(anyHunk, { maxLength: 3 }), unstaged: fc.array(anyHunk, { maxLength: 3 }), subject: content, worktree: content,
})
const anyRange = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 3 })).map(([start, more]) => range(start, start + more))
const anyCitation = fc.constantFrom<Citation>('staged-scan', 'staged', 'unstaged', 'untracked', 'tracked', 'commit')

describe('lane classification as a function', () => {
  test('is total and deterministic, and a working-tree lane names lines the working tree has or had beside a deletion', () => {
    fc.assert(fc.property(anyRange, anyCitation, anyEvidence, (at, cited, has) => {
      const placed = classifyLane({ path: file, range: at }, cited, has)
      expect(classifyLane({ path: file, range: at }, cited, has)).toEqual(placed)
      expect(placed.location.range.end - placed.location.range.start).toBe(at.end - at.start)
      expect(placed.lane).toBe([5, 6, 7, 8].includes(placed.case) ? tree : commits)
      if (placed.lane === tree) expect(has.worktree).not.toBeNull()
    }), { numRuns: 1000 })
  })

  test('GAR-023: lines cited from the index or a commit that reach the working-tree lane stand there with the same text', () => {
    fc.assert(fc.property(anyRange, fc.constantFrom<Citation>('staged', 'commit'), anyEvidence, (at, cited, has) => {
      const { lane, location } = classifyLane({ path: file, range: at }, cited, has)
      fc.pre(lane === tree)
      expect(has.worktree?.slice(location.range.start - 1, location.range.end)).toEqual(has.subject?.slice(at.start - 1, at.end))
    }), { numRuns: 1000 })
  })
})
