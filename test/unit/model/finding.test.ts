import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIntersecting, parseLocation, renderLocation } from '../../../src/core/model/finding.ts'
import type { RepoPath } from '../../../src/core/model/path.ts'

describe('locations', () => {
  it('GAR-022: a location is path:start or path:start-end, and reads back as it was written', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }).filter((path) => !path.includes('\0')), fc.nat(9_999), fc.nat(99), (path, start, more) => {
      const location = { path: path as RepoPath, range: { start: start + 1, end: start + 1 + more } }
      expect(parseLocation(renderLocation(location))).toEqual(location)
    }))
  })
  it.each(['a.js', 'a.js:0', 'a.js:3-2', ':1', 'a.js:x'])('GAR-022: %j is none', (text) => {
    expect(parseLocation(text)).toBeUndefined()
  })
  it('ranges are 1-based and inclusive', () => {
    expect(isIntersecting({ start: 1, end: 3 }, { start: 3, end: 5 })).toBe(true)
    expect(isIntersecting({ start: 1, end: 3 }, { start: 4, end: 5 })).toBe(false)
  })
})
