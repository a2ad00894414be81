import { describe, expect, test } from 'vitest'
import { brief, reviewOf } from './fakes.ts'

describe('only what the change introduced is reported', () => {
  test('a finding of the base is no news, wherever its line moved', async () => {
    expect(brief(await reviewOf({ 'a.js': { base: 'debugger\n', now: 'f()\nfunction f() {}\n\ndebugger\n' } }))).toEqual([])
  })

  test('a finding on an edited line stays the finding it was', async () => {
    expect(brief(await reviewOf({ 'a.js': { base: 'foo(1)\n', now: 'foo(2)\n' } }))).toEqual([])
  })

  test('a second occurrence of what the base holds once is news', async () => {
    const base = 'export const f = (x) => x === NaN\n'
    expect(brief(await reviewOf({ 'a.js': { base, now: `${base}export const g = (y) => y === NaN\n` } }))).toEqual(['eslint/use-isnan a.js:2 bug/verified'])
  })

  test('what another published version holds is no news', async () => {
    expect(brief(await reviewOf({ 'a.js': { base: 'export {}\n', now: 'debugger\nexport {}\n', published: ['debugger\nexport {}\n'] } }))).toEqual([])
  })

  test('a file that was broken before does not become news by staying broken', async () => {
    expect(brief(await reviewOf({ 'a.js': { base: 'f(\n', now: 'f((\n' } }))).toEqual([])
  })

  test('a file that parses again is judged on the changed lines alone', async () => {
    const findings = brief(await reviewOf({ 'a.js': { base: 'old()\nf(\n', now: 'old()\nbrandNew()\n' } }))
    expect(findings).toEqual(['eslint/no-undef a.js:2 critical/verified'])
  })

  test('a syntax error silences the other findings of its file', async () => {
    expect(brief(await reviewOf({ 'a.py': 'breakpoint()\na = (\n' }))).toEqual(['syntax a.py:2 critical/verified'])
  })

  test('a moved file keeps its base, with or without an edit on the way', async () => {
    const text = 'one()\ntwo()\nthree()\nfour()\n'
    expect(brief(await reviewOf({ 'old.js': { base: text, now: null }, 'new.js': text }))).toEqual([])
    expect(brief(await reviewOf({ 'old.js': { base: text, now: null }, 'new.js': `${text}five()\n` }))).toEqual(['eslint/no-undef new.js:5 critical/verified'])
  })

  test('the uses of one undefined name are one finding, at a changed line', async () => {
    const verdict = await reviewOf({ 'a.js': { base: "import { b } from 'b'\nb()\n", now: 'b()\n\nb(1)\nb(2)\n' } })
    expect(brief(verdict)).toEqual(['eslint/no-undef a.js:3 critical/verified'])
  })

  test('GAR-048: a finding outside the changed lines quotes the changed line that caused it', async () => {
    const verdict = await reviewOf({ 'a.js': { base: "import { b } from 'b'\nb()\n", now: 'b()\n' } })
    expect(verdict.findings[0]?.anchor).toEqual({ kind: 'diff', quote: "import { b } from 'b'" })
  })

  test('a name that the rest of the project uses undefined is a global of the project', async () => {
    const files = { 'a.js': { base: 'export {}\n', now: 'export {}\nGLOBAL()\n' } }
    expect(brief(await reviewOf(files, { others: { 'b.js': 'GLOBAL(1)\n' } }))).toEqual([])
    expect(brief(await reviewOf(files, { others: { 'b.js': 'const GLOBAL = 1\nexport { GLOBAL }\n' } }))).toHaveLength(1)
    expect(brief(await reviewOf(files, { others: { 'b.txt': 'GLOBAL\n' } }))).toHaveLength(1)
  })

  test('a name that an ambient declaration gives the whole project is defined', async () => {
    const files = { 'a.ts': { base: 'export {}\n', now: 'export const a = __DEV__\n' } }
    expect(brief(await reviewOf(files, { others: { 'global.d.ts': 'declare const __DEV__: boolean\n' } }))).toEqual([])
  })

  test('in a script an assignment makes the variable, so it is inferred; in a module it throws', async () => {
    expect(brief(await reviewOf({ 'a.js': 'port = 1\nf(port)\nfunction f() {}\n' }))).toEqual(['gar/implicit-global a.js:1 bug/inferred', 'gar/implicit-global a.js:2 bug/inferred'])
    expect(brief(await reviewOf({ 'a.mjs': 'port = 1\nexport {}\n' }))).toEqual(['eslint/no-undef a.mjs:1 critical/verified'])
  })

  test('the old test for NaN is inferred, an equality of one value with itself is a fact', async () => {
    expect(brief(await reviewOf({ 'a.js': 'export const f = (x) => x !== x\n', 'b.js': 'export const f = (x) => x === x\n' }))).toEqual(['eslint/no-self-compare b.js:1 bug/verified', 'gar/self-comparison a.js:1 bug/inferred'])
  })

  test('a debugger that is imported but not called is only listed', async () => {
    expect(brief(await reviewOf({ 'a.py': 'import pdb\n\nprint(pdb)\n' }))).toEqual(['gar/debugger-import a.py:1 should_fix/inferred'])
  })

  test('in a file that writes into its own namespace an undefined name is inferred', async () => {
    expect(brief(await reviewOf({ 'a.py': 'globals().update(x=1)\nprint(x)\n' }))).toEqual(['gar/dynamic-name a.py:2 bug/inferred'])
  })

  test('a suppression is honoured, and listed when the change adds it', async () => {
    expect(brief(await reviewOf({ 'a.js': { base: 'export {}\n', now: 'export {}\ndebugger // eslint-disable-line\n' } }))).toEqual(['gar/suppression a.js:2 should_fix/verified'])
    expect(brief(await reviewOf({ 'a.py': { base: 'print(xx)  # noqa\n', now: 'print(xx)  # noqa\nx = 1\n' } }))).toEqual([])
  })

  test('the rules of React speak only where a package depends on it', async () => {
    const files = { 'a.jsx': { base: 'export {}\n', now: 'export const a = <b c="1" c="2" />\n' } }
    expect(brief(await reviewOf(files))).toEqual([])
    expect(brief(await reviewOf(files, { others: { 'package.json': '{ "dependencies": { "react": "19" } }\n' } }))).toEqual(['react/jsx-no-duplicate-props a.jsx:1 bug/verified'])
  })
})

