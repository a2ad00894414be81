import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { buggy } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeRepo, treeState } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const relay = (name: string, stem = 'default'): string => path.join('.git_auto_review', stem, name)
const at = (file: string): string => path.join(repo.top, file)

/** A repository whose index and working tree differ from HEAD and from each other in every plain way. */
function start(): void {
  repo = makeRepo()
  repo.write('kept.txt', 'kept\n')
  repo.write('edited.txt', 'one\n')
  repo.write('gone.txt', 'gone\n')
  repo.commitAll('base')
  repo.write('edited.txt', 'two\n')
  repo.write('staged.txt', 'staged\n')
  repo.git('add', '.')
  repo.write('edited.txt', 'three\r\n')
  repo.write('loose.bin', Uint8Array.of(0, 255, 10, 13))
  repo.write('.gitignore', 'ignored\n')
  repo.write('ignored', 'ignored\n')
  repo.remove('gone.txt')
}

describe('gar relay', () => {
  it('GAR-106 to GAR-113: creates the relay as a run does, and clears all but marked pairs', () => {
    start()
    const made = repo.gar(['relay'])
    expect([made.code, made.stdout, made.stderr]).toEqual([0, '.git_auto_review/default\n', ''])
    expect([repo.read('.git_auto_review/.gitignore'), readdirSync(at('.git_auto_review/default'))]).toEqual(['*\n', ['ledger.txt']])
    for (const name of ['report.txt', 'gate-r1.txt', 'gate-r2.txt', 'gate-r2.preseed']) repo.write(relay(name), 'x')
    repo.write(relay('ledger.txt'), 'a\tb\n')
    expect(repo.gar(['relay']).code).toBe(0)
    expect(readdirSync(at('.git_auto_review/default')).sort()).toEqual(['gate-r2.preseed', 'gate-r2.txt', 'ledger.txt'])
    expect(repo.read(relay('ledger.txt'))).toBe('')
  })

  it('GAR-107: the relay is named by --stem or by a task file, from any directory', () => {
    start()
    repo.write('tasks/login-form.md', '# Login\n')
    expect(repo.gar(['relay', '--task', 'tasks/login-form.md'], { cwd: at('tasks') }).stdout).toBe('.git_auto_review/login-form\n')
    expect(repo.gar(['relay', '--stem', 'other']).stdout).toBe('.git_auto_review/other\n')
    expect([['--task', 'tasks/none.md'], ['--stem', '..'], ['--stem', 'a/b'], ['--stem', 'x', '--task', 'tasks/login-form.md']].map((args) => repo.gar(['relay', ...args]).code)).toEqual([3, 2, 2, 2])
  })

  it('GAR-152: a relay that is a link, a file or holds tracked files is refused with exit 3 and nothing is written', () => {
    start()
    mkdirSync(path.join(repo.base, 'elsewhere'))
    symlinkSync(path.join(repo.base, 'elsewhere'), at('.git_auto_review'))
    const before = treeState(repo.top)
    for (const args of [['relay'], ['snapshot']]) expect(repo.gar(args).code).toBe(3)
    expect([readdirSync(path.join(repo.base, 'elsewhere')), treeState(repo.top)]).toEqual([[], before])
    repo.remove('.git_auto_review')
    repo.write('.git_auto_review/default/ledger.txt', 'touch.me\ttouch came-with-the-clone\n')
    repo.git('add', '-f', '.git_auto_review')
    for (const args of [['relay'], ['snapshot'], ['ledger']]) expect(repo.gar(args).code).toBe(3)
    expect([existsSync(at('came-with-the-clone')), readdirSync(at('.git_auto_review/default'))]).toEqual([false, ['ledger.txt']])
  })
})

