import { describe, expect, test } from 'vitest'
import { brief, reviewOf } from './fakes.ts'
import type { Files } from './fakes.ts'

const critical = 'critical/verified'
const missing = (location: string): string => `gar/unresolved-import ${location} ${critical}`
const unexported = (location: string): string => `gar/missing-export ${location} ${critical}`
const still = (location: string): string => `gar/still-imported ${location} ${critical}`
const offered = { 'src/b.js': 'export const b = 1\nexport default b\n' }

type Row = readonly [what: string, files: Files, others: Readonly<Record<string, string>>, findings: readonly string[]]

const before = 'export const a = 1\n'
const after = (text: string): Files => ({ 'src/a.js': { base: before, now: `${before}${text}\n` } })

const rows: readonly Row[] = [
  ['an import of a file that is there', after("import { b } from './b.js'\nexport { b }"), offered, []],
  ['an import of a file that is not', after("import { b } from './c.js'\nexport { b }"), offered, [missing('src/a.js:2')]],
  ['a passed-on name of a file that is not there', after("export { b } from './c.js'"), offered, [missing('src/a.js:2')]],
  ['everything passed on from a file that is not there', after("export * from './c.js'"), offered, [missing('src/a.js:2')]],
  ['a call of require', after("module.exports = require('./c')"), offered, [missing('src/a.js:2')]],
  ['a call of require that may fail', after("try { require('./c') } catch {}"), offered, []],
  ['a require of its own', after("function f(require) { return require('./c') }\nf()"), offered, []],
  ['the same words in a text', after("export const c = \"require('./c')\""), offered, []],
  ['a package', after("import c from 'c'\nexport { c }"), offered, []],
  ['an alias', after("import c from '@/c'\nexport { c }"), offered, []],
  ['a name the file does not offer', after("import { c } from './b.js'\nexport { c }"), offered, [unexported('src/a.js:2')]],
  ['a default the file does not offer', after("import c from './c.js'\nexport { c }"), { 'src/c.js': 'export const c = 1\n' }, [unexported('src/a.js:2')]],
  ['a default the file offers', after("import c from './b.js'\nexport { c }"), offered, []],
  ['a name the file passes on', after("import { b } from './all.js'\nexport { b }"), { ...offered, 'src/all.js': "export * from './b.js'\n" }, []],
  ['a name no file passes on', after("import { c } from './all.js'\nexport { c }"), { ...offered, 'src/all.js': "export * from './b.js'\n" }, [unexported('src/a.js:2')]],
  ['a name a package may pass on', after("import { c } from './all.js'\nexport { c }"), { 'src/all.js': "export * from 'c'\n" }, []],
  ['two files that pass each other on', after("import { c } from './x.js'\nexport { c }"), { 'src/x.js': "export * from './y.js'\n", 'src/y.js': "export * from './x.js'\n" }, [unexported('src/a.js:2')]],
  ['a file of the old form', after("import { c } from './c.js'\nexport { c }"), { 'src/c.js': 'exports.d = 1\n' }, []],
  ['a declaration file', after("import { c } from './c.js'\nexport { c }"), { 'src/c.d.ts': 'export declare const d: number\n' }, []],
  ['a file with a declaration beside it', after("import { c } from './c.js'\nexport { c }"), { 'src/c.js': 'export {}\n', 'src/c.d.ts': 'export declare const c: number\n' }, []],
  ['a type that a comment declares', after("import { C } from './c.js'\nexport { C }"), { 'src/c.js': '/** @typedef {number} C */\nexport {}\n' }, []],
  ['a file that does not parse', after("import { c } from './c.js'\nexport { c }"), { 'src/c.js': 'export const (\n' }, []],
  ['an import that the author silences', after("// @ts-ignore\nimport { c } from './c.js'\nexport { c }"), {}, []],
  ['a file that an ignore file names', after("import { c } from './made/c.js'\nexport { c }"), { 'src/.gitignore': '/made\n' }, []],
  ['two problems of one import, which are one finding', after("import { c, d } from './b.js'\nexport { c, d }"), offered, [unexported('src/a.js:2')]],
  ['a type', { 'src/a.ts': "import type { T, U } from './t.js'\nexport type V = T | U\n" }, { 'src/t.ts': 'export interface T { a: 1 }\n' }, [unexported('src/a.ts:1')]],
  ['test data', { 'test/fixtures/a.js': "import './c.js'\n" }, {}, []],
]

