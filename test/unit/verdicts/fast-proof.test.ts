import { describe, expect, it } from 'vitest'
import type { Rule } from '../../../src/io/verdicts/fast-proof.ts'
import { areSameRules, cannotConfigure, renderProof } from '../../../src/io/verdicts/fast-proof.ts'

const id = 'ab'.repeat(32)
const from = (rules: readonly Rule[], more: { build?: string; top?: string } = {}): string | undefined => (
  renderProof({ key: 'k', build: `0.1.0 ${id}`, top: '/top', ...more, rules })?.toString('latin1'))

describe('the record the shell checks', () => {
  it('names what it is for, the build, the work tree, and each file in its state', () => {
    expect(from([{ name: 'a', state: 'absent' }, { name: 'b', state: 'free' }, { name: 'c', state: 'file', text: 'x\ny' }]))
      .toBe(`gar-fast 1 k\nbuild ${id}\ntop /top\nabsent a\nfree b\nfile c\n+x\n=y\nend\n`)
  })
  it.each([['a last line with its end', 'x\n', '+x\n='], ['a last line without', 'x', '=x'], ['no content', '', '='], ['an empty line', '\n', '+\n='], ['the end of a record', 'x\nend\n', '+x\n+end\n=']])(
    'no content can be taken for another line of it, nor for another content: %s', (_, text, lines) => {
      expect(from([{ name: 'c', state: 'file', text }])).toContain(`\nfile c\n${lines}\nend\n`)
    })
  it('keeps bytes that are no UTF-8', () => {
    expect(from([{ name: 'c', state: 'file', text: '\xff\xfe' }])).toContain('=\xff\xfe\n')
  })
  it.each([['a run from source', { build: '0.1.0 source' }], ['a shortened digest', { build: `0.1.0 ${id.slice(1)}` }], ['a line end in the path', { top: '/a\nb' }], ['a path that is no UTF-8', { top: '/a\uFFFD' }]])(
    'there is none for %s', (_, more) => { expect(from([], more)).toBeUndefined() })
  it.each([['{"name":"x"}', true], ['{"gar":{}}', false], ['{"\\u0067ar":{}}', false], ['{"bin":{"gar":"x"}}', false], ['{"a":"\\"q\\""}', true]])('a package.json of %s cannot configure gar: %s', (text, free) => {
    expect(cannotConfigure(text)).toBe(free)
  })
  it('two looks at the files are the same only when each state and text is', () => {
    const one: readonly Rule[] = [{ name: 'a', state: 'file', text: 'x' }]
    expect([areSameRules(one, [{ name: 'a', state: 'file', text: 'x' }]), areSameRules(one, [{ name: 'a', state: 'file', text: 'x\n' }]), areSameRules(one, [{ name: 'a', state: 'absent' }])]).toEqual([true, false, false])
  })
})
