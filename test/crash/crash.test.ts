import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { buggy, makeGuardedRepo, mended } from '../support/installed.ts'
import type { Ran, TestRepo } from '../support/repo.ts'
import { promised, treeState } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const inject = new URL('../support/inject.mjs', import.meta.url).href
const states = ['open', 'triage', 'snapshot', 'fix', 'ledger', 'audit', 'close'] as const

function commitWith(env: Record<string, string>): Ran {
  return repo.tryGit(['commit', '-m', 'bug'], { env: { NODE_OPTIONS: `--import=${inject}`, ...env } })
}

function stage(): { tree: Record<string, string>; promise: unknown } {
  repo = makeGuardedRepo({ 'src/sum.js': 'export const sum = (a, b) => a + b\n', 'keep.txt': 'keep\r\nmixed\n' })
  repo.write('src/sum.js', buggy)
  repo.git('add', '.')
  repo.write('keep.txt', 'keep\r\nunstaged\n')
  repo.write('loose.txt', 'untracked')
  return { tree: treeState(repo.top), promise: entriesOnly() }
}

function entriesOnly(): unknown {
  return { ...promised(repo.top, repo.env), index: '' }
}

function leftBehind(): string[] {
  const own = path.join(repo.top, '.git', 'gar')
  return existsSync(own) ? readdirSync(own).filter((name) => name === 'lock' || name === 'journal.json') : []
}

describe('a run killed in a state of the loop', () => {
  for (const at of states) {
    it(`SIGKILL when "${at}" is on record: the next start finds the tree restorable and loses nothing`, () => {
      const before = stage()
      const killed = commitWith({ GAR_TEST_AT: at })
      expect(killed.code).not.toBe(0)
      expect(entriesOnly()).toEqual(before.promise)
      const written = JSON.stringify(treeState(repo.top)) !== JSON.stringify(before.tree)
      expect(written).toBe(at === 'ledger' || at === 'audit' || at === 'close')
      const next = repo.tryGit(['commit', '-m', 'bug'])
      expect(next.code).toBe(1)
      if (written) {
        expect(next.stderr).toContain('was killed while it was fixing: src/sum.js differs from before')
        expect(next.stderr).toContain('Run "gar restore"')
        const restored = repo.gar(['restore'])
        expect([restored.code, treeState(repo.top)]).toEqual([0, before.tree])
        expect(repo.tryGit(['commit', '-m', 'bug']).stderr).toContain('fixed in the working tree')
      } else {
        expect(next.stderr).toContain('fixed in the working tree')
      }
      expect(repo.read('keep.txt')).toBe('keep\r\nunstaged\n')
      expect(repo.read('loose.txt')).toBe('untracked')
      expect(leftBehind()).toEqual([])
    })
  }

  it('SIGKILL when "restore" is on record, after an interruption: the files can still be put back', () => {
    const before = stage()
    commitWith({ GAR_TEST_AT: 'ledger', GAR_TEST_DO: 'SIGINT', GAR_TEST_KILL_AT: 'restore' })
    expect(repo.read('src/sum.js')).toBe(mended)
    expect(repo.tryGit(['commit', '-m', 'bug']).stderr).toContain('was killed while it was fixing')
    expect(repo.gar(['restore', '--dry-run']).stdout).toContain('put back  src/sum.js')
    expect(repo.read('src/sum.js')).toBe(mended)
    expect([repo.gar(['restore']).code, treeState(repo.top)]).toEqual([0, before.tree])
    expect(repo.gar(['restore']).stdout).toContain('nothing to restore')
  })

  it('what was edited after the kill is never put back over: it is the user\'s', () => {
    repo = makeGuardedRepo({ 'a.js': 'export const a = 1\n', 'b.js': 'export const b = 1\n', 'c.js': 'export const c = 1\n' })
    for (const name of ['a', 'b']) repo.write(`${name}.js`, `debugger\nexport const ${name} = 1\n`)
    repo.git('add', '.')
    commitWith({ GAR_TEST_AT: 'ledger' })
    repo.write('b.js', 'my later work\n')
    repo.write('c.js', 'more of it\n')
    const restored = repo.gar(['restore'])
    expect(restored.stdout).toBe('put back  a.js\nleft      b.js  (edited since, not by gar)\nleft      c.js  (edited since, not by gar)\nWhat the interrupted run wrote is undone.\n')
    expect(['a.js', 'b.js', 'c.js'].map((file) => repo.read(file))).toEqual(['debugger\nexport const a = 1\n', 'my later work\n', 'more of it\n'])
    expect(leftBehind()).toEqual([])
  })

  it('--keep keeps the files as they are and closes the matter', () => {
    stage()
    commitWith({ GAR_TEST_AT: 'ledger' })
    expect(repo.gar(['restore', '--keep']).code).toBe(0)
    expect(repo.read('src/sum.js')).toBe(mended)
    expect(leftBehind()).toEqual([])
  })

  it('SIGKILL in the second round leaves the audited fix of the first and the next commit goes on', () => {
    stage()
    commitWith({ GAR_TEST_AT: 'open', GAR_TEST_ROUND: '2' })
    expect(repo.read('src/sum.js')).toBe(mended)
    const next = repo.tryGit(['commit', '-m', 'bug'])
    expect([next.code, next.stderr.includes('git add -- src/sum.js')]).toEqual([1, true])
    repo.git('add', 'src/sum.js')
    expect(repo.tryGit(['commit', '-m', 'mended']).code).toBe(0)
  })

  it('SIGKILL just before and just after a file is placed: the file is the old or the new one, and no stray lies beside it', () => {
    for (const act of ['before', 'after']) {
      const before = stage()
      commitWith({ GAR_TEST_PLACE: 'src/sum.js', GAR_TEST_DO: act })
      expect(repo.read('src/sum.js')).toBe(act === 'before' ? buggy : mended)
      expect(Object.keys(treeState(repo.top))).toEqual(Object.keys(before.tree))
      repo.tryGit(['commit', '-m', 'bug'])
      if (act === 'after') expect(repo.gar(['restore']).code).toBe(0)
      if (act === 'after') expect(treeState(repo.top)).toEqual(before.tree)
      if (act === 'before') repo.dispose()
    }
  })
})

describe('a run asked to end', () => {
  for (const [name, code] of [['SIGINT', 130], ['SIGTERM', 143]] as const) {
    for (const at of states) {
      it(`${name} when "${at}" is on record: the tree is as before the round, the exit code is ${code}`, () => {
        const before = stage()
        const ended = repo.gar(['hook', 'pre-commit'], { env: { NODE_OPTIONS: `--import=${inject}`, GAR_TEST_AT: at, GAR_TEST_DO: name } })
        expect(ended.code).toBe(code)
        expect(treeState(repo.top)).toEqual(before.tree)
        expect(leftBehind()).toEqual([])
        expect(repo.report()).toMatch(/^stop\tinterrupted\tstopped\t/m)
      })
    }
  }
})

describe('a disk that refuses a write', () => {
  it('GAR-147 GAR-150: no space for the fixed file ends the run as a helper failure with the tree as it was', () => {
    const before = stage()
    const ended = commitWith({ GAR_TEST_PLACE: 'src/sum.js', GAR_TEST_DO: 'ENOSPC' })
    expect(ended.code).toBe(1)
    expect(treeState(repo.top)).toEqual(before.tree)
    expect(repo.report()).toMatch(/^stop\thelper-failure:helper-script\tfailed\t.*ENOSPC/m)
    expect(leftBehind()).toEqual([])
  })
})
