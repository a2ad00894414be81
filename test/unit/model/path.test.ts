import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayPath, parseRepoPath, pathBytes } from '../../../src/core/model/path.ts'

describe('paths are bytes', () => {
  it('every byte string but NUL survives parsing and printing', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      expect(pathBytes(parseRepoPath(bytes))).toEqual(Buffer.from(bytes))
    }), { numRuns: 5_000 })
  })
  it('text in UTF-8 stays the text it is, beyond the basic plane too', () => {
    expect(pathBytes(parseRepoPath(Buffer.from('\u{10880}\u{1f600}.js')))).toEqual(Buffer.from('\u{10880}\u{1f600}.js'))
    expect(displayPath('\u{10880}.js')).toBe('\u{10880}.js')
    expect(parseRepoPath(Buffer.from('é/日本.js'))).toBe('é/日本.js')
  })
  it('what is shown on a terminal moves no cursor and hides no text', () => {
    expect(displayPath('a\u001b[2J\n\u202Eb')).toBe('a\\x1b[2J\\x0a\\u202eb')
    expect(displayPath(parseRepoPath(Buffer.from([0x61, 0xe9])))).toBe('a\\xe9')
  })
})
