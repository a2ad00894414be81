import { describe, expect, test } from 'vitest'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import type { RepoPath } from '../../../src/core/model/path.ts'
import type { TreeEntry } from '../../../src/core/model/tree.ts'
import { parseOid } from '../../../src/core/model/tree.ts'
import { toPaths } from '../../../src/io/engine/across/paths.ts'
import { resolvePython } from '../../../src/io/engine/across/python-resolve.ts'

const oid = parseOid('1'.repeat(40))
if (oid === undefined) throw new Error('no object id')

type Row = readonly [what: string, tree: readonly string[], spec: string, leads: string]

// The importing file is always pkg/sub/a.py.
const rows: readonly Row[] = [
  ['a neighbour', ['pkg/sub/b.py'], '.b', 'pkg/sub/b.py'],
  ['the package itself', ['pkg/sub/__init__.py'], '.', 'pkg/sub/__init__.py'],
  ['one package up', ['pkg/b.py'], '..b', 'pkg/b.py'],
  ['a package', ['pkg/sub/b/__init__.py'], '.b', 'pkg/sub/b/__init__.py'],
  ['an absolute import of the repository', ['pkg/__init__.py', 'pkg/b.py'], 'pkg.b', 'pkg/b.py'],
  ['an absolute import under src', ['src/other/__init__.py', 'src/other/b.py'], 'other.b', 'src/other/b.py'],
  ['a package that is installed', [], 'requests.b', 'open'],
  ['a package the standard library has too', ['email/__init__.py'], 'email.b', 'open'],
  ['a package in two places', ['pkg/__init__.py', 'src/pkg/__init__.py'], 'pkg.b', 'open'],
  ['a directory without a file of its own', ['pkg/sub/b/c.py'], '.b', 'open'],
  ['a compiled module', ['pkg/sub/b.pyx'], '.b', 'open'],
  ['a stub', ['pkg/sub/b.pyi'], '.b', 'open'],
  ['a private module where something is compiled', ['src/b.c'], '._b', 'open'],
  ['a private module', [], '._b', 'nowhere'],
  ['the module that holds the version', [], '._version', 'open'],
  ['generated code', [], '.b_pb2', 'open'],
  ['above the repository', [], '....b', 'open'],
  ['nothing', [], '.b', 'nowhere'],
  ['nothing in a package of the repository', ['pkg/__init__.py'], 'pkg.b', 'nowhere'],
]

describe('a Python import leads where the repository shows it', () => {
  test.each(rows)('%s', (_what, tree, spec, leads) => {
    const paths = toPaths(new Map(tree.map((path): [RepoPath, TreeEntry] => [parseRepoPath(path), { mode: '100644', oid }])))
    const module = resolvePython(paths, parseRepoPath('pkg/sub/a.py'), spec)
    expect(module.kind === 'module' ? module.file : module.kind).toBe(leads)
  })
})
