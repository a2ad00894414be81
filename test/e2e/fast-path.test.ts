import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addRemote, buggy, install, makeGuardedRepo } from '../support/installed.ts'
import type { Extra, Ran, TestRepo } from '../support/repo.ts'

type Attempt = Ran & { readonly nodes: number; readonly gits: readonly string[] }

/** Runs git and tells how often Node started and which git commands did. */
function attempt(repo: TestRepo, args: readonly string[], extra: Extra = {}): Attempt {
  const [log, trace] = [path.join(repo.base, 'nodes'), path.join(repo.base, 'trace')]
  writeFileSync(path.join(repo.base, 'log.cjs'), `require('node:fs').appendFileSync(${JSON.stringify(log)}, '.')\n`)
  writeFileSync(log, '')
  rmSync(trace, { recursive: true, force: true })
  mkdirSync(trace)
  const ran = repo.tryGit(args, { mayChange: true, ...extra, env: { NODE_OPTIONS: `--require ${path.join(repo.base, 'log.cjs')}`, GIT_TRACE2_EVENT: trace, ...extra.env } })
  return { ...ran, nodes: readFileSync(log, 'utf8').length, gits: readdirSync(trace).sort().map((name) => commandOf(path.join(trace, name))) }
}

function commandOf(file: string): string {
  return readFileSync(file, 'utf8').split('\n').flatMap((line) => /"event":"cmd_name".*"name":"([^"]*)"/.exec(line)?.[1] ?? []).at(0) ?? ''
}

/** A repository in which every commit is refused by its own commit-msg hook while .git/refuse is there: the same commit is attempted again. */
function makeRefusing(files: Readonly<Record<string, string>> = {}): TestRepo {
  const repo = makeGuardedRepo({ 'src/sum.js': 'export function sum(a, b) {\n  return a + b\n}\n', ...files })
  writeFileSync(path.join(repo.top, '.git/hooks/commit-msg'), '#!/bin/sh\n[ ! -e "$(git rev-parse --git-common-dir)/refuse" ]\n', { mode: 0o755 })
  writeFileSync(path.join(repo.top, '.git/refuse'), '')
  repo.write('src/more.js', 'export const one = 1\n')
  repo.git('add', 'src/more.js')
  return repo
}

const proofs = (repo: TestRepo, gitDir = '.git'): string[] => {
  const directory = path.join(repo.top, gitDir, 'gar/fast')
  return existsSync(directory) && statSync(directory).isDirectory() ? readdirSync(directory).map((name) => path.join(directory, name)) : []
}
const commit = ['commit', '-q', '-m', 'x']
const again = (repo: TestRepo, extra: Extra = {}): number => {
  const ran = attempt(repo, commit, extra)
  expect(ran.code).toBe(1)
  return ran.nodes
}
const ago = (file: string): void => { const then = Date.now() / 1000 - 3600; utimesSync(file, then, then) }