describe('what is not read is said, and never called clean', () => {
  test('binary, badly encoded, large, ignored and oddly named files are listed with the reason', async () => {
    const verdict = await reviewOf({
      'a.bin': new Uint8Array([1, 0, 2]), 'b.txt': new Uint8Array([0xff, 0xfe]), 'c.txt': 'x'.repeat(101), 'd/e.txt': 'x', 'f\ng.txt': 'x',
    }, { engine: { maxFileBytes: 100, ignore: ['d/'] } })
    expect(verdict.unread).toEqual(['a.bin: binary', 'b.txt: not UTF-8', 'c.txt: larger than 100 bytes', 'd/e.txt: matched by an ignore pattern'])
  })

  test('links, submodules and deleted files have no content to judge', async () => {
    const verdict = await reviewOf({ 'link.js': { now: 'debugger', mode: '120000' }, 'sub': { now: 'debugger', mode: '160000' }, 'gone.js': { base: 'a', now: null } })
    expect([verdict.findings, verdict.unread]).toEqual([[], []])
  })

  test('test data, vendored and generated files are exempt, except from conflict markers', async () => {
    const broken = 'debugger\nf((\n'
    const conflict = '<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n'
    const paths = ['test/fixtures/a.js', 'vendor/a.js', 'dist/a.js', 'a.min.js', 'testdata/a.js']
    expect(brief(await reviewOf(Object.fromEntries(paths.map((path) => [path, broken]))))).toEqual([])
    expect(brief(await reviewOf(Object.fromEntries(paths.map((path) => [path, conflict]))))).toHaveLength(paths.length)
  })

  test('an ignored path is not even read for conflict markers', async () => {
    expect(brief(await reviewOf({ 'a.txt': '<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n' }, { engine: { ignore: ['*.txt'] } }))).toEqual([])
  })

  test('a heading underline or a quoted mark is no conflict', async () => {
    expect(brief(await reviewOf({ 'a.rst': 'Title\n=======\n\n>>>>>>> quoted\n', 'b.md': '<<<<<<< a\ntext\n' }))).toEqual([])
  })

  test('Flow types are no JavaScript and no finding', async () => {
    expect(brief(await reviewOf({ 'a.js': '// @flow\nconst a: ?string = (b: any)\n' }))).toEqual([])
  })

  test('templates are no YAML and no finding', async () => {
    expect(brief(await reviewOf({ 'a.yaml': '{{- if .a }}\nb: {{ .c }}\n{{- end }}\n' }))).toEqual([])
  })
})
