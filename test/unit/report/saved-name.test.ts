import { describe, expect, test } from 'vitest'
import { nameOfBranch, savedName } from '../../../src/core/report/saved-name.ts'

describe('RUC-061: the name of a saved report', () => {
  test('holds the day and the branch, and a number from the second of a day on', () => {
    expect([1, 2, 3].map((n) => savedName('2026-02-03', 'main', n))).toEqual(['2026-02-03-main-until-clean.md', '2026-02-03-main-until-clean-2.md', '2026-02-03-main-until-clean-3.md'])
  })
  test.each([
    ['feature/login form', 'feature-login-form'], ['a//b', 'a-b'], ['x:y\\z', 'x-y-z'], ['-a-', 'a'], ['HEAD', 'HEAD'], ['', 'branch'], ['//', 'branch'], ['../../etc', 'etc'], ['.hidden', 'hidden'],
    ['a\u0000b\nc', 'a-b-c'], ['bad\udce9byte', 'bad-byte'], ['é/漢字', 'é-漢字'], ['a"b<c>|d', 'a-b-c-d'],
  ])('the branch %j is %s', (branch, name) => { expect(nameOfBranch(branch)).toBe(name) })
  test('a long branch is cut, so that the name fits every file system', () => {
    expect(Buffer.byteLength(savedName('2026-02-03', '漢'.repeat(300), 1000))).toBeLessThan(300)
    expect(nameOfBranch('x'.repeat(300))).toHaveLength(80)
  })
})