describe('a commit that was found clean before', () => {
  let repo: TestRepo
  afterEach(() => { repo.dispose() })

  it('passes with one git process and without Node', () => {
    repo = makeRefusing()
    expect(again(repo)).toBe(1)
    expect(proofs(repo)).toHaveLength(1)
    const ran = attempt(repo, commit)
    expect([ran.nodes, ran.stderr, ran.gits.filter((name) => name !== 'rev-parse')]).toEqual([0, '', ['commit', 'write-tree']])
    rmSync(path.join(repo.top, '.git/refuse'))
    expect(attempt(repo, commit)).toMatchObject({ code: 0, nodes: 0, stderr: '' })
  })
  it('GAR-002: the commit after a fix was staged passes so', () => {
    repo = makeGuardedRepo()
    repo.write('src/sum.js', buggy)
    repo.git('add', '.')
    expect(attempt(repo, commit).code).toBe(1)
    expect(attempt(repo, commit).code).toBe(1)
    repo.git('add', '.')
    expect(attempt(repo, commit)).toMatchObject({ code: 0, nodes: 0, stderr: '' })
  })
  it.each([['commit -a', ['commit', '-qam', 'x']], ['commit PATH', ['commit', '-qm', 'x', 'src/sum.js']], ['commit --amend', ['commit', '-q', '--amend', '-m', 'x']]])('%s passes by the tree it really publishes', (_, args) => {
    repo = makeRefusing()
    repo.write('src/sum.js', 'export function sum(a, b) {\n  return b + a\n}\n')
    const index = repo.git('ls-files', '-s')
    expect(attempt(repo, args)).toMatchObject({ code: 1, nodes: 1 })
    expect(attempt(repo, args)).toMatchObject({ code: 1, nodes: 0 })
    expect(repo.git('ls-files', '-s')).toBe(index)
    repo.write('src/sum.js', buggy)
    const ran = attempt(repo, args)
    expect([ran.nodes, ran.stderr.includes('commit blocked')]).toEqual(args.includes('--amend') ? [0, false] : [1, true])
  })
  it('a linked work tree has its own proofs, and its own rules', () => {
    repo = makeRefusing()
    const cwd = path.join(repo.base, 'linked')
    repo.git('worktree', 'add', '-q', '-b', 'side', cwd)
    expect(again(repo)).toBe(1)
    writeFileSync(path.join(cwd, 'src/more.js'), 'export const one = 1\n')
    execFileSync('git', ['add', '.'], { cwd, env: repo.env })
    expect([again(repo), again(repo, { cwd }), again(repo)]).toEqual([0, 1, 0])
    for (const name of ['b.js', 'c.js']) {
      writeFileSync(path.join(cwd, name), 'export const two = 2\n')
      execFileSync('git', ['add', '.'], { cwd, env: repo.env })
      expect([again(repo, { cwd }), again(repo, { cwd })]).toEqual([1, 0])
    }
    writeFileSync(path.join(cwd, '.garrc.json'), '{"severityFloor":"all"}')
    expect([again(repo, { cwd }), again(repo)]).toEqual([1, 0])
  })
  it('--git-dir with --work-tree, and a call from a subdirectory', () => {
    repo = makeRefusing()
    const elsewhere = ['--git-dir', path.join(repo.top, '.git'), '--work-tree', repo.top, ...commit]
    expect([attempt(repo, elsewhere, { cwd: repo.base }).nodes, attempt(repo, elsewhere, { cwd: repo.base }).nodes, again(repo, { cwd: path.join(repo.top, 'src') })]).toEqual([1, 0, 0])
  })
  it.each(['dash', 'bash', 'sh'])('%s reads the hook to the same end, with -e and -u too', (shell) => {
    repo = makeRefusing({ '.garrc.json': '{\n  "severityFloor": "bug"\n}', '.garignore': 'a\\b\n  c \n\n', 'package.json': '{}\n' })
    expect(again(repo)).toBe(1)
    const env = { ...repo.env, GIT_INDEX_FILE: '.git/index', NODE_OPTIONS: '--require /node/was/started' }
    const hook = path.join(repo.top, '.git/hooks/pre-commit')
    expect(execFileSync(shell, ['-eu', hook], { cwd: repo.top, env, encoding: 'utf8' })).toBe('')
    ago(proofs(repo)[0] ?? '')
    expect(() => execFileSync(shell, ['-eu', hook], { cwd: repo.top, env, encoding: 'utf8', stdio: 'pipe' })).toThrow('/node/was/started')
  })
  it('no proof is stored for rules that the shell cannot compare, and the commit passes all the same', () => {
    repo = makeRefusing({ '.garignore': `# ${'x'.repeat(20_000)}\n` })
    expect([again(repo), again(repo), proofs(repo)]).toEqual([1, 1, []])
    repo.write('.garignore', 'a\0b\n')
    expect([again(repo), again(repo), proofs(repo)]).toEqual([1, 1, []])
  })
  it('a store that cannot be written costs the shortcut and nothing else', () => {
    repo = makeRefusing()
    mkdirSync(path.join(repo.top, '.git/gar'), { recursive: true })
    writeFileSync(path.join(repo.top, '.git/gar/fast'), '')
    rmSync(path.join(repo.top, '.git/refuse'))
    expect(attempt(repo, commit)).toMatchObject({ code: 0, nodes: 1 })
  })
  it('the number of proofs is bounded', () => {
    repo = makeRefusing()
    mkdirSync(path.join(repo.top, '.git/gar/fast'), { recursive: true })
    for (let n = 0; n < 64; n += 1) writeFileSync(path.join(repo.top, `.git/gar/fast/old-${n}`), '')
    expect([again(repo), proofs(repo).length, again(repo)]).toEqual([1, 1, 0])
  })
})

