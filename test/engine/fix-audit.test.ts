import { describe, expect, test } from 'vitest'
import type { Setback } from '../../src/core/fix/port.ts'
import { diffHunks } from '../../src/core/evidence/hunks.ts'
import type { Finding } from '../../src/core/model/finding.ts'
import type { RepoPath } from '../../src/core/model/path.ts'
import { parseRepoPath } from '../../src/core/model/path.ts'
import { ask, bytesOf, engine, toRunFinding } from './fakes.ts'

const path = parseRepoPath('a.js')
const before = 'one()\ndebugger\ntwo()\nthree()\nfour()\ndebugger\nfive()\n'
const base = 'one()\ntwo()\nthree()\nfour()\nfive()\n'
const { signal } = new AbortController()

async function approved(): Promise<readonly Finding[]> {
  return (await engine().review(ask({ 'a.js': { base, now: before } }), '')).value.findings.map(toRunFinding)
}

async function fixed(setback: Setback | null): Promise<{ readonly text: string; readonly writes: number; readonly resolutions: readonly string[]; readonly changed: boolean }> {
  let [text, writes] = [before, 0]
  const read = async (): Promise<Uint8Array> => bytesOf(text)
  const write = async (_path: RepoPath, bytes: Uint8Array): Promise<void> => { text = new TextDecoder().decode(bytes); writes += 1 }
  const { value } = await engine().fix({ round: 1, approved: await approved(), setback, read, write, signal }, '')
  return { text, writes, resolutions: value.resolutions.map(({ resolution }) => resolution), changed: value.changed_workspace }
}

async function audited(after: string, findings?: readonly Finding[]): Promise<readonly boolean[]> {
  const written = [{ path, before: bytesOf(before), after: bytesOf(after) }]
  const hunks = diffHunks(path, bytesOf(before), bytesOf(after))
  const { value } = await engine().audit({ round: 1, approved: findings ?? (await approved()), hunks, written, ledger: '', signal }, '')
  expect(value.hunks).toHaveLength(hunks.length)
  return value.hunks.map(({ mapped }) => mapped)
}

describe('the fixer writes each file once', () => {
  test('all approved edits in one write', async () => {
    expect(await fixed(null)).toEqual({ text: base, writes: 1, resolutions: ['fixed', 'fixed'], changed: true })
  })

  test('GAR-140: after an audit setback the fixes at the unmapped places are left out', async () => {
    const hunks = diffHunks(path, bytesOf(before), bytesOf(before.replace('one()\ndebugger\n', 'one()\nother()\n')))
    expect(await fixed({ by: 'audit', hunks })).toEqual({ text: before.replace('four()\ndebugger\n', 'four()\n'), writes: 1, resolutions: ['unresolved', 'fixed'], changed: true })
  })

  test('GAR-066: after a ledger setback nothing that may have caused it is written again', async () => {
    expect(await fixed({ by: 'ledger', line: 1 })).toEqual({ text: before, writes: 0, resolutions: ['unresolved', 'unresolved'], changed: false })
  })
})

describe('the audit maps a hunk only to the very edit it expects', () => {
  test('the edits of the fixer are mapped', async () => {
    expect(await audited(base)).toEqual([true, true])
  })

  test('some of the edits are mapped as well', async () => {
    expect(await audited(before.replace('four()\ndebugger\n', 'four()\n'))).toEqual([true])
  })

  test('another text at an expected place is not mapped', async () => {
    expect(await audited(before.replace('one()\ndebugger\n', 'one()\nother()\n'))).toEqual([false])
  })

  test('a change elsewhere is not mapped', async () => {
    expect(await audited(before.replace('three()', 'tree()'))).toEqual([false])
  })

  test('a change that takes a neighbouring line along is not mapped', async () => {
    expect(await audited(before.replace('one()\ndebugger\n', ''))).toEqual([false])
  })

  test('without an approved finding nothing is mapped', async () => {
    expect(await audited(base, [])).toEqual([false, false])
  })
})
