import { describe, expect, test } from 'vitest'
import type { Finding } from '../../../src/core/model/finding.ts'
import { parseRepoPath } from '../../../src/core/model/path.ts'
import type { Bench, Located } from '../../../src/io/engine/bench.ts'
import type { Candidate } from '../../../src/io/engine/fixes/fixer.ts'
import type { Found } from '../../../src/io/engine/found.ts'
import { applyEdits } from '../../../src/io/engine/found.ts'
import type { Trial } from '../../../src/io/engine/refute.ts'
import { bringsNothingNew, equalsBase, isGone, isIdempotent, isSlipOfChange, isUnique, refute, staysInPaths, staysInRange, stillParses } from '../../../src/io/engine/refute.ts'

const path = parseRepoPath('a.js')
const text = 'one()\ndebugger\ntwo()\n'
const found: Found = { rule: 'eslint/no-debugger', message: 'm', line: 2, start: 6, end: 14 }
const good: Candidate = { edits: [{ start: 6, end: 15, text: '' }], text: 'Delete the debugger statement.' }
const location = { path, range: { start: 2, end: 2 } }
const finding: Finding = {
  id: 'F001', heading: 'bug', label: 'verified', tag: 'none', title: 'M', location, cited: location, lane: 'working-tree lane', laneCase: 8, anchored: true,
  preExisting: false, scopeExtension: false, reproductionLine: false, evidence: '', consequence: '', fix: { text: good.text, paths: [path] },
  decisionRef: null, fingerprint: '', rule: found.rule,
}

type Variation = { readonly located?: Partial<Located>; readonly after?: Partial<Trial['after']>; readonly base?: string | null; readonly text?: string; readonly before?: readonly Found[] }

function trial({ located: changes = {}, after = {}, base = 'one()\ntwo()\n', text: before = text, before: had = [found] }: Variation): Trial {
  const located: Located = { finding, found, candidates: [good], ...changes }
  const bench: Bench = { source: { path, language: 'javascript', text: before, added: [] }, found: had, located: [located] }
  return { located, bench, base, together: [located], after: { text: applyEdits(before, located.candidates[0]?.edits ?? []), found: [], ...after } }
}

describe('each check refuses what it is for and lets the right fix pass', () => {
  test('the right fix passes every check', () => {
    expect(refute(trial({}))).toBeNull()
  })

  test('1: the finding is still there', () => {
    expect(isGone(trial({ after: { found: [found] } }))).toMatchObject({ code: 'not-safe' })
    expect(isGone(trial({ located: { found: null } }))).toMatchObject({ code: 'not-real' })
  })

  test('1: of two equal findings one must go, of one undefined name every use', () => {
    expect(isGone(trial({ before: [found, { ...found, line: 3 }], after: { found: [found] } }))).toBeNull()
    const name: Found = { ...found, rule: 'eslint/no-undef', name: 'x' }
    expect(isGone(trial({ located: { found: name }, before: [name, { ...name, line: 3 }], after: { found: [name] } }))).not.toBeNull()
  })

  test('2: a new finding of any rule, verified or inferred', () => {
    for (const rule of ['eslint/no-undef', 'eslint/no-unused-vars']) expect(bringsNothingNew(trial({ after: { found: [{ ...found, rule }] } }))).toMatchObject({ code: 'not-safe' })
    expect(bringsNothingNew(trial({}))).toBeNull()
  })

  test('3: the file does not parse any more', () => {
    expect(stillParses(trial({ after: { found: [{ ...found, rule: 'syntax' }] } }))).toMatchObject({ code: 'not-safe' })
  })

  test('4: a hunk outside the expected range, or too many lines', () => {
    expect(staysInRange(trial({ after: { text: 'one()\ntwo()\nthree()\n' }, text: `${text}a\nb\nc\nd\n` }))).toMatchObject({ code: 'not-minimum' })
    const wide: Candidate = { edits: [{ start: 0, end: text.length * 2, text: 'x\n' }], text: 'x' }
    expect(staysInRange(trial({ located: { candidates: [wide] }, text: text + text }))).toMatchObject({ code: 'not-minimum' })
    expect(staysInRange(trial({}))).toBeNull()
  })

  test('5: a path the finding does not name', () => {
    expect(staysInPaths(trial({ located: { finding: { ...finding, fix: { text: '', paths: [parseRepoPath('b.js')] } } } }))).toMatchObject({ code: 'not-anchored' })
  })

  test('6: a fixer that goes on changing the file', () => {
    const again = 'one()\ndebugger\ntwo()\n'
    expect(isIdempotent(trial({ after: { text: again, found: [] } }))).toMatchObject({ code: 'not-safe' })
    expect(isIdempotent(trial({ after: { text: again, found: [found] } }))).toBeNull()
  })

  test('7: a choice between two fixes', () => {
    expect(isUnique(trial({ located: { candidates: [good, good] } }))).toMatchObject({ code: 'not-safe' })
    expect(isUnique(trial({ located: { candidates: [] } }))).toMatchObject({ code: 'not-safe' })
  })

  test('9: a restored import that is not the one of the base', () => {
    const name: Found = { ...found, rule: 'eslint/no-undef', name: 'a' }
    const restore = (statement: string): Finding => ({ ...finding, fix: { paths: [path], text: `Restore the import of a that the change removed, at the top of the file:\n${statement}` } })
    const base = "import { a } from 'a'\n"
    expect(equalsBase(trial({ base, located: { found: name, finding: restore("import { a } from 'a'") } }))).toBeNull()
    expect(equalsBase(trial({ base, located: { found: name, finding: restore("import { a } from 'b'") } }))).toMatchObject({ code: 'not-anchored' })
    expect(equalsBase(trial({ base: null, located: { found: name, finding: restore("import { a } from 'a'") } }))).toMatchObject({ code: 'not-anchored' })
  })

  test('a correction of a name that the base used as it is', () => {
    const name: Found = { ...found, rule: 'eslint/no-undef', name: 'amuont' }
    const candidates: readonly Candidate[] = [{ edits: [{ start: 0, end: 6, text: 'amount' }], text: 'Replace amuont with amount.' }]
    expect(isSlipOfChange(trial({ base: 'amuont\n', located: { found: name, candidates } }))).toMatchObject({ code: 'not-safe' })
    expect(isSlipOfChange(trial({ base: 'other\n', located: { found: name, candidates } }))).toBeNull()
  })
})