describe('nothing but the same commit under the same rules passes without Node', () => {
  let repo: TestRepo
  let proof: string
  let kept: Buffer
  beforeAll(() => {
    repo = makeRefusing({ '.garrc.json': '{"severityFloor":"bug"}', '.garignore': 'vendor/\n', 'package.json': '{"name":"x"}\n' })
    for (const name of ['.garrc.json', '.garignore', 'package.json']) ago(path.join(repo.top, name))
    again(repo)
    proof = proofs(repo)[0] ?? ''
    kept = readFileSync(proof)
  })
  afterAll(() => { repo.dispose() })
  // Each case starts from a state that passes, so that what it changes is what makes the difference.
  const misses = (change: () => void, undo: () => void, extra?: Extra): void => {
    expect(again(repo)).toBe(0)
    change()
    const nodes = again(repo, extra)
    undo()
    rmSync(path.dirname(proof), { recursive: true, force: true })
    mkdirSync(path.dirname(proof))
    writeFileSync(proof, kept)
    expect(nodes).toBe(1)
  }
  const at = (name: string): string => path.join(repo.top, name)
  const rewrites = (name: string, text: string | Buffer): void => {
    const before = readFileSync(at(name))
    const put = (bytes: string | Buffer): void => { writeFileSync(at(name), bytes); ago(at(name)) }
    misses(() => { put(text) }, () => { put(before) })
  }

  it.each([
    ['another configuration', '.garrc.json', '{"severityFloor":"all"}'], ['a configuration that gained a line end', '.garrc.json', '{"severityFloor":"bug"}\n'],
    ['another set of ignored paths', '.garignore', 'vendor/\nlib/\n'], ['ignored paths cut short', '.garignore', 'vendor'], ['no ignored path', '.garignore', ''],
    ['a key of package.json', 'package.json', '{"name":"x","gar":{}}\n'], ['that key, spelt with an escape', 'package.json', '{"name":"x","\\u0067ar":{}}'],
  ])('%s, with an old date on the file', (_, name, text) => { rewrites(name, text) })
  it('the same text with NUL bytes between, which the shell does not see', () => {
    const before = readFileSync(at('.garignore'))
    misses(() => { writeFileSync(at('.garignore'), Buffer.from('vendor/\n', 'utf16le')) }, () => { writeFileSync(at('.garignore'), before); ago(at('.garignore')) })
  })
  it.each(['.garrc.json', '.garignore'])('%s taken away', (name) => {
    const before = readFileSync(at(name))
    misses(() => { rmSync(at(name)) }, () => { writeFileSync(at(name), before); ago(at(name)) })
  })
  it('a configuration that became a link', () => {
    misses(() => { renameSync(at('.garrc.json'), `${repo.base}/elsewhere`); symlinkSync(`${repo.base}/elsewhere`, at('.garrc.json')) }, () => { renameSync(`${repo.base}/elsewhere`, at('.garrc.json')) })
  })
  it('an answer given since', () => {
    const line = { version: 1, kind: 'decline', fingerprint: 'ab'.repeat(8), rule: null, title: 't', path: 'src/sum.js', reason: 'r', at: '2026-01-01T00:00:00.000Z' }
    misses(() => { writeFileSync(at('.git/gar/answers.jsonl'), `${JSON.stringify(line)}\n`) }, () => { rmSync(at('.git/gar/answers.jsonl')) })
  })
  it.each([['a setting', 'GAR_SEVERITY_FLOOR', 'all'], ['a variable of gar that is not known yet', 'GAR_SOMETHING', ''], ['a role', 'GAR_REVIEWER', 'engine']])('%s in the environment', (_, name, value) => {
    misses(() => undefined, () => undefined, { env: { [name]: value } })
  })
  it('a variable set by an init file', () => {
    const init = path.join(repo.env['HOME'] ?? '', '.config/gar/init.sh')
    misses(() => { mkdirSync(path.dirname(init), { recursive: true }); writeFileSync(init, 'export GAR_SEVERITY_FLOOR=all\n') }, () => { rmSync(init) })
  })
  it('but a variable that only changes what is said', () => { expect(again(repo, { env: { GAR_QUIET: '1', GAR_DEBUG: '1' } })).toBe(0) })
  it('and a package.json without a key of gar\'s may change as it likes', () => {
    writeFileSync(at('package.json'), '{"name":"y","version":"2"}')
    expect(again(repo)).toBe(0)
  })
  it('another commit with the same tree below it', () => {
    const head = repo.git('rev-parse', 'HEAD').trim()
    misses(() => { repo.git('update-ref', 'HEAD', repo.git('commit-tree', '-m', 'other', 'HEAD^{tree}').trim()) }, () => { repo.git('update-ref', 'HEAD', head) })
  })
  it('a HEAD that stands in the packed refs only', () => {
    const head = repo.git('rev-parse', 'HEAD').trim()
    misses(() => { repo.git('pack-refs', '--all') }, () => { writeFileSync(at('.git/refs/heads/main'), `${head}\n`) })
  })
  it('one hunk more in the index', () => {
    misses(() => { repo.write('src/more.js', 'export const one = 2\n'); repo.git('add', 'src/more.js') }, () => { repo.write('src/more.js', 'export const one = 1\n'); repo.git('add', 'src/more.js') })
  })
  it('an operation of git in progress', () => {
    misses(() => { writeFileSync(at('.git/MERGE_HEAD'), repo.git('commit-tree', '-m', 'other', 'HEAD^{tree}')) }, () => { rmSync(at('.git/MERGE_HEAD'), { force: true }) })
  })
  it.each<[string, (text: string) => string]>([
    ['a cut proof', (text) => text.slice(0, -4)], ['an empty one', () => ''], ['garbage', () => '\0\x81\n'.repeat(50)], ['a proof of another build', (text) => text.replace(/^build ./m, 'build x')],
    ['a shortened build', (text) => text.replace(/^(build .{16}).*$/m, '$1')], ['a proof of another tree', (text) => text.replace(/-./, '-x')], ['a proof of another work tree', (text) => text.replace(/^top .*$/m, 'top /')], ['a proof of another form', (text) => text.replace('gar-fast 1', 'gar-fast 2')],
  ])('%s', (_, spoil) => { misses(() => { writeFileSync(proof, spoil(kept.toString('latin1')), 'latin1') }, () => undefined) })
  it('a proof under a shortened name', () => { misses(() => { renameSync(proof, proof.slice(0, -8)) }, () => undefined) })
  it('a proof that is a link', () => {
    misses(() => { renameSync(proof, `${repo.base}/proof`); symlinkSync(`${repo.base}/proof`, proof) }, () => undefined)
  })
  it('a store that is a link', () => {
    misses(() => { renameSync(path.dirname(proof), `${repo.base}/fast`); symlinkSync(`${repo.base}/fast`, path.dirname(proof)) }, () => { rmSync(`${repo.base}/fast`, { recursive: true }) })
  })
})

