import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { addRemote, credential, makeGuardedRepo } from '../support/installed.ts'
import type { Ran, TestRepo } from '../support/repo.ts'
import { treeState } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const own = (name: string): string => path.join(repo.top, '.git/gar', name)
const commit = (message = 'key'): Ran => repo.tryGit(['commit', '-m', message])
const classes = (): string[] => [...repo.report().matchAll(/^finding\t(F\d+)\t(?:[^\t]*\t){3}([^\t]*)\t(yes|no)\t/gm)].map(([, id, kind, blocks]) => `${id} ${kind} ${blocks}`)
const statusWord = (): string => /^stop\t[^\t]*\t([^\t]*)/m.exec(repo.report())?.[1] ?? ''

/** A commit that is blocked by a credential, which has no fix. */
function blockedCommit(): void {
  repo = makeGuardedRepo()
  repo.write('src/key.js', `// for tests\nexport const key = '${credential}'\n`)
  repo.git('add', '.')
  expect(commit().code).toBe(1)
}

describe('gar decline', () => {
  it('RUC-042 RUC-043: a declined finding is listed with its reason and blocks no more', () => {
    blockedCommit()
    const declined = repo.gar(['decline', 'F001', '--reason', 'a made-up key\nfor tests'])
    expect([declined.code, declined.stderr]).toEqual([0, ''])
    expect(declined.stdout).toContain('F001 is declined: ')
    const passed = commit()
    expect(passed.code).toBe(0)
    expect(passed.stderr).toContain('1 finding listed, none blocks')
    expect([classes(), statusWord()]).toEqual([['F001 declined no'], 'clean-with-declines'])
    expect(repo.report()).toContain('\tdeclined by the user: a made-up key for tests\n')
    expect(repo.gar(['report', '--json']).stdout).toContain('"class": "declined"')
  })

  it('the record is private, shared by every work tree, and holds one JSON line for each decline', () => {
    blockedCommit()
    repo.gar(['decline', 'F001', '--reason', 'a test key'])
    expect(JSON.parse(readFileSync(own('answers.jsonl'), 'utf8'))).toEqual({
      version: 1, kind: 'decline', fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) as string, rule: 'gar/credential', title: expect.any(String) as string,
      path: 'src/key.js', reason: 'a test key', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    })
    expect(statSync(own('answers.jsonl')).mode & 0o777).toBe(0o600)
    expect(readFileSync(own('answers.jsonl'), 'utf8')).not.toContain(credential)
    const linked = path.join(repo.base, 'linked')
    repo.git('worktree', 'add', '-q', linked)
    expect(repo.gar(['decline', '--list'], { cwd: linked }).stdout).toContain('src/key.js')
  })

  it('RUC-044: a decline is void once the lines around the finding change', () => {
    blockedCommit()
    repo.gar(['decline', 'F001', '--reason', 'a test key'])
    repo.write('src/key.js', `// for production\nexport const key = '${credential}'\n`)
    repo.git('add', '.')
    expect(commit().code).toBe(1)
    expect(classes()).toEqual(['F001 triage-not-approved yes'])
  })

  it('taking a decline back blocks the same content again, and nothing of it is left', () => {
    blockedCommit()
    repo.gar(['decline', 'F001', '--reason', 'a test key'])
    expect(commit().code).toBe(0)
    repo.git('reset', '-q', '--soft', 'HEAD~1')
    expect(commit('the stored verdict').code).toBe(0)
    repo.git('reset', '-q', '--soft', 'HEAD~1')
    const removed = repo.gar(['decline', '--remove', 'F001'])
    expect([removed.code, existsSync(own('answers.jsonl'))]).toEqual([0, false])
    expect(commit().code).toBe(1)
    expect(repo.gar(['decline', '--list']).stdout).toBe('Nothing is declined.\n')
  })

  it('a decline is taken back by its fingerprint where no run knows the finding any more', () => {
    blockedCommit()
    repo.gar(['decline', 'F001', '--reason', 'a test key'])
    repo.remove('.git_auto_review')
    const [listed] = z.array(z.object({ fingerprint: z.string() })).parse(JSON.parse(repo.gar(['decline', '--list', '--json']).stdout))
    const unknown = repo.gar(['decline', '--remove', '0'.repeat(16)])
    expect([unknown.code, unknown.stderr.includes(listed?.fingerprint ?? 'none')]).toEqual([2, true])
    expect(repo.gar(['decline', '--remove', listed?.fingerprint ?? '']).code).toBe(0)
    expect(commit().code).toBe(1)
  })

  it('a push of a commit that passed with a decline goes through, and is caught when the decline is taken back', () => {
    repo = makeGuardedRepo()
    addRemote(repo)
    repo.write('src/key.js', `export const key = '${credential}'\n`)
    repo.git('add', '.')
    commit()
    repo.gar(['decline', 'F001', '--reason', 'a test key'])
    expect(commit().code).toBe(0)
    repo.gar(['decline', '--remove', 'F001'])
    expect(repo.tryGit(['push', '-q', 'origin', 'main']).code).toBe(1)
    repo.gar(['decline', 'F001', '--reason', 'a test key'])
    expect(repo.tryGit(['push', '-q', 'origin', 'main'], { mayChange: true }).code).toBe(0)
  })

  it('a fix the user does not want: what was fixed can be put back and declined', () => {
    repo = makeGuardedRepo()
    const wanted = 'export function sum(a, b) {\n  debugger\n  return a + b\n}\n'
    repo.write('src/sum.js', wanted)
    repo.git('add', '.')
    expect(commit().stderr).toContain('fixed')
    repo.git('checkout', '-q', '--', 'src/sum.js')
    expect(repo.gar(['decline', 'F001', '--reason', 'stays in']).code).toBe(0)
    expect(commit().code).toBe(0)
    expect(repo.git('show', 'HEAD:src/sum.js')).toBe(wanted)
  })

  it('gar run: a declined finding is not fixed, the others are, and the run is clean with declines', () => {
    repo = makeGuardedRepo()
    addRemote(repo)
    repo.write('a.js', 'debugger\n')
    repo.write('b.js', 'debugger\n')
    expect(repo.gar(['run', '--report-only']).code).toBe(1)
    const [id] = /F\d+/.exec(repo.report().split('\n').find((line) => line.includes('\tb.js:')) ?? '') ?? []
    expect(repo.gar(['decline', id ?? '', '--reason', 'needed']).code).toBe(0)
    const ran = repo.gar(['run'])
    expect([ran.code, repo.read('a.js'), repo.read('b.js'), statusWord()]).toEqual([0, '', 'debugger\n', 'clean-with-declines'])
    expect(repo.read('.git_auto_review/default/gate-r1-prompt.txt')).toContain('{"declined":')
  })

  it('an unknown finding, a missing or empty reason and mixed modes are refused with what would do', () => {
    blockedCommit()
    const unknown = repo.gar(['decline', 'F042', '--reason', 'x'])
    expect([unknown.code, unknown.stderr]).toEqual([2, 'gar: The last run has no finding F042. It has F001.\n     Run "gar report" to see them.\n'])
    for (const args of [['F001'], ['F001', '--reason', ' \t'], ['F001', '--reason', 'x'.repeat(1001)], [], ['F001', '--list'], ['--list', '--remove', 'F001'], ['F001', '--stem', '../x', '--reason', 'x']]) {
      expect([args, repo.gar(['decline', ...args]).code]).toEqual([args, 2])
    }
    expect(repo.gar(['decline', 'F001', '--stem', 'other', '--reason', 'x']).stderr).toContain('no record of the findings of a run "other"')
    expect(existsSync(own('answers.jsonl'))).toBe(false)
  })

  it.each<[string, string]>([['cut', '{"version":1'], ['empty', ''], ['foreign', '{"version":1,"kind":"decline"}\n']])('a record that is %s blocks: it is never taken for "nothing declined"', (_, text) => {
    blockedCommit()
    repo.gar(['decline', 'F001', '--reason', 'a test key'])
    writeFileSync(own('answers.jsonl'), text)
    const blocked = commit()
    expect([blocked.code, blocked.stderr.includes('cannot be read')]).toEqual([1, true])
    for (const args of [['run'], ['decline', '--list'], ['decline', 'F001', '--reason', 'x']]) expect(repo.gar(args).code).toBe(2)
    expect(readFileSync(own('answers.jsonl'), 'utf8')).toBe(text)
  })

  it('a findings journal that cannot be read is an error, not "no finding"', () => {
    blockedCommit()
    repo.write('.git_auto_review/default/findings.jsonl', '{"id":"F001"}\n')
    expect(repo.gar(['decline', 'F001', '--reason', 'x']).code).toBe(3)
  })
})

