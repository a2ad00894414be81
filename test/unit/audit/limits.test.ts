import { describe, expect, test } from 'vitest'
import { addsDependency } from '../../../src/core/audit/limits.ts'
import { addition, path } from '../gate/sample.ts'

function adds(line: string, name = 'package.json'): boolean {
  return addsDependency(addition(5, [line], { path: path(name) }))
}

describe('ruling C23: the value tells a dependency from any other member of a manifest', () => {
  test.each([
    '1.0.0', '^1.3.0', '~1.3', '>= 1.2', '<2 || >3', 'v1.2.3', '=1.0.0', '*', 'x', '^x', '~*', 'latest', 'next',
    'workspace:*', 'npm:other@1', 'file:../lib', 'link:../lib', 'portal:../lib', 'git:host/lib', 'git+ssh://git@host/lib.git', 'git+https://host/lib',
    'http://host/lib.tgz', 'https://host/lib.tgz', 'ssh://host/lib', 'github:someone/lib', 'gitlab:someone/lib', 'bitbucket:someone/lib', 'gist:0123',
    'someone/lib', 'some.one/lib.x#v1', 'someone/chart.js#v3',
  ])('"%s" is one', (value) => {
    expect(adds(`    "some-lib": "${value}",`)).toBe(true)
  })

  test.each([
    ['scripts.start', 'node app.js 80'], ['scripts.dev', 'next dev'], ['scripts.build', 'latest-build all'], ['scripts.x', 'xvfb-run node'], ['scripts.test', 'bin/run --all'],
    ['target', 'es2022'], ['license', 'MIT'], ['type', 'module'], ['module', 'dist/index.mjs'], ['main', 'dist/index.cjs'], ['types', 'dist/index.d.mts'], ['jsx', 'dist/a.jsx'], ['tsx', 'dist/a.tsx'],
    ['data', 'dist/a.json'], ['style', 'dist/a.css'], ['wasm', 'dist/a.wasm'], ['binding', 'build/a.node'],
    ['version', '2.0.0'], ['node', '>=20.19'], ['npm', '>=10'], ['packageManager', 'npm@10.8.2'],
  ])('"%s": "%s" is none', (name, value) => {
    expect(adds(`    "${name}": "${value}",`)).toBe(false)
  })

  test('a name on one line with its value on the next is one', () => {
    expect(addsDependency(addition(5, ['"some-lib":', '  "^1.0.0"'], { path: path('package.json') }))).toBe(true)
  })

  test.each(['package.json.md', 'package.json/notes', 'my-package.json', 'package_json'])('the file %s is no manifest', (name) => {
    expect(adds('"some-lib": "^1.0.0"', name)).toBe(false)
  })
})
