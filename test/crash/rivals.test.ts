import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { buggy, makeGuardedRepo, mended } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const inject = new URL('../support/inject.mjs', import.meta.url).href

type Ended = { readonly code: number | null; readonly stderr: string }

/** Commits, and does something else the moment a state of the loop is on record. */
async function commitWhile(at: string, act: () => void): Promise<Ended> {
  const mark = path.join(repo.base, 'reached')
  const git = spawn('git', ['commit', '-m', 'mine'], {
    cwd: repo.top, stdio: ['ignore', 'ignore', 'pipe'], env: { ...repo.env, NODE_OPTIONS: `--import=${inject}`, GAR_TEST_AT: at, GAR_TEST_DO: `wait:${mark}` },
  })
  let stderr = ''
  git.stderr.on('data', (chunk: Buffer) => { stderr += chunk.toString() })
  const ended = new Promise<number | null>((resolve) => { git.on('close', resolve) })
  for (const end = Date.now() + 20_000; !existsSync(mark) || readFileSync(mark, 'utf8') === '';) {
    if (Date.now() > end) throw new Error(`"${at}" was not reached: ${stderr}`)
    await pause(20)
  }
  act()
  writeFileSync(`${mark}.go`, '')
  return { code: await ended, stderr }
}

function stage(): void {
  repo = makeGuardedRepo()
  repo.write('src/sum.js', buggy)
  repo.git('add', '.')
}

describe('someone else works in the tree during a commit', () => {
  it('HK-191: what is staged during the review does not slip into the commit unseen', async () => {
    repo = makeGuardedRepo()
    repo.write('fine.js', 'export const one = 1\n')
    repo.git('add', '.')
    const ended = await commitWhile('open', () => {
      repo.write('late.js', 'debugger\n')
      repo.git('add', 'late.js')
    })
    expect(ended.code).toBe(1)
    expect(repo.report()).toMatch(/^stop\tconcurrent-modification\t/m)
    expect(repo.git('log', '--format=%s')).toBe('base\n')
  })

  it('HK-206: a branch switched during the review does not get the commit', async () => {
    repo = makeGuardedRepo()
    repo.git('branch', 'other')
    repo.git('commit', '-q', '--no-verify', '--allow-empty', '-m', 'second')
    repo.write('fine.js', 'export const one = 1\n')
    repo.git('add', '.')
    const ended = await commitWhile('close', () => { repo.git('checkout', '-q', 'other') })
    expect([ended.code, repo.git('log', '--format=%s', 'other')]).toEqual([1, 'base\n'])
  })

  for (const at of ['triage', 'snapshot', 'fix'] as const) {
    it(`GAR-097 GAR-136: a file saved at "${at}" is kept as saved and nothing is fixed over it`, async () => {
      stage()
      const ended = await commitWhile(at, () => { repo.write('src/sum.js', 'my own work\n') })
      expect(ended.code).toBe(1)
      expect(repo.read('src/sum.js')).toBe('my own work\n')
      expect(repo.report()).toMatch(/^stop\tconcurrent-modification\tstopped\t/m)
    })
  }

  it('ruling A5: another file saved while the fix is written survives, and the fix is taken back', async () => {
    stage()
    repo.write('notes.txt', 'before\n')
    const ended = await commitWhile('fix', () => { repo.write('notes.txt', 'my notes\n') })
    expect([ended.code, repo.read('notes.txt'), repo.read('src/sum.js')]).toEqual([1, 'my notes\n', buggy])
    expect(repo.report()).toMatch(/^stop\tconcurrent-modification\tstopped\t/m)
  })

  it('another file saved after the fix was written is none of the run\'s business and stays', async () => {
    stage()
    const ended = await commitWhile('ledger', () => { repo.write('notes.txt', 'my notes\n') })
    expect([ended.code, repo.read('notes.txt'), repo.read('src/sum.js')]).toEqual([1, 'my notes\n', mended])
  })

  it('a second commit in the same work tree waits for the first, and both come out right', async () => {
    stage()
    const second = { code: null as number | null, stderr: '' }
    const first = await commitWhile('triage', () => { Object.assign(second, repo.gar(['hook', 'pre-commit'])) })
    expect([first.code, second.code]).toEqual([1, 1])
    expect(second.stderr + first.stderr).toContain('fixed in the working tree')
    expect(repo.read('src/sum.js')).toBe(mended)
  })
})