const wire = z.looseObject({ findings: z.array(z.looseObject({ id: z.string() })) })

/** A run whose gate asks a question about its one finding, a debugger statement. */
function pendingDecision(): void {
  repo = makeGuardedRepo()
  addRemote(repo)
  repo.write('src/sum.js', 'export function sum(a, b) {\n  debugger\n  return b + a\n}\n')
  expect(repo.gar(['run', '--report-only']).code).toBe(1)
  const file = '.git_auto_review/default/gate-r1.txt'
  const verdict = wire.parse(JSON.parse(repo.read(file)))
  const findings = verdict.findings.map((finding) => ({ ...finding, decision_ref: 'D1' }))
  const decisions = [{ id: 'D1', title: 'Is the statement wanted?', finding_ids: findings.map(({ id }) => id), options: ['A remove it', 'B keep it'], suggested_default: 'A remove it', who: 'author', wording: 'No debugger statement is kept.' }]
  repo.write(file, JSON.stringify({ ...verdict, findings, decisions }))
  repo.write('.git_auto_review/default/gate-r1.preseed', '')
  const ran = repo.gar(['run'])
  expect(ran.code).toBe(1)
  expect(ran.stdout).toMatch(/^stop\tdecision-pending\tdecisions-needed\t/m)
  expect(classes()).toEqual(['F001 held-for-decision yes'])
}