describe('an import the change adds must lead to a file of the commit that has the name', () => {
  test.each(rows)('%s', async (_what, files, others, findings) => {
    expect(brief(await reviewOf(files, { others })).filter((line) => line.startsWith('gar/') && !line.startsWith('gar/suppression'))).toEqual(findings)
  })
})

const importing = "import { b } from './b.js'\nexport const c = b\n"

describe('what the change takes away must not be needed any more', () => {
  const removals: readonly Row[] = [
    ['a file that another one imports', { 'src/b.js': { base: 'export const b = 1\n', now: null } }, { 'src/c.js': importing }, [still('src/b.js:1')]],
    ['a file that nothing imports', { 'src/b.js': { base: 'export const b = 1\n', now: null } }, { 'src/c.js': "// './b.js'\n" }, []],
    ['a file whose successor stands in for it', { 'src/b.js': { base: 'export const b = 1\n', now: null }, 'src/b.ts': 'export const b: number = 1\n' }, { 'src/c.js': importing }, []],
    ['a directory whose index is needed', { 'src/b/index.js': { base: 'export const b = 1\n', now: null } }, { 'src/c.js': "import { b } from './b'\nexport { b }\n" }, [still('src/b/index.js:1')]],
    ['a name that another file imports', { 'src/b.js': { base: 'export const a = 1\nexport const b = 1\n', now: 'export const a = 1\n' } }, { 'src/c.js': importing }, [still('src/b.js:1')]],
    ['a renamed name', { 'src/b.js': { base: 'export const b = 1\n', now: 'export const bb = 1\n' } }, { 'src/c.js': importing }, [still('src/b.js:1')]],
    ['a default that another file imports', { 'src/b.js': { base: 'export default 1\n', now: 'export const b = 1\n' } }, { 'src/c.js': "import b from './b.js'\nexport { b }\n" }, [still('src/b.js:1')]],
    ['a name that is imported by way of another file', { 'src/b.js': { base: 'export const b = 1\nexport const x = 1\n', now: 'export const x = 1\n' } }, { 'src/all.js': "export * from './b.js'\n", 'src/c.js': "import { b } from './all.js'\nexport { b }\n" }, [still('src/b.js:1')]],
    ['a name that was missing before', { 'src/b.js': { base: 'const b = 1\nexport const x = b\n', now: 'export const x = 1\n' } }, { 'src/c.js': importing }, []],
    ['a file together with its importer', { 'src/b.js': { base: 'export const b = 1\n', now: null }, 'src/c.js': { base: importing, now: 'export const c = 1\n' } }, {}, []],
    ['a file whose importer changes elsewhere', { 'src/b.js': { base: 'export const b = 1\n', now: null }, 'src/c.js': { base: importing, now: `${importing}export const d = 1\n` } }, {}, [still('src/b.js:1')]],
    ['a moved file', { 'src/b.js': { base: 'export const b = 1\n', now: null }, 'lib/b.js': 'export const b = 1\n' }, { 'src/c.js': importing }, [still('src/b.js:1')]],
    ['a moved file that refers to its old neighbours', { 'src/c.js': { base: importing, now: null }, 'lib/deep/c.js': importing }, { 'src/b.js': 'export const b = 1\n' }, [missing('lib/deep/c.js:1')]],
  ]
  test.each(removals)('%s', async (_what, files, others, findings) => {
    expect(brief(await reviewOf(files, { others }))).toEqual(findings)
  })

  test('the finding names the files that need it, and quotes the removed line', async () => {
    const verdict = await reviewOf({ 'src/b.js': { base: 'export const b = 1\nexport const x = 1\n', now: 'export const x = 1\n' } }, { others: { 'src/c.js': importing } })
    expect(verdict.findings[0]?.title).toBe("'b' is gone and still imported")
    expect(verdict.findings[0]?.evidence).toContain("src/c.js:1 takes it from './b.js'")
    expect(verdict.findings[0]?.anchor).toEqual({ kind: 'diff', quote: 'export const b = 1' })
  })
})

