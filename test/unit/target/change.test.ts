import { describe, expect, it } from 'vitest'
import type { RepoPath } from '../../../src/core/model/path.ts'
import type { Oid } from '../../../src/core/model/tree.ts'
import { buildChange, fileOf } from '../../../src/core/target/change.ts'

const side = (path: string, base: string | null, now: string | null) => ({ path: path as RepoPath, mode: '100644', baseMode: '100644', base: base as Oid | null, now: now as Oid | null })
const trees = { tree: 'tree' as Oid, base: 'base' as Oid }

describe('the change under review', () => {
  it('without further parents every differing path counts', () => {
    expect(buildChange(trees, [side('a', '1', '2'), side('b', null, '3')], []).files.map((file) => file.path)).toEqual(['a', 'b'])
  })
  it('a path that a merged parent holds as it is brings nothing new', () => {
    const change = buildChange(trees, [side('a', '1', '2'), side('b', '1', '4')], [{ tree: 'other' as Oid, sides: [side('b', '3', '4')] }])
    expect(change.files).toEqual([{ ...side('b', '1', '4'), published: ['3'] }])
    expect(fileOf(change, 'a' as RepoPath)).toBeUndefined()
  })
})