describe('gar snapshot and gar restore --snapshot', () => {
  it('GAR-153 to GAR-163: whatever happens to the files afterwards, the captured state comes back byte for byte', () => {
    start()
    const before = treeState(repo.top)
    const taken = repo.gar(['snapshot'])
    expect([taken.code, taken.stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}\tdefault\tbaseline written\n$/) as string])
    repo.write('edited.txt', 'four\n')
    repo.remove('kept.txt')
    repo.write('kept.txt/now/a/directory', 'x')
    repo.write('added.txt', 'added\n')
    repo.remove('loose.bin')
    repo.write('gone.txt', 'back\n')
    chmodSync(at('staged.txt'), 0o755)
    const changed = treeState(repo.top)
    const dry = repo.gar(['restore', '--snapshot', '--dry-run'])
    expect([dry.code, treeState(repo.top)]).toEqual([0, changed])
    expect(dry.stdout).toMatch(/put back {2}edited\.txt\n[^]*remove {4}added\.txt\n[^]*Nothing was changed/)
    const restored = repo.gar(['restore', '--snapshot'])
    expect([restored.code, treeState(repo.top)]).toEqual([0, before])
    expect(repo.gar(['restore', '--snapshot', '--json']).stdout).toBe('{"isDone":true,"written":[],"removed":[]}\n')
  })

  it('GAR-154 GAR-155: the pair rebuilds the state by hand, and the meta file names what it is of', () => {
    start()
    const id = repo.gar(['snapshot']).stdout.split('\t')[0]
    expect(z.object({ snapshot: z.string(), head: z.string() }).parse(JSON.parse(repo.read(relay('pre-fix.meta.json'))))).toEqual({ snapshot: id, head: repo.git('rev-parse', 'HEAD').trim() })
    const copy = path.join(repo.base, 'copy')
    repo.git('worktree', 'add', '-q', '--detach', copy, 'HEAD')
    execFileSync('git', ['apply', '--whitespace=nowarn', at(relay('pre-fix.patch'))], { cwd: copy, env: repo.env })
    execFileSync('tar', ['-xf', at(relay('pre-fix.untracked.tar'))], { cwd: copy })
    const { ignored, ...rest } = treeState(repo.top)
    expect([treeState(copy), typeof ignored]).toEqual([rest, 'string'])
  })

  it('GAR-156: the baseline pair is written once, the pre-fix pair each time', () => {
    start()
    repo.gar(['snapshot'])
    const [patch, baseline] = [repo.read(relay('pre-fix.patch')), readFileSync(at(relay('baseline.patch')))]
    repo.write('edited.txt', 'five\n')
    expect(repo.gar(['snapshot']).stdout).toContain('\tbaseline kept\n')
    expect([repo.read(relay('pre-fix.patch')) === patch, readFileSync(at(relay('baseline.patch'))).equals(baseline)]).toEqual([false, true])
  })

  it('a run in between does not move the snapshot', () => {
    start()
    repo.write('sum.js', buggy)
    const before = treeState(repo.top)
    repo.gar(['snapshot', '--stem', 'mine'])
    expect(repo.gar(['run', '--base', 'HEAD']).code).toBe(0)
    expect(treeState(repo.top)).not.toEqual(before)
    expect([repo.gar(['restore', '--snapshot', '--stem', 'mine']).code, treeState(repo.top)]).toEqual([0, before])
  })

  it('ruling A4: the ledger goes back to its length at the snapshot', () => {
    start()
    repo.gar(['relay'])
    repo.write(relay('ledger.txt'), 'a\ttrue\n')
    repo.gar(['snapshot'])
    repo.write('b.test.sh', 'false\n')
    repo.write(relay('ledger.txt'), 'a\ttrue\nb.test.sh\tsh b.test.sh\n')
    expect(repo.gar(['restore', '--snapshot']).code).toBe(0)
    expect([repo.read(relay('ledger.txt')), existsSync(at('b.test.sh'))]).toEqual(['a\ttrue\n', false])
  })

  it('GAR-163: without a snapshot, or after HEAD moved, nothing is written and the exit code is 3', () => {
    start()
    expect(repo.gar(['restore', '--snapshot']).code).toBe(3)
    repo.gar(['snapshot'])
    repo.commitAll('moved')
    repo.write('edited.txt', 'six\n')
    const before = treeState(repo.top)
    const refused = repo.gar(['restore', '--snapshot'])
    expect([refused.code, refused.stderr.includes('HEAD has moved'), treeState(repo.top)]).toEqual([3, true, before])
    expect([['--snapshot', '--keep'], ['--stem', 'x']].map((args) => repo.gar(['restore', ...args]).code)).toEqual([2, 2])
  })

  it('a damaged meta file is said before a byte is put back', () => {
    start()
    repo.gar(['snapshot'])
    repo.write('edited.txt', 'seven\n')
    writeFileSync(at(relay('pre-fix.meta.json')), '{')
    expect([repo.gar(['restore', '--snapshot']).code, repo.read('edited.txt')]).toEqual([3, 'seven\n'])
  })

  it('works before the first commit, and refuses unmerged paths', () => {
    repo = makeRepo()
    repo.write('a.txt', 'one\n')
    repo.write('b.txt', 'loose\n')
    repo.git('add', 'a.txt')
    const before = treeState(repo.top)
    expect(repo.gar(['snapshot']).code).toBe(0)
    repo.write('a.txt', 'two\n')
    repo.remove('b.txt')
    expect([repo.gar(['restore', '--snapshot']).code, treeState(repo.top)]).toEqual([0, before])
    repo.commitAll('one')
    repo.git('checkout', '-q', '-b', 'side')
    repo.write('a.txt', 'side\n')
    repo.commitAll('side')
    repo.git('checkout', '-q', 'main')
    repo.write('a.txt', 'main\n')
    repo.commitAll('main')
    repo.tryGit(['merge', 'side'], { mayChange: true })
    expect(repo.gar(['snapshot']).code).toBe(2)
  })
})

