import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { diffHunks } from '../../src/core/evidence/hunks.ts'
import { hunkHeader, newRange } from '../../src/core/model/hunk.ts'
import type { RepoPath } from '../../src/core/model/path.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'gar-hunks-'))
afterAll(() => { rmSync(scratch, { recursive: true }) })

const file = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', 'x\r', 'é', '\t'), { maxLength: 12 }).chain((lines) => (
  fc.constantFrom('', '\n').map((end) => (lines.length === 0 ? '' : lines.join('\n') + end))
))
const name = 'f' as RepoPath

/** Applies hunks to the old lines; what comes out must be the new lines. */
function applied(before: string, after: string): string[] {
  const lines = before.split('\n')
  for (const hunk of [...diffHunks(name, Buffer.from(before), Buffer.from(after))].reverse()) {
    lines.splice(hunk.removed.length === 0 ? hunk.oldStart : hunk.oldStart - 1, hunk.removed.length, ...hunk.added)
  }
  return lines
}

describe('hunks computed in process', () => {
  it('rebuild the new lines from the old ones', () => {
    fc.assert(fc.property(file, file, (before, after) => {
      const [old, now] = [before.replaceAll('\r', '').replace(/\n?$/, '\n'), after.replaceAll('\r', '').replace(/\n?$/, '\n')]
      expect(applied(old, now)).toEqual(now.split('\n'))
    }), { numRuns: 3_000 })
  })

  it('are as many changed lines as git counts, in headers git would print', () => {
    fc.assert(fc.property(file, file, (before, after) => {
      writeFileSync(path.join(scratch, 'a'), before)
      writeFileSync(path.join(scratch, 'b'), after)
      const text = spawnSync('git', ['diff', '--no-index', '--no-color', '-U0', '--minimal', 'a', 'b'], { cwd: scratch, encoding: 'utf8' }).stdout
      const changed = text.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line) && !/^(?:---|\+\+\+) /.test(line)).length
      const hunks = diffHunks(name, Buffer.from(before), Buffer.from(after))
      expect(hunks.reduce((sum, hunk) => sum + hunk.removed.length + hunk.added.length, 0)).toBe(changed)
      for (const hunk of hunks) expect(hunkHeader(hunk)).toMatch(/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@$/)
    }), { numRuns: 150 })
  })

  it('ruling A1 A3: a one-line edit is a one-line entry, a deletion is anchored at the line before it', () => {
    const range = (before: string, after: string): unknown => diffHunks(name, Buffer.from(before), Buffer.from(after)).map(newRange)
    expect(range('a\nb\nc\n', 'a\nX\nc\n')).toEqual([{ start: 2, end: 2 }])
    expect(range('a\nb\nc\n', 'a\nc\n')).toEqual([{ start: 1, end: 1 }])
    expect(range('a\nb\n', 'b\n')).toEqual([{ start: 1, end: 1 }])
    expect(range('a\n', '')).toEqual([{ start: 1, end: 1 }])
  })

  it('bytes are compared, not characters: Latin-1 text and changed line ends are seen', () => {
    expect(diffHunks(name, Buffer.from([0xe9, 0x0a]), Buffer.from([0xe8, 0x0a]))).toHaveLength(1)
    expect(diffHunks(name, Buffer.from('a\r\n'), Buffer.from('a\n'))).toHaveLength(1)
    expect(diffHunks(name, Buffer.from('a\n'), Buffer.from('a\n'))).toHaveLength(0)
  })

  it('texts with almost nothing in common cost no quadratic time', () => {
    const text = (seed: number): Buffer => Buffer.from(Array.from({ length: 20_000 }, (_, n) => `${n * seed}`).join('\n'))
    expect(diffHunks(name, text(7), text(13)).length).toBeGreaterThan(0)
  })
})
