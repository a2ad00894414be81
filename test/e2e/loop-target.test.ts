import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addRemote } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'
import { bin, makeRepo, treeState } from '../support/repo.ts'
import type { Script, Step } from '../support/scripted.ts'
import { callsOf, good, makeChange, mends, play, playedBy, relayText, sees, seesNothing, start, two } from '../support/scripted.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const honest: Script = { gate: [sees, seesNothing], fix: [mends] }
const literal = { args: ['run', '--branch-policy', 'default-only'] }

/** A repository with a remote that records nothing of its default branch. */
function unpointed(): void {
  repo = makeRepo()
  repo.write('a.js', 'one\n')
  repo.commitAll('base')
  addRemote(repo)
  repo.git('remote', 'set-head', 'origin', '-d')
  repo.write('a.js', 'the second\n')
}

describe('orient: which branch is the default one (GAR-168 to GAR-171); that no ref moves is checked around every run', () => {
  const ways: readonly (readonly [string, () => void, 'accepted' | RegExp])[] = [
    ['the record of the remote the upstream names', () => {
      unpointed()
      repo.git('remote', 'rename', 'origin', 'other')
      repo.git('remote', 'set-head', 'other', 'main')
      repo.git('config', 'gar.defaultBranch', 'beaten')
    }, 'accepted'],
    ['git config gar.defaultBranch', () => { unpointed(); repo.git('config', 'gar.defaultBranch', 'trunk') }, /main is not the default branch trunk/],
    ['a local main that has an upstream, although HEAD is elsewhere', () => { unpointed(); repo.git('checkout', '-q', '-b', 'side') }, /side is not the default branch main/],
    ['what the remote itself says', () => {
      unpointed()
      repo.git('branch', '-q', '-m', 'main', 'trunk')
      repo.git('push', '-q', '--no-verify', 'origin', 'trunk')
      execIn('remote.git', 'symbolic-ref', 'HEAD', 'refs/heads/trunk')
    }, 'accepted'],
    ['a remote that is gone', () => {
      unpointed()
      repo.git('branch', '-q', '-m', 'main', 'trunk')
      repo.git('config', '--unset', 'branch.trunk.merge')
      repo.git('remote', 'set-url', 'origin', `${repo.base}/nowhere.git`)
    }, /no default branch is known for remote origin/],
    ['no remote at all', () => { repo = makeRepo(); repo.write('a.js', 'one\n'); repo.commitAll('base'); repo.write('a.js', 'the second\n') }, /no default branch is known for remote origin/],
    ['a detached HEAD', () => { unpointed(); repo.git('checkout', '-q', '--detach') }, /a detached HEAD is not the default branch main/],
    ['a branch whose upstream is a local one', () => { unpointed(); repo.git('checkout', '-q', '-b', 'side', '--track', 'main') }, /side is not the default branch main/],
  ]
  for (const [what, arrange, answer] of ways) {
    it(`GAR-170 GAR-171 by ${what}: ${answer === 'accepted' ? 'accepted' : 'ends with exit 5 before any gate call, and nothing is created'}`, () => {
      arrange()
      const before = treeState(repo.top)
      const ran = start(repo, {}, literal)
      if (answer === 'accepted') expect([ran.code, callsOf(repo)]).toEqual([0, ['gate']])
      else {
        expect([ran.code, ran.stdout, callsOf(repo), treeState(repo.top)]).toEqual([5, '', [], before])
        expect(ran.stderr).toMatch(answer)
        expect(readdirSync(repo.top)).not.toContain('.git_auto_review')
      }
    })
  }
})

it('RUC-018 RUC-062 RUC-063: where local commits cannot be counted, the run covers the rest and never says plain "clean"', () => {
  repo = makeRepo()
  repo.write('a.js', 'one\n')
  repo.commitAll('base')
  repo.write('a.js', 'the second\n')
  const played = play(repo, { gate: [seesNothing] })
  expect([played.stop, played.record.coverage]).toEqual(['no-qualifying', { kind: 'partial', missing: ['committed'] }])
  expect(played.stderr).toMatch(/^Review-until-clean status: clean, partial scope - coverage: partial/m)
})

