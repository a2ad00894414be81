import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeBetween, readerAt } from '../../src/app/run/trees.ts'
import { diffHunks, splitLines } from '../../src/core/evidence/hunks.ts'
import type { Content } from '../../src/core/gate/anchor.ts'
import { checkVerdict } from '../../src/core/gate/check.ts'
import { buildFindings } from '../../src/core/gate/findings.ts'
import type { GateAsk } from '../../src/core/gate/port.ts'
import type { Finding } from '../../src/core/model/finding.ts'
import type { Oid } from '../../src/core/model/tree.ts'
import { openContext } from '../../src/io/git/context.ts'
import { runGit } from '../../src/io/git/run.ts'
import { treeOf } from '../../src/io/git/tree.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeRepo } from '../support/repo.ts'
import { engine } from './fakes.ts'

let repo: TestRepo
beforeEach(() => { repo = makeRepo() })
afterEach(() => { repo.dispose() })

const snapshot = 'a'.repeat(40)

/** Reviews the last commit as the controller would, and returns what it makes of the verdict. */
async function reviewLast(listed: Oid[] = []): Promise<readonly Finding[]> {
  const context = await openContext(repo.top, repo.env)
  const [base, tree] = [await runGit(context, treeOf('HEAD^')), await runGit(context, treeOf('HEAD'))]
  if (base === undefined || tree === undefined) throw new Error('no tree')
  const reader = readerAt(context)
  const objects = { ...reader, paths: async (of: Oid) => { listed.push(of); return reader.paths(of) } }
  const change = await changeBetween(context, { tree, base }, [])
  const ask: GateAsk = { round: 1, mode: 'first', snapshot, head: null, change, prior: [], ledger: '', task: null, objects, signal: new AbortController().signal }
  const { value: verdict } = await engine().review(ask, '')
  const bound = { round: 1, mode: 'first', snapshot, prior: [], paths: new Set(change.files.map(({ path }) => path)), agent: false } as const
  expect(checkVerdict(verdict, bound)).toEqual({ ok: true })
  const blobs = await objects.blobs(change.files.flatMap(({ base: before, now, mode }) => (mode === '160000' ? [] : [before, now])).filter((oid): oid is Oid => oid !== null))
  const contents = (path: string): Content => {
    const file = change.files.find((one) => one.path === path)
    if (file === undefined) throw new Error(`${path} is not in the change`)
    const bytes = (oid: Oid | null): Uint8Array | null => (oid === null ? null : blobs.get(oid) ?? null)
    const lines = file.now === null ? null : splitLines(new TextDecoder().decode(bytes(file.now) ?? undefined))
    return { hunks: diffHunks(file.path, bytes(file.base), bytes(file.now)), citation: 'commit', evidence: { tracked: true, untracked: false, staged: [], unstaged: [], subject: lines, worktree: lines } }
  }
  return buildFindings({ verdict, first: 1, contents, ledgerPaths: new Set(), prior: [] }).findings
}

const brief = (findings: readonly Finding[]): readonly string[] => findings.map(({ rule, cited, anchored }) => `${rule ?? ''} ${cited.path}:${cited.range.start} ${anchored ? 'anchored' : 'loose'}`)

describe('the checks across files read the trees of git', () => {
  beforeEach(() => {
    repo.write('src/b.js', 'export const a = 1\nexport const b = 2\n')
    repo.write('src/c.js', "import { b } from './b.js'\nexport const c = b\n")
    repo.write('other.txt', 'x\n')
    repo.commitAll('base')
  })

  test('an import of a file that only the working tree holds', async () => {
    repo.write('src/d.js', "import { e } from './e.js'\nexport const d = e\n")
    repo.git('add', 'src/d.js')
    repo.write('src/e.js', 'export const e = 1\n')
    repo.git('commit', '-q', '-m', 'd')
    expect(brief(await reviewLast())).toEqual(['gar/unresolved-import src/d.js:1 anchored'])
  })

  test('GAR-048: a removed name is anchored where it was, though the file that needs it is not in the change', async () => {
    repo.write('src/b.js', 'export const a = 1\n')
    repo.commitAll('b')
    expect(brief(await reviewLast())).toEqual(['gar/still-imported src/b.js:1 anchored'])
  })

  test('GAR-048: a deleted file is anchored at its first line', async () => {
    repo.remove('src/b.js')
    repo.commitAll('b')
    const [finding] = await reviewLast()
    expect(brief(finding === undefined ? [] : [finding])).toEqual(['gar/still-imported src/b.js:1 anchored'])
    expect(finding?.lane).toBe('local-commits lane')
  })

  test('a name with other characters, below a link, or of a submodule does no harm', async () => {
    repo.write('src/ü b.js', 'export const u = 1\n')
    repo.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},src/sub`)
    repo.write('src/d.js', "import { u } from './ü b.js'\nimport { s } from './sub/s.js'\nexport const d = [u, s]\n")
    repo.git('add', 'src/ü b.js', 'src/d.js')
    repo.git('commit', '-q', '-m', 'd')
    expect(brief(await reviewLast())).toEqual([])
  })

  test('the tree is listed once when an import changes, and not at all when none does', async () => {
    repo.write('src/c.js', "import { b } from './b.js'\nexport const c = b + 1\n")
    repo.commitAll('c')
    const listed: Oid[] = []
    expect(brief(await reviewLast(listed))).toEqual([])
    expect(listed).toHaveLength(0)
    repo.write('src/c.js', "import { a, b } from './b.js'\nexport const c = b + a\n")
    repo.commitAll('c')
    expect(brief(await reviewLast(listed))).toEqual([])
    expect(listed).toHaveLength(1)
  })
})
