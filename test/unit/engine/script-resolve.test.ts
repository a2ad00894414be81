import { describe, expect, test } from 'vitest'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import type { RepoPath } from '../../../src/core/model/path.ts'
import type { TreeEntry, Oid } from '../../../src/core/model/tree.ts'
import { parseOid } from '../../../src/core/model/tree.ts'
import { toPaths } from '../../../src/io/engine/across/paths.ts'
import type { Paths } from '../../../src/io/engine/across/paths.ts'
import { resolveScript } from '../../../src/io/engine/across/script-resolve.ts'

const oid = knownOid('1'.repeat(40))

function knownOid(text: string): Oid {
  const parsed = parseOid(text)
  if (parsed === undefined) throw new Error('no object id')
  return parsed
}

function pathsOf(...names: readonly string[]): Paths {
  return toPaths(new Map(names.map((name): [RepoPath, TreeEntry] => {
    const [path = '', mode = '100644'] = name.split(' ')
    return [parseRepoPath(path), { mode, oid }]
  })))
}

type Row = readonly [what: string, tree: readonly string[], spec: string, leads: string]

// The importing file is always src/a.ts.
const rows: readonly Row[] = [
  ['the file itself', ['src/b.js'], './b.js', 'src/b.js'],
  ['no extension', ['src/b.ts'], './b', 'src/b.ts'],
  ['a component', ['src/b.vue'], './b.vue', 'src/b.vue'],
  ['data', ['src/b.json'], './b', 'src/b.json'],
  ['the output of TypeScript', ['src/b.ts'], './b.js', 'src/b.ts'],
  ['the output of TypeScript with markup', ['src/b.tsx'], './b.js', 'src/b.tsx'],
  ['the output of a TypeScript module', ['src/b.mts'], './b.mjs', 'src/b.mts'],
  ['the output of a common TypeScript module', ['src/b.cts'], './b.cjs', 'src/b.cts'],
  ['a declaration alone', ['src/b.d.ts'], './b.js', 'src/b.d.ts'],
  ['a directory', ['src/b/index.ts'], './b', 'src/b/index.ts'],
  ['a directory by its slash', ['src/b/index.ts', 'src/b.ts'], './b/', 'src/b/index.ts'],
  ['the directory of the file', ['src/index.js'], '.', 'src/index.js'],
  ['the directory above', ['index.js'], '..', 'index.js'],
  ['a package root: its manifest says where', ['package.json', 'lib/main.js'], '..', 'open'],
  ['a directory with a manifest', ['src/b/package.json'], './b', 'open'],
  ['a directory with an index no resolver here reads', ['src/b/index.php'], './b', 'open'],
  ['a query', ['src/b.css'], './b.css?inline', 'src/b.css'],
  ['a variant for one platform', ['src/b.ios.js', 'src/b.android.js'], './b', 'open'],
  ['an extension some tool knows', ['src/b.coffee'], './b', 'open'],
  ['the output of another compiler', ['src/b.coffee'], './b.js', 'open'],
  ['a style that a build makes', ['src/b.scss'], './b.css', 'open'],
  ['a picture', [], './b.png', 'open'],
  ['the output of a build', [], '../dist/b.js', 'open'],
  ['generated code', [], './generated/b', 'open'],
  ['generated code by its name', [], './b.gen', 'open'],
  ['outside the repository', [], '../../b', 'open'],
  ['a loader', [], './b!./c', 'open'],
  ['an encoded path', ['src/b c.js'], './b%20c.js', 'open'],
  ['below a submodule', ['src/sub 160000'], './sub/b', 'open'],
  ['below a link', ['src/link 120000'], './link/b', 'open'],
  ['a link', ['src/b.js 120000'], './b.js', 'open'],
  ['nothing', ['src/c.ts'], './b', 'nowhere'],
  ['nothing but a test of it', ['src/b.test.ts'], './b', 'nowhere'],
  ['nothing but a document of it', ['src/b.md'], './b', 'nowhere'],
  ['nothing but data beside it', ['src/b.json'], './b.js', 'nowhere'],
  ['a directory without an index', ['src/b/c.ts'], './b', 'nowhere'],
  ['another case', ['src/B.ts'], './b', 'nowhere'],
]

describe('a relative import leads where a resolver would find it', () => {
  test.each(rows)('%s', (_what, tree, spec, leads) => {
    const resolved = resolveScript(pathsOf('src/a.ts', ...tree), parseRepoPath('src/a.ts'), spec)
    expect(resolved.kind === 'files' ? resolved.files.join(' ') : resolved.kind).toBe(leads)
  })
})

test('the paths that differ in case alone are found by any spelling', () => {
  const paths = pathsOf('src/Button.ts', 'src/button.css')
  expect(paths.otherCases('src/button.ts')).toEqual(['src/Button.ts'])
  expect(paths.otherCases('src/Button.ts')).toEqual([])
})