function execIn(directory: string, ...args: readonly string[]): void {
  repo.git('-C', path.join(repo.base, directory), ...args)
}

/** A gate that wants a word written into the task file. */
const asks: Step = {
  answer: {
    findings: [{ ...two, decision_ref: 'D1' }],
    decisions: [{ id: 'D1', title: 'Which?', finding_ids: ['R1-F1'], options: ['keep', 'drop'], suggested_default: 'keep', who: 'author', wording: 'Record in the task: the second line stays.' }],
  },
}

describe('the inputs of a run', () => {
  it('GAR-011 GAR-013: one target, a task path that counts from the top whatever the directory, a cap in free words, and notes through the environment', () => {
    repo = makeChange()
    repo.write('tasks/second.md', '## Goal\n\nMend it.\n')
    const ran = repo.gar(['run', '--task', 'tasks/second.md', 'please', 'round cap 3'], { cwd: path.join(repo.top, 'src'), env: { ...playedBy(repo), FAKE: '1' } })
    writeFileSync(path.join(repo.base, 'script.json'), '{}')
    expect(ran.code).toBe(3)
    const again = repo.gar(['run', '--task', 'tasks/second.md', 'please', 'round cap 3'], { cwd: path.join(repo.top, 'src'), env: playedBy(repo) })
    expect([again.code, /stem=second\t.*rounds=1\/3/.test(again.stdout)]).toEqual([0, true])
    expect(repo.read('.git_auto_review/second/gate-r1-prompt.txt')).toContain('Mend it.')
  })

  it('GAR-008 GAR-070: a task file is never written: the report carries the pending decision and the words to record', () => {
    repo = makeChange()
    const task = '# Task\n\nStatus: open\n\n## Goal\n\nMend it.\n'
    repo.write('task.md', task)
    const args = ['run', '--task', 'task.md']
    const asked = play(repo, { gate: [asks] }, { args })
    expect([asked.stop, repo.read('task.md')]).toEqual(['decision-pending', task])
    expect(asked.stdout).toMatch(/^decision\tD1\tF001\t.*Record in the task: the second line stays\.$/m)
    expect([play(repo, honest, { args }).stop, repo.read('task.md')]).toEqual(['no-qualifying', task])
  })

  it('GAR-005 RUC-022: a task file is what a change is reviewed for, never what is reviewed: without a change there is nothing to do', () => {
    repo = makeRepo()
    repo.write('task.md', '## Goal\n\nNot ready yet: TODO.\n')
    repo.commitAll('base')
    addRemote(repo)
    const ran = start(repo, honest, { args: ['run', '--task', 'task.md'] })
    expect([ran.code, callsOf(repo)]).toEqual([0, []])
    expect(ran.stdout).toContain('There is nothing to review')
  })

  it('GAR-009: what gar runs is its own, by absolute path, whatever the repository, the directory and PATH hold; helpers are asked by their role\'s name', () => {
    repo = makeChange()
    const mark = path.join(repo.base, 'ran')
    const trap = `#!/bin/sh\necho "$0" >> ${mark}\n`
    mkdirSync(path.join(repo.base, 'path'))
    for (const name of ['run_relay.sh', 'run_snapshot.sh', 'gar', 'node_modules/.bin/gar', 'scripts/run_ledger.sh', 'dist/cli.js', 'bin/gar.js']) repo.write(name, trap)
    for (const name of ['gar', 'run_snapshot', 'run_restore.sh']) writeFileSync(path.join(repo.base, 'path', name), trap, { mode: 0o755 })
    symlinkSync(bin, path.join(repo.base, 'linked'))
    writeFileSync(path.join(repo.base, 'script.json'), JSON.stringify(honest))
    const env = { ...playedBy(repo), PATH: `${repo.base}/path:${repo.top}:${repo.env['PATH'] ?? ''}` }
    const ended = repo.tryGit(['-c', `alias.run=!cd src && ${process.execPath} ${repo.base}/linked run`, 'run'], { env })
    expect([ended.code, repo.read('src/a.js'), callsOf(repo)]).toEqual([0, good, ['gate', 'triage', 'fix', 'audit', 'gate']])
    expect(readdirSync(repo.base)).not.toContain('ran')
    const roles = readFileSync(path.join(repo.base, 'script.json.calls.jsonl'), 'utf8').trimEnd().split('\n').map((line) => (JSON.parse(line) as { argv: string[] }).argv.at(-1))
    expect(roles).toEqual(['gate', 'triage', 'fix', 'audit', 'gate'])
  })
})