describe('a push that was judged before', () => {
  let repo: TestRepo
  afterEach(() => { repo.dispose() })
  const push = (...refs: readonly string[]): Attempt => attempt(repo, ['push', '-q', 'origin', ...refs])
  const setUp = (): void => {
    repo = makeGuardedRepo()
    addRemote(repo)
    writeFileSync(path.join(repo.base, 'remote.git/hooks/pre-receive'), '#!/bin/sh\n[ ! -e refuse ]\n', { mode: 0o755 })
    writeFileSync(path.join(repo.base, 'remote.git/refuse'), '')
    repo.write('src/more.js', 'export const one = 1\n')
    repo.commitAll('more')
  }
  const addBranch = (name: string, content: string): void => {
    repo.git('switch', '-qc', name, 'main')
    repo.write('src/more.js', content)
    repo.commitAll(name)
  }

  it('passes again without Node and without a process of git', () => {
    setUp()
    expect([push('main').nodes, push('main').nodes]).toEqual([1, 0])
    expect([...push('main').gits].sort()).toEqual([...push('--no-verify', 'main').gits].sort())
    rmSync(path.join(repo.base, 'remote.git/refuse'))
    expect(push('main')).toMatchObject({ code: 0, nodes: 0 })
  })
  it('a further commit, another base, a new branch and other rules are for Node', () => {
    setUp()
    push('main')
    expect([push('main').nodes, push('main:other').nodes, push('main', 'main:other').nodes, push('main').nodes]).toEqual([0, 1, 1, 0])
    expect(attempt(repo, ['push', '-q', 'origin', 'main'], { env: { GAR_ON_ERROR: 'warn' } }).nodes).toBe(1)
    repo.write('.garignore', 'x\n')
    expect(push('main').nodes).toBe(1)
    repo.remove('.garignore')
    repo.write('src/more.js', 'export const one = 2\n')
    repo.commitAll('even more')
    expect([push('main').nodes, push('main').nodes, push('HEAD~1:main').nodes]).toEqual([1, 0, 1])
  })
  it('on a miss Node is given every line, the ones already read too', () => {
    setUp()
    push('main')
    addBranch('bad', buggy)
    const ran = push('main', 'bad')
    expect([ran.nodes, ran.code]).toEqual([1, 1])
    expect(ran.stderr).toMatch(/push of .*bad.* blocked/)
    expect(push('bad', 'main').stderr).toMatch(/push of .*bad.* blocked/)
  })
  it('a deletion beside a proven line passes, alone it is for Node', () => {
    setUp()
    rmSync(path.join(repo.base, 'remote.git/refuse'))
    repo.git('push', '-q', '--no-verify', 'origin', 'main~1:refs/heads/old')
    writeFileSync(path.join(repo.base, 'remote.git/refuse'), '')
    push('main')
    expect([push('main', ':old').nodes, push(':old').nodes]).toEqual([0, 1])
  })
  it('what another remote holds is not taken for published later', () => {
    setUp()
    // The first commit is known to a second remote when the push is judged: the range is shorter than what the two ids say.
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', `${repo.base}/fork.git`], { env: repo.env })
    repo.git('remote', 'add', 'fork', `${repo.base}/fork.git`)
    repo.git('push', '-q', '--no-verify', 'fork', 'main')
    repo.write('src/more.js', 'export const one = 3\n')
    repo.commitAll('third')
    expect([push('main').nodes, push('main').nodes]).toEqual([1, 1])
  })
  it('where another hook comes first, both get the lines', () => {
    setUp()
    repo.gar(['uninstall-hooks'])
    writeFileSync(path.join(repo.top, '.git/hooks/pre-push'), `#!/bin/sh\ncat >>${repo.base}/lines\n`, { mode: 0o755 })
    install(repo)
    expect([push('main').nodes, push('main').nodes]).toEqual([1, 0])
    expect(readFileSync(`${repo.base}/lines`, 'utf8').match(/refs\/heads\/main/g)).toHaveLength(4)
  })
})
