import { describe, expect, test } from 'vitest'
import { textOf, walk } from './fakes.ts'

type Row = readonly [what: string, path: string, base: string, now: string, fixed: string]

const imports = "import { a } from 'a'\nimport { b, c } from 'b'\n\n"

// `fixed` equal to `now` means that no fix is made.
const rows: readonly Row[] = [
  ['a debugger statement is deleted', 'a.js', 'f()\n', 'f()\n  debugger;\n', 'f()\n'],
  ['a debugger statement with a comment is deleted', 'a.ts', 'export {}\n', 'export {}\ndebugger // here\n', 'export {}\n'],
  ['two debugger statements are deleted', 'a.js', 'f()\n', 'debugger\ndebugger\nf()\n', 'f()\n'],
  ['a debugger statement beside other code stays', 'a.js', 'f()\n', 'f(); debugger\n', 'f(); debugger\n'],
  ['a debugger statement that is the body of a condition stays', 'a.js', 'f()\n', 'f()\nif (f)\n  debugger\nf()\n', 'f()\nif (f)\n  debugger\nf()\n'],
  ['a debugger statement under a condition of several lines stays', 'a.js', 'f()\n', 'f()\nif (f &&\n  (f))\n  debugger\nf()\n', 'f()\nif (f &&\n  (f))\n  debugger\nf()\n'],
  ['a debugger statement after a call is deleted', 'a.js', 'f()\nf()\n', 'f()\ndebugger\nf()\n', 'f()\nf()\n'],
  ['a debugger statement that keeps two expressions apart stays', 'a.js', 'f\nf()\n', 'f\ndebugger\n(f)()\n', 'f\ndebugger\n(f)()\n'],
  ['breakpoint() is deleted', 'a.py', 'def f():\n    return 1\n', 'def f():\n    breakpoint()\n    return 1\n', 'def f():\n    return 1\n'],
  ['the import and the call of a debugger are deleted together', 'a.py', 'def f():\n    return 1\n', 'import pdb\ndef f():\n    pdb.set_trace()\n    return 1\n', 'def f():\n    return 1\n'],
  ['the import and the call on one line are deleted', 'a.py', 'x = 1\n', 'x = 1\nimport pdb; pdb.set_trace()\n', 'x = 1\n'],
  ['a debugger call that is all a function holds stays', 'a.py', 'x = 1\n', 'x = 1\ndef f():\n    breakpoint()\n', 'x = 1\ndef f():\n    breakpoint()\n'],
  ['binding.pry is deleted', 'a.rb', 'def f\n  1\nend\n', 'def f\n  binding.pry\n  1\nend\n', 'def f\n  1\nend\n'],
  ['.only is removed', 'test/a.js', "it('a', () => {})\n", "it.only('a', () => {})\n", "it('a', () => {})\n"],
  ['.only before .each is removed', 'a.test.ts', 'test.each([1])("a", () => {})\n', 'test.only.each([1])("a", () => {})\n', 'test.each([1])("a", () => {})\n'],
  ['two focused tests on one line are both removed', 'a.test.js', '', "describe.only('a', () => { it.only('b', () => {}) })\n", "describe('a', () => { it('b', () => {}) })\n"],
  ['fdescribe and fit lose their f', 'a.spec.js', '', "fdescribe('a', () => {\n  fit('b', () => {})\n})\n", "describe('a', () => {\n  it('b', () => {})\n})\n"],
  ['a dropped import comes back where it was', 'a.js', `${imports}export const x = [a, b, c]\n`, "import { a } from 'a'\n\nexport const x = [a, b, c]\n", `${imports}export const x = [a, b, c]\n`],
  ['a dropped first import comes back first', 'a.js', "import { a } from 'a'\na()\n", 'a()\n', "import { a } from 'a'\na()\n"],
  ['a dropped first import stays behind the interpreter line', 'a.mjs', "#!/usr/bin/env node\nimport { a } from 'a'\na()\n", '#!/usr/bin/env node\na()\n', "#!/usr/bin/env node\nimport { a } from 'a'\na()\n"],
  ['a dropped part of an import comes back', 'a.js', `${imports}export const x = [a, b, c]\n`, `${imports.replace(', c', '')}export const x = [a, b, c]\n`, `${imports}export const x = [a, b, c]\n`],
  ['a dropped import of several lines comes back', 'a.ts', "import {\n  a,\n} from 'a'\nexport const x = a\n", 'export const x = a\n', "import {\n  a,\n} from 'a'\nexport const x = a\n"],
  ['a dropped require comes back', 'a.cjs', "const fs = require('fs')\nfs.x()\n", 'fs.x()\n', "const fs = require('fs')\nfs.x()\n"],
  ['a dropped Python import comes back', 'a.py', 'import os\nimport yaml\n\nprint(os, yaml)\n', 'import os\n\nprint(os, yaml)\n', 'import os\nimport yaml\n\nprint(os, yaml)\n'],
  ['a dropped from-import comes back', 'a.py', 'from x import (\n    a,\n)\nprint(a)\n', 'print(a)\n', 'from x import (\n    a,\n)\nprint(a)\n'],
  ['a module of the standard library is imported', 'a.py', 'import os\n\nprint(os.sep)\n', 'import os\n\nprint(json.dumps(os.sep))\n', 'import json\nimport os\n\nprint(json.dumps(os.sep))\n'],
  ['a name that is no module of the standard library is not imported', 'a.py', 'import os\n\nprint(os.sep)\n', 'import os\n\nprint(jsonx.dumps(os.sep))\n', 'import os\n\nprint(jsonx.dumps(os.sep))\n'],
  ['a reassigned constant becomes a variable', 'a.js', 'export let n = 1\nn = 2\n', 'export const n = 1\nn = 2\n', 'export let n = 1\nn = 2\n'],
  ['a reassigned constant declared twice stays', 'a.js', '', '{ const n = 1; n = 2 }\n{ const n = 1; f(n) }\nfunction f() {}\n', '{ const n = 1; n = 2 }\n{ const n = 1; f(n) }\nfunction f() {}\n'],
  ['identity with a literal becomes equality', 'a.py', 'def f(a):\n    return a\n', "def f(a):\n    return a is not 'x'\n", "def f(a):\n    return a != 'x'\n"],
  ['a swapped letter is corrected', 'a.js', '', 'export function total(amount) {\n  return amuont + 1\n}\n', 'export function total(amount) {\n  return amount + 1\n}\n'],
  ['a swapped letter is corrected at every use', 'a.py', '', 'def total(amount):\n    print(amuont)\n    return amuont\n', 'def total(amount):\n    print(amount)\n    return amount\n'],
  ['a plural is no slip', 'a.js', '', 'export function total(items) {\n  return item\n}\n', 'export function total(items) {\n  return item\n}\n'],
  ['two near names leave a choice, so nothing is done', 'a.js', '', 'export function total(amound, amounk) {\n  return [amount, amound, amounk]\n}\n', 'export function total(amound, amounk) {\n  return [amount, amound, amounk]\n}\n'],
  ['a near name that is not declared is no correction', 'a.js', '', 'export const total = (x) => x.amount + amuont\n', 'export const total = (x) => x.amount + amuont\n'],
  ['direction controls are deleted', 'a.go', 'package a // x\n', 'package a // \u202e\u2066x\n', 'package a // x\n'],
  ['a credential stays, for deleting it undoes nothing', 'a.js', 'export {}\n', `export const t = 'ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ2bD4fG6hJ8'}'\n`, `export const t = 'ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ2bD4fG6hJ8'}'\n`],
  ['a conflict stays for a person', 'a.md', 'a\n', '<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n', '<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n'],
]