describe('gar decide', () => {
  it('ruling C15: the next run applies the answer: nothing is pending, and the option goes with the finding to gate, verifier and fixer', () => {
    pendingDecision()
    const decided = repo.gar(['decide', 'D1', 'A'])
    expect([decided.code, decided.stdout.includes('Is the statement wanted?: A remove it')]).toEqual([0, true])
    const ran = repo.gar(['run'])
    expect([ran.code, repo.read('src/sum.js')]).toEqual([0, 'export function sum(a, b) {\n  return b + a\n}\n'])
    expect(ran.stdout).toContain('note\tdecision D1 (Is the statement wanted?) is not pending: answered "A remove it"')
    expect(ran.stdout).not.toMatch(/^decision\t/m)
    for (const name of ['gate-r1-prompt.txt', 'verifier-r1.txt', 'fixer-r1.txt']) expect(repo.read(`.git_auto_review/default/${name}`)).toContain('A remove it')
  })

  it('the answer holds for exactly that content: with another neighbour line the decision is pending again', () => {
    pendingDecision()
    repo.gar(['decide', 'D1', 'A remove it'])
    repo.write('src/sum.js', 'export function sum(a, b, c) {\n  debugger\n  return b + a\n}\n')
    const seeded = repo.read('.git_auto_review/default/gate-r1.txt')
    repo.remove('.git_auto_review/default/gate-r1.preseed')
    repo.gar(['run', '--report-only'])
    const reviewed = z.object({ reviewed: z.unknown() }).parse(JSON.parse(repo.read('.git_auto_review/default/gate-r1.txt')))
    repo.write('.git_auto_review/default/gate-r1.txt', JSON.stringify({ ...wire.parse(JSON.parse(seeded)), ...reviewed }))
    repo.write('.git_auto_review/default/gate-r1.preseed', '')
    expect(repo.gar(['run']).stdout).toMatch(/^stop\tdecision-pending\t/m)
  })

  it('an answer can be changed and taken back', () => {
    pendingDecision()
    repo.gar(['decide', 'D1', '1'])
    repo.gar(['decide', 'D1', 'B', 'keep', 'it'])
    expect(repo.gar(['decide', '--list']).stdout).toMatch(/^[0-9a-f]{16} {2}Is the statement wanted\?: B keep it {2}\(\d{4}-\d\d-\d\d\)\n$/)
    expect(repo.gar(['decide', '--remove', 'D1']).code).toBe(0)
    expect(repo.gar(['run']).stdout).toMatch(/^stop\tdecision-pending\t/m)
  })

  it('declining every finding of a decision answers it too', () => {
    pendingDecision()
    const before = treeState(repo.top)
    repo.gar(['decline', 'F001', '--reason', 'wanted'])
    expect([repo.gar(['run']).code, statusWord(), treeState(repo.top)]).toEqual([0, 'clean-with-declines', before])
  })

  it('an unknown decision or option is refused with those there are', () => {
    pendingDecision()
    expect(repo.gar(['decide', 'D9', 'A']).stderr).toContain('The last run has no decision D9. It has D1.')
    const option = repo.gar(['decide', 'D1', 'C'])
    expect([option.code, option.stderr]).toEqual([2, 'gar: "C" is no option of D1. Its options: 1. A remove it; 2. B keep it.\n     Run "gar decide D1 1", or give the option\'s text.\n'])
    for (const args of [['D1'], ['D1', '3'], [], ['--list', '--remove', 'D1'], ['--remove', 'D1']]) expect([args, repo.gar(['decide', ...args]).code]).toEqual([args, 2])
  })
})
