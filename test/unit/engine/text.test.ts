import { describe, expect, test } from 'vitest'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import { redact } from '../../../src/io/engine/analysers/secrets.ts'
import { applyEdits, isOverlapping } from '../../../src/io/engine/found.ts'
import { importsOf } from '../../../src/io/engine/fixes/imports.ts'
import { findRestore, parseRestore, renderRestore } from '../../../src/io/engine/fixes/restore.ts'
import { distance } from '../../../src/io/engine/fixes/spelling.ts'
import { declaresGlobal } from '../../../src/io/engine/global-names.ts'
import { isExempt, isTest, languageOf } from '../../../src/io/engine/languages.ts'
import { byteOffsets, decodeText, deleteLines, encodeText, lineAt, lineStarts, lineText, oneLine } from '../../../src/io/engine/text.ts'

describe('text', () => {
  test('a byte order mark and every line end survive decoding and encoding', () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xc3, 0xa9])
    const decoded = decodeText(bytes, 100)
    expect(decoded.ok && encodeText(decoded.text)).toEqual(bytes)
  })

  test('a line ends before its line end, whatever that is, and the last line end opens no line', () => {
    expect([1, 2, 3, 4].map((line) => lineText('a\r\nb\nc', line))).toEqual(['a', 'b', 'c', ''])
    expect(lineStarts('a\nb\n')).toEqual([0, 2])
    expect([0, 1, 2, 3, 4].map((offset) => lineAt([0, 2], offset))).toEqual([1, 1, 2, 2, 2])
  })

  test('byte offsets become string offsets', () => {
    const toOffset = byteOffsets('\ufeffé😀x')
    expect([0, 3, 5, 9, 10].map(toOffset)).toEqual([0, 1, 2, 4, 5])
  })

  test('deleting the last line of a file without a line end at the end leaves it without one', () => {
    expect(applyEdits('a\r\nb', [deleteLines('a\r\nb', 2, 2)])).toBe('a')
    expect(applyEdits('\ufeffa\nb\n', [deleteLines('\ufeffa\nb\n', 1, 1)])).toBe('\ufeffb\n')
  })

  test('a title holds no control or direction characters and keeps its length', () => {
    expect(oneLine(' a\tb\u202e\nc ', 10)).toBe('a b c')
    expect(oneLine('abcdef', 4)).toBe('abc…')
  })
})

describe('edits', () => {
  test('two insertions at one place keep their order, everything else at one place overlaps', () => {
    expect(isOverlapping({ start: 1, end: 1, text: 'a' }, { start: 1, end: 1, text: 'b' })).toBe(false)
    expect(isOverlapping({ start: 1, end: 2, text: '' }, { start: 1, end: 1, text: 'b' })).toBe(true)
    expect(isOverlapping({ start: 1, end: 3, text: '' }, { start: 2, end: 4, text: '' })).toBe(true)
    expect(isOverlapping({ start: 1, end: 2, text: '' }, { start: 2, end: 3, text: '' })).toBe(false)
  })
})

describe('paths', () => {
  test.each([['a.TSX', 'typescript'], ['tsconfig.base.json', 'jsonc'], ['a.json', 'json'], ['Makefile', 'text'], ['.vscode/settings.json', 'jsonc'], ['a.pyi', 'python']])('%s is %s', (path, language) => {
    expect(languageOf(parseRepoPath(path))).toBe(language)
  })

  test.each([['a/__fixtures__/b.js', true], ['fixture.js', false], ['src/distance.js', false], ['a/__snapshots__/b.snap', true], ['lib/build.js', false]])('%s is exempt: %s', (path, exempt) => {
    expect(isExempt(parseRepoPath(path))).toBe(exempt)
  })

  test.each([['test/a.js', true], ['a_test.go', true], ['src/contest.js', false], ['pkg/test_a.py', true], ['latest/a.js', false]])('%s is a test: %s', (path, test_) => {
    expect(isTest(parseRepoPath(path))).toBe(test_)
  })
})

describe('imports', () => {
  test.each([
    ["import a, { b as c, type D } from 'm'", ['a', 'c', 'D'], 'm'],
    ["import * as ns from \"m\";", ['ns'], 'm'],
    ["import type { T } from 'm'", ['T'], 'm'],
    ["const { a: b, c } = require('m')", ['b', 'c'], 'm'],
    ["import {\n  a,\n  b,\n} from 'm'", ['a', 'b'], 'm'],
  ])('%s', (statement, names, module) => {
    const [only, ...more] = importsOf(`${statement}\nf()\n`, 'javascript')
    expect([only?.text, [...(only?.names ?? [])], only?.module, more]).toEqual([statement, names, module, []])
  })

  test.each([
    ['from m import a, b as c', ['a', 'c']],
    ['from m import (\n    a,\n    b as c,\n)', ['a', 'c']],
    ['import x.y', ['x']],
    ['import x.y as z, w', ['z', 'w']],
  ])('%s', (statement, names) => {
    const [only, ...more] = importsOf(`${statement}  # note\nf()\n`, 'python')
    expect([only?.text, [...(only?.names ?? [])], more]).toEqual([statement, names, []])
  })

  test('what to restore survives its own text', () => {
    for (const [base, text] of [["import { a } from 'a'\na()\n", 'a()\n'], ["x()\nimport { a } from 'a'\na()\n", 'x()\na()\n'], ["import { a, b } from 'a'\na(b)\n", "import { b } from 'a'\na(b)\n"]]) {
      const restore = findRestore('a', { base: base ?? '', text: text ?? '', language: 'javascript' })
      expect(restore === null ? null : parseRestore(renderRestore(restore))).toEqual(restore)
      expect(restore).not.toBeNull()
    }
  })

  test('nothing is restored while the name is still imported, or when two imports bound it', () => {
    expect(findRestore('a', { base: "import { a } from 'a'\n", text: "import { a } from 'b'\n", language: 'javascript' })).toBeNull()
    expect(findRestore('a', { base: "import { a } from 'a'\nimport { a } from 'b'\n", text: '', language: 'javascript' })).toBeNull()
  })
})

describe('spelling', () => {
  test.each([['amount', 'amuont', 1], ['amount', 'amoun', 1], ['amount', 'amounts', 1], ['amount', 'count', 2], ['abc', 'cba', 2]])('%s and %s are %i apart', (a, b, expected) => {
    expect(Math.min(2, distance(a, b))).toBe(expected)
  })
})

describe('redaction', () => {
  test('a credential in a text is replaced by its first four characters and its length', async () => {
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ2bD4fG6hJ8'}`
    expect(await redact(`x = '${token}' y`, parseRepoPath('a.js'))).toBe("x = '[redacted: ghp_…, 40 characters]' y")
  })
})

describe('names that a file declares for the whole project', () => {
  test.each([
    ['an ambient declaration', 'declare const NAME: string\n', true],
    ['a global block of a module', 'export {}\ndeclare global {\n  var NAME: string\n}\n', true],
    ['a script that is no module', 'function NAME() {}\n', true],
    ['a declaration file that is a module', 'export declare const NAME: string\n', false],
    ['a module', "import x from 'x'\nconst NAME = x\n", false],
    ['a CommonJS module', 'const NAME = 1\nmodule.exports = { NAME }\n', false],
    ['a local variable', 'f(() => {\n  const NAME = 1\n})\n', false],
    ['a longer name', 'const NAMES = 1\n', false],
  ])('%s', (_what, text, expected) => {
    expect(declaresGlobal({ text }, 'NAME')).toBe(expected)
  })
})