describe('what is not looked at is said', () => {
  test('a clearance of more files than are searched for', async () => {
    const gone = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`src/m${n}.js`, { base: 'export const b = 1\n', now: null }]))
    const verdict = await reviewOf(gone, { others: { 'src/c.js': importing.replace('./b.js', './m0.js') } })
    expect(brief(verdict)).toEqual([still('src/m0.js:1')])
    expect(verdict.unread).toEqual(['the users of 2 of 12 removed files and names: there are too many'])
  })

  test('a deleted file with control characters in its name is passed over', async () => {
    const verdict = await reviewOf({ 'src/b\n.js': { base: 'export const b = 1\n', now: null } }, { others: { 'src/c.js': "import { b } from './b\\n.js'\nexport { b }\n" } })
    expect(verdict.findings).toEqual([])
  })
})

describe('only what the change does is reported', () => {
  test('an import that was broken before is no news, wherever its line moved', async () => {
    const text = "import './gone.js'\nexport const a = 1\n"
    expect(brief(await reviewOf({ 'src/a.js': { base: text, now: `// moved\n${text}` } }))).toEqual([])
    expect(brief(await reviewOf({ 'src/a.js': { base: before, now: text, published: [text] } }))).toEqual([])
  })

  test('a name added to an import that was there is news', async () => {
    const verdict = await reviewOf({ 'src/a.js': { base: "import { b } from './b.js'\nb()\n", now: "import { b, c } from './b.js'\nb(c)\n" } }, { others: offered })
    expect(brief(verdict)).toEqual([unexported('src/a.js:1')])
    expect(verdict.findings[0]?.title).toBe("'./b.js' offers no 'c'")
  })

  test('the corrected import closes the finding', async () => {
    const verdict = await reviewOf(after("import { b } from './b.js'\nexport { b }"), { others: offered })
    expect(verdict.findings).toEqual([])
  })
})

describe('hostile files are looked at without harm', () => {
  test('a file that nests too deeply is left to the other analysers', async () => {
    const deep = `import './c.js'\n${'['.repeat(50_000)}${']'.repeat(50_000)}\n`
    expect(brief(await reviewOf({ 'src/b.js': { base: 'export const b = 1\n', now: null } }, { others: { 'src/b2.js': deep.replace('./c.js', './b.js') } }))).toEqual([])
  })

  test('a huge list of imports is one pass', async () => {
    const list = Array.from({ length: 5_000 }, (_, n) => `import './m${n}.js'`).join('\n')
    const others = Object.fromEntries(Array.from({ length: 4_999 }, (_, n) => [`src/m${n}.js`, '\n']))
    expect(brief(await reviewOf({ 'src/a.js': { base: null, now: `${list}\n` } }, { others }))).toEqual([missing('src/a.js:5000')])
  })

  test('long lists are no deep calls', async () => {
    const list = `export const a = [${'1,'.repeat(200_000)}]\n`
    const names = `export { ${Array.from({ length: 20_000 }, (_, n) => `n${n}`).join(', ')} } from './b.js'\n`
    expect(brief(await reviewOf(after(`${list.replace('const a', 'const list')}module.exports = require('./c')`), { others: offered }))).toContain(missing('src/a.js:3'))
    expect((await reviewOf(after(names), { others: offered })).findings.map(({ title }) => title)).toEqual(["'./b.js' offers no 'n0', 'n1', 'n2' and 19997 more"])
  })

  test('a target that is no text offers what nobody can tell', async () => {
    const files: Files = { ...after("import { c } from './c.js'\nexport { c }"), 'src/c.js': new Uint8Array([0xff, 0xfe, 0x0a]) }
    expect(brief(await reviewOf(files))).toEqual([])
  })

  test('names that mean something to patterns and objects are names', async () => {
    const text = "import { constructor, __proto__ as p, $ } from './b.js'\nexport const all = [constructor, p, $]"
    expect(brief(await reviewOf(after(text), { others: offered }))).toEqual([unexported('src/a.js:2')])
  })
})
