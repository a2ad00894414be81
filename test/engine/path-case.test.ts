import { describe, expect, test } from 'vitest'
import { brief, textOf, walk } from './fakes.ts'

const file = "export const Button = 1\n"
const importing = (spec: string): string => `import { Button } from '${spec}'\nexport const a = Button\n`
type Row = readonly [what: string, path: string, spec: string, target: string, spelt: string]

describe('an import that differs from the one file it can mean in case alone is spelt as the file', () => {
  const rows: readonly Row[] = [
    ['the name', 'src/a.js', './button.js', 'src/Button.js', './Button.js'],
    ['without its extension', 'src/a.ts', './button', 'src/Button.ts', './Button'],
    ['a directory', 'src/a.ts', './Parts/button', 'src/parts/button.ts', './parts/button'],
    ['above', 'src/deep/a.ts', '../Parts/Button', 'src/parts/button.ts', '../parts/button'],
  ]
  test.each(rows)('%s', async (_what, path, spec, target, spelt) => {
    const round = await walk({ [path]: { base: null, now: importing(spec) }, [target]: file })
    expect(brief(round.verdict)).toEqual([`gar/unresolved-import ${path}:1 critical/verified`])
    expect(round.decisions.map((one) => one.verdict)).toEqual(['approved'])
    expect(textOf(round, path)).toBe(importing(spelt))
    expect(round.audit.every(({ mapped }) => mapped)).toBe(true)
    expect(round.again.findings.filter(({ tag }) => tag !== 'closed')).toEqual([])
  })
})

describe('a fix of the case is refused when it is not the one', () => {
  const now = importing('./button.js')
  const refusals: readonly (readonly [what: string, files: Parameters<typeof walk>[0], options: Parameters<typeof walk>[1]])[] = [
    ['two files differ in case alone', { 'src/a.js': now, 'src/Button.js': file, 'src/BUTTON.js': file }, {}],
    ['the file is not there at all', { 'src/a.js': now }, {}],
    ['the same text stands in the file a second time', { 'src/a.js': `${now}mock('./button.js')\nfunction mock() {}\n`, 'src/Button.js': file }, {}],
    ['the import has changed in the working tree', { 'src/a.js': now, 'src/Button.js': file }, { workspace: { 'src/a.js': importing('./other.js') } }],
    ['in the working tree only a comment still holds the text', { 'src/a.js': now, 'src/Button.js': file }, { workspace: { 'src/a.js': "// './button.js'\n" } }],
  ]
  test.each(refusals)('%s', async (_what, files, options) => {
    const round = await walk(files, options)
    expect(round.verdict.findings.map(({ rule }) => rule)).toContain('gar/unresolved-import')
    expect(round.decisions.map((one) => one.verdict)).not.toContain('approved')
    expect(round.hunks).toEqual([])
  })
})

test('what only a person can decide is refused with the reason', async () => {
  const round = await walk({ 'src/a.js': { base: null, now: "import { c } from './b.js'\nexport { c }\n" } }, { others: { 'src/b.js': 'export const b = 1\n' } })
  expect(round.decisions).toEqual([{ finding_id: 'F001', verdict: 'not-approved', code: 'not-safe', reason: 'Whether the name or the file it is taken from is wrong is for a person to say.' }])
})
