import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fence } from '../../../src/core/evidence/fence.ts'

describe('FORGE-007: foreign text in a prompt', () => {
  test('stands between fences of three backticks when it holds none', () => {
    expect(fence('text')).toBe('```\ntext\n```')
    expect(fence('text\n', 'diff')).toBe('```diff\ntext\n```')
    expect(fence('')).toBe('```\n```')
  })

  test('no run of backticks inside is as long as the fence', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\n', ' ') }), (text) => {
      const bar = /^`+/.exec(fence(text))?.[0] ?? ''
      expect(text.includes(bar)).toBe(false)
      expect(fence(text).endsWith(`\n${bar}`)).toBe(true)
    }), { numRuns: 500 })
  })
})
