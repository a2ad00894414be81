import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addRemote, buggy, credential, makeGuardedRepo, mended } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeRepo, treeState } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const relay = (name: string): string => path.join('.git_auto_review', 'default', name)

function start(): void {
  repo = makeGuardedRepo()
  addRemote(repo)
}

describe('gar run', () => {
  it('GAR-003 RUC-010: reviews staged, unstaged and untracked changes and the local commits in one run', () => {
    start()
    repo.write('committed.js', 'debugger\n')
    repo.commitAll('local commit')
    repo.write('staged.js', 'debugger\n')
    repo.git('add', 'staged.js')
    repo.write('src/sum.js', buggy)
    repo.write('untracked.js', 'debugger\n')
    const ran = repo.gar(['run'])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toBe(repo.report())
    expect(['committed.js', 'staged.js', 'untracked.js'].map((file) => repo.read(file))).toEqual(['', '', ''])
    expect(repo.read('src/sum.js')).toBe(mended)
    for (const file of ['committed.js', 'staged.js', 'untracked.js', 'src/sum.js']) expect(ran.stdout).toContain(`\t${file}:`)
  })

  it('GAR-106 to GAR-121: the relay holds every record of a two-round run, private to the user and invisible to git', () => {
    start()
    repo.write('src/sum.js', buggy)
    repo.write('key.js', `export const key = '${credential}'\n`)
    expect(repo.gar(['run']).code).toBe(1)
    expect(repo.read('.git_auto_review/.gitignore')).toBe('*\n')
    expect(readdirSync(path.join(repo.top, '.git_auto_review/default')).sort()).toEqual([
      'authored.txt', 'baseline.patch', 'baseline.untracked.tar', 'findings.jsonl', 'fixer-r1.txt', 'gate-r1-prompt.txt', 'gate-r1.txt', 'gate-r2-prompt.txt', 'gate-r2.txt',
      'ledger.txt', 'pre-fix.meta.json', 'pre-fix.patch', 'pre-fix.untracked.tar', 'report.txt', 'round-r1.diff.txt', 'verifier-r1.txt', 'verifier-r2.txt',
    ])
    expect(repo.read(relay('ledger.txt'))).toBe('')
    expect(repo.read(relay('gate-r2-prompt.txt'))).toContain('gate-r1.txt')
    expect(repo.read(relay('verifier-r1.txt'))).toMatch(/=== triage: prompt ===[^]*=== triage: return ===[^]*=== delta: prompt ===[^]*=== delta: return ===/)
    expect(repo.read(relay('round-r1.diff.txt'))).toBe('--- a/src/sum.js\n+++ b/src/sum.js\n@@ -2 +1,0 @@\n-  debugger\n@@ -4 +3 @@\n-  return totl\n+  return total\n')
    expect(repo.read(relay('authored.txt'))).toBe('src/sum.js:1\nsrc/sum.js:3\n')
    expect(repo.git('status', '--porcelain')).not.toContain('git_auto_review')
    for (const name of readdirSync(path.join(repo.top, '.git_auto_review/default'))) expect(statSync(path.join(repo.top, relay(name))).mode & 0o077).toBe(0)
  })

  it('GAR-154 GAR-155: pre-fix.patch and pre-fix.untracked.tar rebuild the state before the fix', () => {
    start()
    repo.write('src/sum.js', buggy)
    repo.write('loose.js', 'debugger\n')
    expect(repo.gar(['run']).code).toBe(0)
    const copy = path.join(repo.base, 'copy')
    repo.git('worktree', 'add', '-q', '--detach', copy, 'HEAD')
    const apply = (file: string): void => { execFileSync('git', ['apply', '--whitespace=nowarn', file], { cwd: copy, env: repo.env }) }
    apply(path.join(repo.top, relay('pre-fix.patch')))
    execFileSync('tar', ['-xf', path.join(repo.top, relay('pre-fix.untracked.tar'))], { cwd: copy })
    expect(treeState(copy)).toMatchObject({ 'src/sum.js': expect.any(String) as string, 'loose.js': expect.any(String) as string })
    expect(repo.tryGit(['-C', copy, 'hash-object', 'src/sum.js', 'loose.js']).stdout).toBe(hashes([buggy, 'debugger\n']))
  })

  it('a fix that brings a file back to what HEAD holds ends clean: the next round sees it', () => {
    start()
    repo.write('src/sum.js', repo.read('src/sum.js').replace('  return', '  debugger\n  return'))
    const ran = repo.gar(['run'])
    expect([ran.code, repo.git('status', '--porcelain')]).toEqual([0, ''])
    expect(ran.stdout).toMatch(/^stop\tno-qualifying\tclean\t/m)
  })

  it('GAR-122 --json prints the same record as one object', () => {
    start()
    repo.write('src/sum.js', buggy)
    const ran = repo.gar(['run', '--json'])
    const record = JSON.parse(ran.stdout) as { stop: string; fixed: { id: string }[] }
    expect([ran.code, record.stop, record.fixed.map((finding) => finding.id)]).toEqual([0, 'no-qualifying', ['F001', 'F002']])
    expect(JSON.parse(repo.gar(['report', '--json']).stdout)).toEqual(record)
  })

  it('RUC-007: --report-only reviews once, lists, and changes nothing', () => {
    start()
    repo.write('src/sum.js', buggy)
    const before = treeState(repo.top)
    const ran = repo.gar(['run', '--report-only'])
    expect([ran.code, treeState(repo.top)]).toEqual([1, before])
    expect(ran.stdout).toMatch(/^stop\treport-only\t/m)
    expect(existsSync(path.join(repo.top, relay('verifier-r1.txt')))).toBe(false)
  })

  it('GAR-016 GAR-017 GAR-018: "round cap <N>" sets the cap, anything else is said to be no override', () => {
    start()
    repo.write('src/sum.js', buggy)
    const capped = repo.gar(['run', 'please', 'use', 'Round', 'Cap', '1'])
    expect([capped.code, /rounds=1\/1/.test(capped.stdout), /^stop\tround-cap\tstopped/m.test(capped.stdout)]).toEqual([1, true, true])
    expect(capped.stdout).toContain('\tfixed-not-re-reviewed\t')
    repo.write('src/sum.js', buggy)
    const ignored = repo.gar(['run', 'round', 'cap', 'zero'])
    expect([ignored.code, /rounds=2\/5/.test(ignored.stdout), ignored.stderr.includes('round cap')]).toEqual([0, true, true])
  })

  it('GAR-003 GAR-004 GAR-171: under default-only another branch is declined before any write; the hook lets it pass with one line', () => {
    start()
    repo.git('checkout', '-q', '-b', 'side')
    repo.write('src/sum.js', buggy)
    const ran = repo.gar(['run', '--branch-policy', 'default-only'])
    expect([ran.code, ran.stdout, existsSync(path.join(repo.top, '.git_auto_review'))]).toEqual([5, '', false])
    expect(ran.stderr).toContain('side is not the default branch main')
    repo.git('add', '.')
    const commit = repo.tryGit(['commit', '-m', 'x'], { env: { GAR_BRANCH_POLICY: 'default-only' } })
    expect([commit.code, commit.stderr]).toEqual([0, 'gar: not reviewed: side is not the default branch main (branchPolicy default-only)\n'])
  })

  it('GAR-164 GAR-165: a path CHARTER.md forbids refuses the whole approved set and nothing is written', () => {
    start()
    repo.write('CHARTER.md', '# Charter\n\n## Key Invariants\n\n- Never edit `frozen/**`.\n')
    repo.commitAll('charter')
    repo.write('frozen/a.js', 'debugger\n')
    repo.write('src/sum.js', buggy)
    const before = treeState(repo.top)
    const ran = repo.gar(['run'])
    expect([ran.code, treeState(repo.top)]).toEqual([1, before])
    expect(ran.stdout).toMatch(/^stop\tcharter-refused\tdecisions-needed\t/m)
    expect(ran.stdout.match(/\tcharter-set-refused\t/g)?.length).toBe(3)
    expect(existsSync(path.join(repo.top, relay('fixer-r1.txt')))).toBe(false)
  })

  it('GAR-107 GAR-049: a task file names the run and its goal reaches the gate as data', () => {
    start()
    repo.write('tasks/add-sum.md', '# Sum\n\n## Goal\n\nAdd two numbers.\n\n## Notes\n\nprivate\n')
    repo.write('src/sum.js', buggy)
    expect(repo.gar(['run', '--task', 'tasks/add-sum.md']).code).toBe(0)
    const prompt = repo.read('.git_auto_review/add-sum/gate-r1-prompt.txt')
    expect(prompt).toContain('Add two numbers.')
    expect(prompt).not.toContain('private')
    expect(repo.gar(['report', '--stem', 'add-sum']).stdout).toContain('stem=add-sum')
  })

  it('GAR-111 GAR-112 ruling A10: a marked gate return is consumed by gar run and said so; a hook never honours one', () => {
    start()
    repo.write('src/sum.js', buggy)
    mkdirSync(path.join(repo.top, '.git_auto_review/default'), { recursive: true })
    writeFileSync(path.join(repo.top, relay('gate-r1.txt')), '{"summarised": true}')
    writeFileSync(path.join(repo.top, relay('gate-r1.preseed')), '')
    const ran = repo.gar(['run'])
    expect(ran.code).toBe(3)
    expect(ran.stdout).toMatch(/^stop\thelper-failure:contract-violating\tfailed\t/m)
    expect(ran.stdout).toContain('gate=pre-seeded')
    repo.git('add', 'src/sum.js')
    expect(repo.tryGit(['commit', '-m', 'bug']).stderr).toContain('2 fixed in the working tree')
    writeFileSync(path.join(repo.top, relay('gate-r1.txt')), 'unmarked')
    repo.remove(relay('gate-r1.preseed'))
    repo.write('src/sum.js', buggy)
    expect(repo.gar(['run']).code).toBe(0)
  })

  it('rulings 2.10: a second run in the same work tree is refused while the first works', () => {
    repo = makeRepo()
    repo.write('a.js', buggy)
    mkdirSync(path.join(repo.top, '.git/gar'))
    const me = `${process.pid}`
    const born = repo.tryGit(['-C', '/', 'version']).code === 0 ? execFileSync('sh', ['-c', `cut -d')' -f2- /proc/${me}/stat | cut -d' ' -f21`], { encoding: 'utf8' }).trim() : ''
    writeFileSync(path.join(repo.top, '.git/gar/lock'), JSON.stringify({ pid: process.pid, born, what: 'pre-commit' }))
    const held = repo.gar(['run'])
    expect([held.code, held.stderr.includes(`(pre-commit, process ${me})`)]).toEqual([1, true])
    writeFileSync(path.join(repo.top, '.git/gar/lock'), JSON.stringify({ pid: 2 ** 22 - 3, born: '1', what: 'pre-commit' }))
    expect(repo.gar(['run']).code).toBe(0)
    expect(existsSync(path.join(repo.top, '.git/gar/lock'))).toBe(false)
  })

  it('a run in a subdirectory, in a linked worktree and in a path with odd characters works on the same tree', () => {
    repo = makeGuardedRepo()
    addRemote(repo)
    repo.write('src/sum.js', buggy)
    expect(repo.gar(['run'], { cwd: path.join(repo.top, 'src') }).code).toBe(0)
    expect(repo.read('src/sum.js')).toBe(mended)
    const odd = path.join(repo.base, "odd 'name' é")
    repo.git('worktree', 'add', '-q', '-b', 'odd', odd)
    writeFileSync(path.join(odd, 'src/sum.js'), buggy)
    const ran = repo.gar(['run', '--base', 'main'], { cwd: odd })
    expect(ran.code).toBe(0)
    expect(repo.tryGit(['-C', odd, 'diff', '--stat']).stdout).toContain('src/sum.js')
  })
})

function hashes(contents: readonly string[]): string {
  return contents.map((content) => execFileSync('git', ['hash-object', '--stdin'], { input: content, encoding: 'utf8' })).join('')
}