describe('initialise and report', () => {
  it('GAR-172: the relay is made ignored, leftovers are cleared, marked pairs are kept, and the ledger is empty', () => {
    repo = makeChange()
    const relay = path.join(repo.top, '.git_auto_review/default')
    mkdirSync(path.join(relay, 'old'), { recursive: true })
    for (const name of ['gate-r1.txt', 'gate-r3.txt', 'gate-r3.preseed', 'gate-r4.txt', 'fixer-r9.txt', 'old/file', 'authored.txt']) writeFileSync(path.join(relay, name), 'left over\n')
    writeFileSync(path.join(relay, 'ledger.txt'), `x\ttouch ${repo.base}/ran\n`)
    const played = play(repo, { gate: [seesNothing] })
    expect([played.stop, played.calls, readdirSync(repo.base).includes('ran')]).toEqual(['no-qualifying', 'gate', false])
    expect(readdirSync(relay).sort()).toEqual(['findings.jsonl', 'gate-r1-prompt.txt', 'gate-r1.txt', 'gate-r3.preseed', 'gate-r3.txt', 'ledger.txt', 'report.txt'])
    expect([relayText(repo, 'ledger.txt'), repo.read('.git_auto_review/.gitignore'), relayText(repo, 'gate-r1.txt') === 'left over\n']).toEqual(['', '*\n', false])
    expect(repo.git('status', '--porcelain')).not.toContain('git_auto_review')
  })

  it('GAR-176 GAR-177: every stop writes report.txt and prints it again; it is the run\'s one product and holds no gate report', () => {
    repo = makeChange()
    const before = treeState(repo.top)
    const told: Step = { answer: { findings: [two], report_markdown: '# Review\n\nA long story about the second line.\n' } }
    for (const script of [{ gate: [told], triage: [{ answer: { refuse: { F001: 'not-safe' } } }] }, { gate: [told], triage: [{ exit: 1 }] }] as const) {
      const played = play(repo, script)
      expect([played.stdout, played.stdout.includes('long story'), treeState(repo.top)]).toEqual([relayText(repo, 'report.txt'), false, before])
      expect(relayText(repo, 'gate-r1.txt')).toContain('A long story about the second line.')
      expect(played.record.findings).toMatchObject([{ id: 'F001', location: 'src/a.js:2' }])
    }
  })

  it('GAR-071: nothing is written but the working tree, the relay and gar\'s own records in the git directory', () => {
    repo = makeChange()
    const temp = path.join(repo.base, 'tmp')
    mkdirSync(temp)
    const outside = (): Record<string, string> => Object.fromEntries(Object.entries(treeState(repo.base)).filter(([file]) => !/^script\.json/.test(file) && !file.startsWith('repo/.git_auto_review/')))
    const git = (): string[] => readdirSync(path.join(repo.top, '.git'), { recursive: true }).map(String).filter((file) => !/^gar(?:\/|$)/.test(file)).sort()
    const [before, gitBefore] = [outside(), git()]
    expect(play(repo, honest, { env: { TMPDIR: temp } }).stop).toBe('no-qualifying')
    expect({ ...outside(), 'repo/src/a.js': '' }).toEqual({ ...before, 'repo/src/a.js': '' })
    expect(git()).toEqual(gitBefore)
  })
})
