import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestRepo } from '../support/repo.ts'
import { treeState } from '../support/repo.ts'
import type { Script } from '../support/scripted.ts'
import { good, half, makeChange, mendTwo, mends, play, relayText, sees, seesNothing, two, wrong } from '../support/scripted.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const relay = (): string => path.join(repo.top, '.git_auto_review/default')
const honest: Script = { gate: [sees, seesNothing], fix: [mends] }
const unmapped: Script = { ...honest, audit: [{ answer: { unmapped: [1] } }] }

describe('the guard against edits of someone else', () => {
  // The path set is that of the snapshot and of Restore: tracked, deleted and untracked paths alike.
  for (const [what, file] of [['an untracked file', 'new.txt'], ['a file that was deleted', 'gone.txt'], ['a file that was clean', 'src/b.js']] as const) {
    it(`GAR-135 RUC-048: ${what}, written between the review and the snapshot, ends the run and stands; the findings of the state before never reach the fixer`, () => {
      repo = makeChange()
      const before = treeState(repo.top)
      const played = play(repo, honest, { meanwhile: { at: 'triage', file, text: 'mine\n' } })
      expect([played.stop, played.code, played.calls.includes('fix'), repo.read(file)]).toEqual(['concurrent-modification', 4, false, 'mine\n'])
      expect({ ...treeState(repo.top), [file]: '' }).toEqual({ ...before, [file]: '' })
    })
  }

  it('GAR-136: it is looked at right before the first fixer call', () => {
    repo = makeChange()
    const played = play(repo, honest, { meanwhile: { at: 'fix', file: 'src/a.js', text: 'mine\n' } })
    expect([played.stop, played.calls, repo.read('src/a.js')]).toEqual(['concurrent-modification', 'gate triage', 'mine\n'])
  })

  it('GAR-136: and right before a retry, after the first attempt was undone', () => {
    repo = makeChange()
    const played = play(repo, unmapped, { meanwhile: { at: 'fix', nth: 2, file: 'loose.txt', text: 'mine\n' } })
    expect([played.stop, played.calls, repo.read('loose.txt'), repo.read('src/a.js')]).toEqual(['concurrent-modification', 'gate triage fix audit', 'mine\n', wrong])
  })

  it('GAR-097 ruling A5: what someone wrote after the fix is neither undone nor lost when the fix is: the run stops instead, with copies', () => {
    repo = makeChange()
    const played = play(repo, unmapped, { meanwhile: { at: 'restore', file: 'src/b.js', text: 'mine\n' } })
    expect([played.stop, played.code, repo.read('src/b.js'), repo.read('src/a.js')]).toEqual(['concurrent-modification', 4, 'mine\n', good])
    expect(played.record.notes.find((note) => note.startsWith('src/b.js changed after the fix'))).toContain('copies lie in')
    const copy = readdirSync(relay()).find((name) => name.startsWith('foreign-')) ?? ''
    expect(execFileSync('tar', ['-xOf', path.join(relay(), copy)], { encoding: 'utf8' })).toBe('mine\n')
  })

  it('a command of the ledger that edits the tree is someone else, too', () => {
    repo = makeChange()
    const script = 'echo touched > src/b.js\nexit 1\n'
    const played = play(repo, { ...honest, fix: [{ do: [mendTwo, { write: 'repro.sh', text: script }], answer: { reproductions: [{ path: 'repro.sh', command: 'sh repro.sh', finding_id: 'F001' }] } }] })
    expect([played.stop, repo.read('src/b.js'), repo.read('src/a.js')]).toEqual(['concurrent-modification', 'touched\n', half])
  })

  it('GAR-137 GAR-138: the relay, the helpers\' scratch and ignored files never fire it, and a Restore removes no run file', () => {
    repo = makeChange()
    repo.write('.git/info/exclude', '*.log\n')
    repo.write('build.log', 'old\n')
    const scratch = { run: ['sh', '-c', 'echo evidence > "$TMPDIR/evidence.txt"'] }
    const log = { write: 'build.log', text: 'new\n' }
    const noted = { write: '.git_auto_review/default/evidence.txt', text: 'read\n' }
    const played = play(repo, { ...unmapped, gate: [{ ...sees, do: [scratch, log, noted] }], triage: [{ do: [scratch, log] }] }, { meanwhile: { at: 'fix', file: '.git_auto_review/default/mine.txt', text: 'mine\n' } })
    expect([played.stop, repo.read('src/a.js'), repo.read('build.log')]).toEqual(['unmapped-twice', wrong, 'new\n'])
    expect([relayText(repo, 'mine.txt'), relayText(repo, 'evidence.txt')]).toEqual(['mine\n', 'read\n'])
    expect(readdirSync(relay())).toEqual(expect.arrayContaining(['gate-r1.txt', 'fixer-r1.txt', 'verifier-r1.txt', 'round-r1.diff.txt', 'ledger.txt', 'pre-fix.patch', 'report.txt']))
  })
})

describe('Restore', () => {
  it('GAR-157: goes back to what the round\'s own two files hold, here those of the second round, and leaves history and index alone', () => {
    repo = makeChange()
    const index = repo.git('ls-files', '-s')
    const played = play(repo, {
      gate: [{ answer: { findings: [two] } }, { answer: { findings: [{ location: 'src/a.js:6', title: 'Another' }] } }],
      fix: [{ do: [mendTwo] }, { do: [{ append: 'src/a.js', text: 'more\n' }, { delete: 'loose.txt' }, { write: 'stray.txt', text: 'x' }, { chmod: 'run.sh', mode: '755' }] }],
    })
    expect([played.stop, played.record.rounds.done, repo.read('src/a.js'), repo.git('ls-files', '-s')]).toEqual(['unmapped-twice', 2, half, index])
    const copy = path.join(repo.base, 'copy')
    repo.git('worktree', 'add', '-q', '--detach', copy, 'HEAD')
    execFileSync('git', ['apply', '--whitespace=nowarn', path.join(relay(), 'pre-fix.patch')], { cwd: copy, env: repo.env })
    execFileSync('tar', ['-xf', path.join(relay(), 'pre-fix.untracked.tar')], { cwd: copy })
    expect(treeState(repo.top)).toEqual(treeState(copy))
  })
})
