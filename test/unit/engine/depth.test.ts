import { expect, test } from 'vitest'
import { isTooDeep } from '../../../src/io/engine/across/depth.ts'

test.each([
  ['brackets', '['.repeat(5_000)], ['blocks', '{'.repeat(5_000)], ['conditions', 'if(a)'.repeat(5_000)], ['functions', 'a=>'.repeat(5_000)],
  ['choices', 'a?a:'.repeat(5_000)], ['assignments', 'a='.repeat(5_000)], ['negations', '!'.repeat(5_000)], ['alternatives', 'if(a);else '.repeat(5_000)],
  ['markup', '<a>'.repeat(5_000)], ['templates', '`${'.repeat(5_000)], ['sums', '1+'.repeat(50_000)],
])('a script of thousands of nested %s is not parsed here', (_what, text) => {
  expect(isTooDeep(text)).toBe(true)
})

test.each([
  ['a long list', `export default [${'[1, "a"],\n'.repeat(50_000)}]`], ['many functions', 'export const f = (a) => (a ? a : !a)\n'.repeat(20_000).replace(/\n/g, ';\n')],
  ['many imports', "import { a } from './a'\n".repeat(20_000)],
])('%s is no depth', (_what, text) => {
  expect(isTooDeep(text)).toBe(false)
})