describe('a round makes exactly the edits it can prove', () => {
  test.each(rows)('%s', async (_what, path, base, now, fixed) => {
    const round = await walk({ [path]: { base: base === '' ? null : base, now } })
    expect(round.verdict.findings.length).toBeGreaterThan(0)
    expect(textOf(round, path)).toBe(fixed)
    expect(round.audit.filter(({ mapped }) => !mapped)).toEqual([])
    const open = round.again.findings.filter(({ tag }) => tag !== 'closed')
    if (fixed === now) expect(open).toHaveLength(round.verdict.findings.length)
    else expect(open).toEqual([])
  })
})

describe('every byte outside the edit stays as it was', () => {
  const mark = '\ufeff'
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['Windows line ends', 'a.js', 'f()\r\ndebugger\r\ng()\r\n', 'f()\r\ng()\r\n'],
    ['mixed line ends', 'a.py', 'x = 1\r\nbreakpoint()\ny = 2\n', 'x = 1\r\ny = 2\n'],
    ['a byte order mark', 'a.js', `${mark}debugger\nf()\n`, `${mark}f()\n`],
    ['a byte order mark before a restored import', 'b.js', `${mark}a()\r\n`, `${mark}import { a } from 'a'\r\na()\r\n`],
    ['a byte order mark before Python', 'a.py', `${mark}def f(a): return a is 'é'\n`, `${mark}def f(a): return a == 'é'\n`],
    ['old line ends inside a line', 'a.py', 'x = "é"\rdef f(a): return a is "x"\n', 'x = "é"\rdef f(a): return a == "x"\n'],
    ['no line end at the end', 'a.js', 'f()\ndebugger\ng()', 'f()\ng()'],
    ['no line end after a deleted last line', 'a.js', 'f()\r\ndebugger', 'f()'],
    ['characters of several bytes', 'a.js', 'f("é𝒳")\n/* 😀 */ debugger2()\n  debugger\nf("ü")\n', 'f("é𝒳")\n/* 😀 */ debugger2()\nf("ü")\n'],
    ['characters of several bytes before a focused test', 'a.test.js', 'it("é𝒳😀", () => {}); it.only("ü", () => {})\n', 'it("é𝒳😀", () => {}); it("ü", () => {})\n'],
  ]
  test.each(cases)('%s', async (_what, path, now, fixed) => {
    const base = path === 'b.js' ? `${mark}import { a } from 'a'\r\na()\r\n` : 'f()\ng()\ndebugger2()\n'
    const round = await walk({ [path]: { base, now } })
    expect(textOf(round, path)).toBe(fixed)
    expect(round.audit.every(({ mapped }) => mapped)).toBe(true)
  })
})
