import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import { field, parseLines, renderLines, unfield } from '../../../src/io/snapshot/lines.ts'
import { assertKeepable, isInside, placeOf } from '../../../src/io/snapshot/scan.ts'
import { parseEntry } from '../../../src/io/snapshot/stat-cache.ts'
import { objectId } from '../../../src/io/snapshot/store.ts'

describe('sealed records', () => {
  const bytes = renderLines('kind 1', [['a', 1], [field('tab\tand\nline'), '']])

  test('come back field by field, names of any characters included', () => {
    const records = parseLines('kind 1', bytes)
    expect(records).toEqual([['a', '1'], ['"tab\\tand\\nline"', '']])
    expect(unfield(records?.[1]?.[0] ?? '')).toBe('tab\tand\nline')
    expect(parseLines('kind 1', renderLines('kind 1', []))).toEqual([])
  })

  test('are one line each, the kind first and the seal last', () => {
    expect(bytes.toString()).toMatch(/^kind 1\na\t1\n"tab\\tand\\nline"\t\nseal\t[0-9a-f]{64}\n$/)
  })

  test('a record that looks like a seal does not end the file', () => {
    expect(parseLines('k', renderLines('k', [['seal', '0'.repeat(64)], ['b']]))).toEqual([['seal', '0'.repeat(64)], ['b']])
  })

  const text = bytes.toString()
  test.each<[string, string, string]>([
    ['no bytes', 'kind 1', ''],
    ['another kind', 'kind 2', text],
    ['a kind this one begins with', 'kind', text],
    ['a missing line end', 'kind 1', text.slice(0, -1)],
    ['bytes after the seal', 'kind 1', `${text}x`],
    ['a changed record', 'kind 1', text.replace('a\t1', 'a\t2')],
    ['a lost record', 'kind 1', text.replace('a\t1\n', '')],
    ['no seal', 'kind 1', text.slice(0, text.indexOf('seal'))],
    ['a seal alone', 'kind 1', text.slice(text.indexOf('seal'))],
  ])('with %s are none', (_, kind, damaged) => {
    expect(parseLines(kind, Buffer.from(damaged))).toBe(null)
  })

  test('a field that is no text is a defect', () => {
    expect(() => unfield('7')).toThrow('a field is not text: 7')
  })
})

describe('the fields of an entry', () => {
  test.each(['100644', '100755', '120000'])('of mode %s come back', (mode) => {
    expect(parseEntry([mode, '420', 'abc', '7', '0'])).toEqual({ mode, perm: 420, oid: 'abc', size: 7, offset: 0 })
  })

  test.each<[string, readonly string[], RegExp]>([
    ['no field', [], /^no file mode: $/],
    ['the mode of a directory', ['040000', '420', 'abc', '7', '0'], /^no file mode: 040000$/],
    ['no id', ['100644', '420'], /^no file entry$/],
    ['no size and offset', ['100644', '420', 'abc'], /^no file entry$/],
    ['a size below zero', ['100644', '420', 'abc', '-1', '0'], /^no file entry$/],
    ['an offset that is no number', ['100644', '420', 'abc', '7', 'x'], /^no file entry$/],
    ['half a byte', ['100644', '420', 'abc', '7.5', '0'], /^no file entry$/],
    ['a permission that is no number', ['100644', 'rw', 'abc', '7', '0'], /^no file entry$/],
  ])('with %s are a defect', (_, fields, message) => {
    expect(() => parseEntry(fields)).toThrow(message)
  })
})

describe('paths of the work tree', () => {
  test.each(['a', 'a/b', '.gitignore', 'a/.gitmodules', 'a.git', '..a', 'a/...', '.github/x'])('%s is inside', (name) => {
    expect(isInside(name)).toBe(true)
  })

  test.each(['', '/', '/a', 'a/', 'a//b', '.', './a', 'a/./b', '..', '../a', 'a/../b', '.git', '.git/config', 'a/.GIT/x', 'a\0b'])('%j is not', (name) => {
    expect(isInside(name)).toBe(false)
  })

  test('a name that is not UTF-8 is placed by its bytes', () => {
    expect(placeOf('/top', parseRepoPath('é/a'))).toBe('/top/é/a')
    expect(placeOf('/top', parseRepoPath(Buffer.from([0x61, 0xff])))).toEqual(Buffer.from('2f746f702f61ff', 'hex'))
  })
})

test('contents are named as git names blobs, in the hash the repository uses', () => {
  expect(objectId(Buffer.from('hello\n'), 40)).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
  expect(objectId(Buffer.from('hello\n'), 64)).toBe('2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4')
})

describe('more than can be kept is refused, with the amount and the limit', () => {
  const limit = 512n * 1024n * 1024n
  test('at the limits it is kept', () => {
    expect(() => { assertKeepable(50_000, limit) }).not.toThrow()
  })

  test.each<[number, bigint, string]>([
    [50_001, 0n, 'The work tree differs from HEAD in 50001 paths; gar keeps at most 50000 paths and 512 MiB. Ignore what is generated, or commit a part.'],
    [1, limit + 1n, 'The work tree differs from HEAD in 512 MiB; gar keeps at most 50000 paths and 512 MiB. Ignore what is generated, or commit a part.'],
    [50_000, limit + 1n, 'The work tree differs from HEAD in 512 MiB; '],
    [1, 3n * limit, 'The work tree differs from HEAD in 1536 MiB; '],
  ])('%i paths of %s bytes are not', (count, bytes, message) => {
    expect(() => { assertKeepable(count, bytes) }).toThrow(expect.objectContaining({ kind: 'helper-script', message: expect.stringContaining(message) as string }))
  })
})