describe('gar ledger', () => {
  const ledger = (text: string): void => {
    start()
    repo.gar(['relay'])
    repo.write(relay('ledger.txt'), text)
  }

  it('GAR-062 to GAR-064: prints each line with its result; exit 1 names the first that fails, a malformed line at its number', () => {
    ledger('a.sh\ttest -f kept.txt\nno command\nb.sh\tfalse\nc.sh\ttrue\n')
    const ran = repo.gar(['ledger'])
    expect(ran).toEqual({ code: 1, stdout: '1\tpass\ta.sh\n2\tfail\t\n3\tfail\tb.sh\n4\tpass\tc.sh\n', stderr: 'first failing line: 2\n' })
  })

  it('GAR-063: exit 0 when all pass, and on an empty ledger; an absent one is no pass', () => {
    ledger('a.sh\ttrue\n')
    expect(repo.gar(['ledger'])).toEqual({ code: 0, stdout: '1\tpass\ta.sh\n', stderr: '' })
    repo.gar(['relay'])
    expect(repo.gar(['ledger'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(repo.gar(['ledger', '--stem', 'other']).code).toBe(2)
  })

  it('rulings 2.4.3: commands run at the top with a closed input and without git\'s variables', () => {
    ledger('a\ttest "$(pwd)" = "$(git rev-parse --show-toplevel)" && ! read line && test -z "$GIT_DIR$GIT_INDEX_FILE$SECRET"\n')
    mkdirSync(at('deep'))
    const ran = repo.gar(['ledger'], { cwd: at('deep'), env: { GIT_INDEX_FILE: at('.git/index'), SECRET: 'x' }, input: 'y\n' })
    expect([ran.code, ran.stdout]).toEqual([0, '1\tpass\ta\n'])
  })
})

describe('rulings 2.10: each step takes the lock', () => {
  it('while another run works, every step is refused with exit 1', () => {
    start()
    repo.gar(['relay'])
    const born = readFileSync(`/proc/${process.pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[19] ?? ''
    writeFileSync(at('.git/gar/lock'), JSON.stringify({ pid: process.pid, born, what: 'pre-commit' }))
    for (const args of [['relay'], ['snapshot'], ['restore', '--snapshot'], ['ledger'], ['decline', 'F001', '--reason', 'x'], ['decide', 'D1', 'A']]) expect([args, repo.gar(args).code]).toEqual([args, 1])
  })
})
