import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reviewOf, scratch, textOf, walk } from './fakes.ts'

const files = {
  'src/a.js': { base: "import { join } from 'node:path'\nimport { x } from './x.js'\n\nexport const f = () => join(x, 'a')\n", now: "import { x } from './x.js'\n\nexport const f = () => join(x, 'a')\ndebugger\n" },
  'test/a.test.js': { base: null, now: "describe.only('a', () => {})\n" },
  'p.py': { base: 'def f(a):\n    return a\n', now: "import pdb\ndef f(a):\n    pdb.set_trace()\n    return a is 'x'\n" },
  'c.json': { base: '{"a": 1}\n', now: '{"a": 1,}\n' },
  'm.txt': { base: 'a\n', now: '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n' },
}

test('a round over several languages fixes what it can prove and leaves the rest to a person', async () => {
  const round = await walk(files)
  expect(textOf(round, 'src/a.js')).toBe(files['src/a.js'].base)
  expect(textOf(round, 'test/a.test.js')).toBe("describe('a', () => {})\n")
  expect(textOf(round, 'p.py')).toBe("def f(a):\n    return a == 'x'\n")
  expect(textOf(round, 'c.json')).toBe(files['c.json'].now)
  expect(textOf(round, 'm.txt')).toBe(files['m.txt'].now)
  expect(round.audit.every(({ mapped }) => mapped)).toBe(true)
  expect(round.again.findings.filter(({ tag }) => tag !== 'closed').map(({ tag, location }) => `${tag} ${location}`)).toEqual(['open c.json:1', 'open m.txt:1'])
})

test('the report leads with what was read and lists each finding under its heading', async () => {
  const { report_markdown } = await reviewOf({ 'c.json': files['c.json'], 'b.bin': new Uint8Array([0]) })
  expect(report_markdown).toMatchInlineSnapshot(`
    "The static analysis read 2 changed files and reports 1 finding.

    ## What is critical

    - **R1-F1** c.json:1 (verified, none): Invalid JSON: property name expected. The file cannot be parsed, so nothing in it runs.
      Correct the syntax at this place.

    ## Not read

    - b.bin: binary
    "
  `)
})

test('GAR-052: a finding in a file that the ledger names is a reproduction line', async () => {
  const ledger = join(scratch, 'ledger.txt')
  writeFileSync(ledger, 'a.js\tnode a.js\n')
  const verdict = await reviewOf({ 'a.js': 'debugger\n', 'b.js': 'debugger\n' }, { ledger })
  expect(verdict.findings.map((f) => f.reproduction_line)).toEqual([true, false])
})
