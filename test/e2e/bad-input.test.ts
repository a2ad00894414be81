import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { buggy, makeGuardedRepo } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeRepo, treeState } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const oneLineAndHint = /^gar: [^\n]+\n {5}[^\n]+\n$/

function hasRelay(): boolean {
  return existsSync(path.join(repo.top, '.git_auto_review'))
}

describe('input gar cannot work on', () => {
  it('a directory outside any repository: exit 2, one line and the next step', () => {
    repo = makeRepo()
    for (const args of [['run'], ['hook', 'pre-commit'], ['status'], ['scope']]) {
      const ran = repo.gar(args, { cwd: repo.base })
      expect([args, ran.code, ran.stdout]).toEqual([args, 2, ''])
      expect(ran.stderr).toMatch(oneLineAndHint)
      expect(ran.stderr).toContain('is not inside a git repository')
    }
  })

  it('a bare repository: exit 2', () => {
    repo = makeRepo({ bare: true })
    const ran = repo.gar(['run'])
    expect([ran.code, oneLineAndHint.test(ran.stderr), ran.stderr.includes('bare repository')]).toEqual([2, true, true])
  })

  it('an unmerged index: exit 2, and the paths are named', () => {
    repo = makeRepo()
    repo.write('a.js', 'export const a = 1\n')
    repo.commitAll('base')
    repo.git('checkout', '-q', '-b', 'side')
    repo.write('a.js', 'export const a = 2\n')
    repo.commitAll('side')
    repo.git('checkout', '-q', 'main')
    repo.write('a.js', 'export const a = 3\n')
    repo.commitAll('main')
    repo.tryGit(['merge', 'side'], { mayChange: true })
    const ran = repo.gar(['run'])
    expect([ran.code, ran.stderr.includes('unmerged paths (a.js)'), hasRelay()]).toEqual([2, true, false])
  })

  it('git missing, or older than 2.31: exit 2', () => {
    repo = makeRepo()
    const bin = path.join(repo.base, 'bin')
    mkdirSync(bin)
    const missing = repo.gar(['run'], { env: { PATH: bin } })
    expect([missing.code, missing.stderr.includes('git was not found on PATH')]).toEqual([2, true])
    // What a git before 2.31 answers: it repeats an option it does not know.
    writeFileSync(path.join(bin, 'git'), '#!/bin/sh\nfor a in "$@"; do case $a in --path-format=*) echo "$a" ;; --show-toplevel) pwd ;; esac; done\n', { mode: 0o755 })
    const old = repo.gar(['run'], { env: { PATH: `${bin}:${repo.env['PATH'] ?? ''}` } })
    expect([old.code, old.stderr.includes('older than 2.31')]).toEqual([2, true])
  })

  it('an invalid configuration: exit 2, with file, key and what was expected, and a hook blocks', () => {
    repo = makeGuardedRepo()
    repo.write('.garrc.json', '{ "roundCap": 0, "colour": true }\n')
    repo.write('src/more.js', 'export const one = 1\n')
    repo.git('add', '.')
    const ran = repo.gar(['run'])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('.garrc.json: roundCap')
    expect(ran.stderr).toContain('colour: unknown key')
    expect(repo.tryGit(['commit', '-m', 'x']).code).toBe(1)
    expect(hasRelay()).toBe(false)
  })

  it('GAR-014 GAR-015: a task path that does not resolve stops at init as helper-script, and nothing is created', () => {
    repo = makeRepo()
    repo.write('a.js', buggy)
    mkdirSync(path.join(repo.top, 'folder'))
    const before = treeState(repo.top)
    for (const task of ['missing.md', 'folder', '../outside.md']) {
      const ran = repo.gar(['run', '--task', task])
      expect(ran.code).toBe(3)
      expect(ran.stdout).toMatch(/^stop\thelper-failure:helper-script\tfailed\t/m)
      expect(hasRelay()).toBe(false)
    }
    expect(treeState(repo.top)).toEqual(before)
  })

  it('GAR-152 ruling A10: a relay that is a file, a link or tracked is refused and nothing is written', () => {
    repo = makeRepo()
    repo.write('a.js', 'export const a = 1\n')
    repo.commitAll('base')
    repo.write('a.js', buggy)
    const refused = (text: string): void => {
      const before = treeState(repo.top)
      const ran = repo.gar(['run'])
      expect([ran.code, treeState(repo.top)]).toEqual([3, before])
      expect(ran.stdout).toMatch(/^stop\thelper-failure:helper-script\t/m)
      expect(ran.stdout).toContain(text)
    }
    repo.write('.git_auto_review', 'a file')
    refused('not a directory')
    repo.remove('.git_auto_review')
    mkdirSync(path.join(repo.base, 'elsewhere'))
    symlinkSync(path.join(repo.base, 'elsewhere'), path.join(repo.top, '.git_auto_review'))
    refused('symbolic link')
    repo.remove('.git_auto_review')
    repo.write('.git_auto_review/default/gate-r1.txt', 'forged')
    repo.git('add', '-f', '.git_auto_review')
    const ran = repo.gar(['run'])
    expect([ran.code, repo.read('.git_auto_review/default/gate-r1.txt'), existsSync(path.join(repo.top, '.git_auto_review/.gitignore'))]).toEqual([3, 'forged', false])
  })

  it('binary, oversized, linked and undecodable files are named as not examined and do not block', () => {
    repo = makeGuardedRepo()
    repo.write('image.png', new Uint8Array([0x89, 0x50, 0, 1, 2, 3]))
    repo.write('big.js', `// ${'x'.repeat(1_100_000)}\n`)
    repo.write('latin.js', new Uint8Array([0x2f, 0x2f, 0x20, 0xe9, 0x0a]))
    symlinkSync('nowhere', path.join(repo.top, 'link.js'))
    repo.git('add', '.')
    const ran = repo.tryGit(['commit', '-m', 'assets'])
    expect(ran.code).toBe(0)
    for (const file of ['big.js', 'latin.js']) expect(repo.report()).toMatch(new RegExp(`^note\tnot examined: ${file}`, 'm'))
  })

  it('a pre-push call with input that is not git\'s: exit 2, nothing passes by accident', () => {
    repo = makeGuardedRepo()
    const ran = repo.gar(['hook', 'pre-push', 'origin', 'url'], { input: 'garbage\n' })
    expect([ran.code, ran.stderr.includes('line 1 of the pre-push input')]).toEqual([2, true])
    expect(repo.gar(['hook', 'post-merge']).code).toBe(2)
  })

  it('RUC-021: nothing uncommitted and no way to count local commits is not "nothing to review"', () => {
    repo = makeRepo()
    repo.write('a.js', 'export const a = 1\n')
    repo.commitAll('base')
    const ran = repo.gar(['run'])
    expect([ran.code, ran.stderr.includes('--base')]).toEqual([5, true])
    expect(repo.gar(['run', '--base', 'nowhere']).code).toBe(2)
  })
})
