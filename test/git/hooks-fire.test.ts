import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { World } from './hooks-world.ts'
import { loggingHook, makePackage, makeWorld } from './hooks-world.ts'

let world: World
beforeEach(() => { world = makeWorld() })
afterEach(() => { world.dispose() })

const commit = ['git', 'commit', '--allow-empty', '-qm', 'x'] as const
const push = ['git', 'push', '-q', 'origin', 'main'] as const

function addRemote(): string {
  const remote = path.join(world.root, 'remote.git')
  execFileSync('git', ['init', '-q', '--bare', remote], { env: world.env })
  world.git('remote', 'add', 'origin', remote)
  return remote
}

describe('an installed hook', () => {
  it('runs gar on git commit, at the top of the work tree, and lets the commit through when gar does', async () => {
    await world.install()
    expect(world.run(commit)).toMatchObject({ code: 0, stdout: '' })
    expect(world.calls()).toMatchObject([{ argv: ['hook', 'pre-commit'], stdin: '', cwd: world.repo, GAR_HOOK: 'pre-commit' }])
  })
  it('stops the commit when gar ends with any code but 0', async () => {
    await world.install()
    const head = world.git('rev-parse', 'HEAD')
    expect(world.run(commit, { env: { GAR_TEST_EXIT: '3' } }).code).toBe(1)
    expect(world.git('rev-parse', 'HEAD')).toBe(head)
  })
  it('runs gar on git push with the remote, its address and the refs, and keeps the standard output of the push empty (HK-149)', async () => {
    const remote = addRemote()
    await world.install()
    const oid = world.git('rev-parse', 'HEAD')
    expect(world.run(push)).toMatchObject({ code: 0, stdout: '', stderr: 'gar speaks\n' })
    expect(world.calls()).toMatchObject([{ argv: ['hook', 'pre-push', 'origin', remote], stdin: `refs/heads/main ${oid} refs/heads/main ${'0'.repeat(40)}\n` }])
    expect(world.run([...push, 'HEAD:refs/heads/other'], { env: { GAR_TEST_EXIT: '1' } }).code).toBe(1)
    expect(execFileSync('git', ['for-each-ref', '--format=%(refname)'], { cwd: remote, encoding: 'utf8' })).toBe('refs/heads/main\n')
  })
  it('runs gar on a merge that needs no help, which git does not count as a commit', async () => {
    await world.install()
    world.git('checkout', '-qb', 'side')
    world.git('commit', '--no-verify', '--allow-empty', '-qm', 'theirs')
    world.git('checkout', '-q', 'main')
    world.git('commit', '--no-verify', '--allow-empty', '-qm', 'ours')
    expect(world.run(['git', 'merge', '-q', '--no-ff', '-m', 'm', 'side']).code).toBe(0)
    expect(world.calls().map((call) => call.argv)).toEqual([['hook', 'pre-merge-commit']])
  })
  it.each([['a subdirectory', ['git', 'commit', '-qm', 'x', '--allow-empty'], 'deep/er'], ['another directory with -C', ['git', '-C', '../repo', 'commit', '--allow-empty', '-qm', 'x'], '../elsewhere']])('runs from %s', async (_, command, cwd) => {
    await world.install()
    const from = path.join(world.repo, cwd)
    mkdirSync(from, { recursive: true })
    expect(world.run(command, { cwd: from }).code).toBe(0)
    expect(world.calls()).toMatchObject([{ cwd: world.repo }])
  })
  it('hands the extra certificates on under another name, because Node reads them before anything else (performance.md 1)', async () => {
    await world.install()
    world.run(commit, { env: { NODE_EXTRA_CA_CERTS: '/corp.pem' } })
    world.run(commit)
    expect(world.calls().map((call) => [call['GAR_EXTRA_CA_CERTS'], call['NODE_EXTRA_CA_CERTS']])).toEqual([['/corp.pem', ''], [undefined, undefined]])
  })
  it('works where the path of the repository holds blanks, quotes, a dollar and a newline (HK-019)', async () => {
    const odd = makeWorld('it\'s a "re po" $HOME\nüñ')
    try {
      await odd.install()
      expect(odd.run(commit)).toMatchObject({ code: 0, stderr: 'gar speaks\n' })
      expect(odd.calls()).toMatchObject([{ cwd: odd.repo }])
      const outside = makePackage(path.join(odd.root, 'it\'s "glo bal" $x'))
      await odd.install({ packageRoot: outside })
      rmSync(path.join(odd.repo, 'node_modules'), { recursive: true })
      expect(odd.run(commit)).toMatchObject({ code: 0, stderr: 'gar speaks\n' })
    } finally {
      odd.dispose()
    }
  })
})

describe('switches', () => {
  it.each([
    ['GAR=0', { GAR: '0' }, 'GAR=0'],
    ['GAR=false', { GAR: 'false' }, 'GAR=false'],
    ['GAR_SKIP names the hook', { GAR_SKIP: 'pre-push,pre-commit' }, 'GAR_SKIP or SKIP says so'],
    ['GAR_SKIP=1', { GAR_SKIP: '1' }, 'GAR_SKIP or SKIP says so'],
    ['SKIP names gar', { SKIP: 'flake8,gar' }, 'GAR_SKIP or SKIP says so'],
    ['gar is already at work around this git', { GAR_HOOK: 'pre-push' }, 'git was called from inside gar\'s pre-push'],
  ])('%s: gar is not called, one line says so, the commit passes', async (_, env, reason) => {
    await world.install()
    expect(world.run(commit, { env: { ...env, GAR_TEST_EXIT: '1' } })).toEqual({ code: 0, stdout: '', stderr: `gar: pre-commit not reviewed: ${reason}\n` })
    expect(world.calls()).toEqual([])
  })
  it.each([[{ GAR: '1' }], [{ GAR: '' }], [{ GAR_SKIP: 'pre-push' }], [{ SKIP: 'garlic,1' }], [{ GAR_HOOK: '' }]])('%j does not switch pre-commit off', async (env) => {
    await world.install()
    expect(world.run(commit, { env: { ...env, GAR_TEST_EXIT: '1' } }).code).toBe(1)
    expect(world.calls()).toHaveLength(1)
  })
  it('an earlier hook runs with its input although gar is off (HK-169)', async () => {
    addRemote()
    world.write('.git/hooks/pre-push', loggingHook('lfs'), 0o755)
    await world.install()
    expect(world.run(push, { env: { GAR: '0' } }).code).toBe(0)
    expect(world.calls()).toMatchObject([{ by: 'lfs', stdin: expect.stringMatching(/^refs\/heads\/main /) as string }])
  })
})

describe('an earlier hook', () => {
  it('runs first with the same arguments, and both get all of the refs (HK-169)', async () => {
    const remote = addRemote()
    world.write('.git/hooks/pre-push', loggingHook('lfs'), 0o755)
    await world.install()
    const input = Array.from({ length: 300 }, (_, n) => `create refs/heads/${'long-name-'.repeat(8)}${n} HEAD\n`)
    world.run(['git', 'update-ref', '--stdin'], { input: input.join('') })
    expect(world.run(['git', 'push', '-q', 'origin', 'refs/heads/*:refs/heads/*']).code).toBe(0)
    const [lfs, gar] = world.calls()
    expect([lfs?.by, gar?.by]).toEqual(['lfs', 'gar'])
    expect(lfs?.argv).toEqual(['origin', remote])
    expect(gar?.argv).toEqual(['hook', 'pre-push', 'origin', remote])
    expect(gar?.stdin.split('\n')).toHaveLength(302)
    expect(lfs?.stdin).toBe(gar?.stdin)
  })
  it('gets no line when there is nothing to push, and neither does gar', async () => {
    addRemote()
    world.run([...push, '--no-verify'])
    world.write('.git/hooks/pre-push', loggingHook('lfs'), 0o755)
    await world.install()
    expect(world.run(push).code).toBe(0)
    expect(world.calls().map(({ by, stdin }) => [by, stdin])).toEqual([['lfs', ''], ['gar', '']])
  })
  it('that does not read its input leaves it to gar', async () => {
    addRemote()
    world.write('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n', 0o755)
    await world.install()
    expect(world.run(push).code).toBe(0)
    expect(world.calls()[0]?.stdin).toMatch(/^refs\/heads\/main /)
  })
  it.each(['pre-commit', 'pre-push'])('that fails blocks, and gar is not asked: %s', async (name) => {
    addRemote()
    world.write(`.git/hooks/${name}`, loggingHook('old', 'exit 7'), 0o755)
    await world.install()
    expect(world.run(name === 'pre-push' ? push : commit).code).toBe(1)
    expect(world.calls().map((call) => call.by)).toEqual(['old'])
  })
  it('that git would skip for want of the executable bit is still skipped', async () => {
    world.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n', 0o644)
    await world.install()
    expect(world.run(commit).code).toBe(0)
  })
  it('finds the files beside it as before, and a link still leads where it led (HK-170)', async () => {
    world.write('scripts/check.sh', '#!/bin/sh\n. "$(dirname -- "$0")/shared.sh"\n', 0o755)
    world.write('.git/hooks/shared.sh', 'echo "shared ran" >&2\n')
    symlinkSync('../../scripts/check.sh', path.join(world.repo, '.git/hooks/pre-commit'))
    await world.install()
    expect(world.run(commit)).toMatchObject({ code: 0, stderr: 'shared ran\ngar speaks\n' })
    expect(readFileSync(path.join(world.repo, 'scripts/check.sh'), 'utf8')).toContain('shared.sh')
  })
  it.each(['sh', 'bash'])('in %s that serves several hooks still sees the name it was called by, its directory and its arguments', async (shell) => {
    world.write('scripts/all.sh', `#!/usr/bin/env ${shell}\nset -e\ncase $(basename "$0") in pre-push) echo "push $1 $(dirname "$0")" >&2 ;; *) exit 9 ;; esac\n`, 0o755)
    symlinkSync('../../scripts/all.sh', path.join(world.repo, '.git/hooks/pre-push'))
    addRemote()
    await world.install()
    expect(world.run(push)).toMatchObject({ code: 0, stderr: 'push origin .git/hooks\ngar speaks\n' })
  })
  it('may be of any language', async () => {
    world.write('.git/hooks/pre-commit', `#!${process.execPath}\nconsole.error('from node', process.argv.length)\n`, 0o755)
    await world.install()
    expect(world.run(commit).stderr).toBe('from node 2\ngar speaks\n')
  })
  it('that commits itself is not cut off, and the inner commit is reviewed as well (HK-175)', async () => {
    world.write('.git/hooks/pre-commit', '#!/bin/sh\n[ -n "$INNER" ] || INNER=1 git commit -q --allow-empty -m inner\nexit 0\n', 0o755)
    await world.install()
    world.run(commit)
    expect(world.calls().map((call) => call.argv[1])).toEqual(['pre-commit', 'pre-commit'])
  })
})

describe('finding gar', () => {
  it('without the package the commit is blocked by one line that says what is missing, how to repair it and how to go on', async () => {
    await world.install()
    rmSync(path.join(world.repo, 'node_modules'), { recursive: true })
    const ran = world.run(commit)
    expect(ran).toEqual({ code: 1, stdout: '', stderr: 'gar: pre-commit blocked: git-auto-review is not installed here; run "npm install", or skip it once: --no-verify or GAR=0\n' })
    expect(world.run(commit, { env: { GAR: '0' } }).code).toBe(0)
    expect(world.run(['git', 'commit', '--no-verify', '--allow-empty', '-qm', 'x']).code).toBe(0)
  })
  it('finds the package in a subdirectory of the repository (HK-179)', async () => {
    rmSync(path.join(world.repo, 'node_modules'), { recursive: true })
    const packageRoot = makePackage(path.join(world.repo, 'app/web/node_modules/git-auto-review'))
    await world.install({ cwd: path.join(world.repo, 'app/web'), packageRoot })
    expect(world.run(commit).code).toBe(0)
    expect(readFileSync(path.join(world.repo, '.git/hooks/pre-commit'), 'utf8')).toContain("'app/web/node_modules/git-auto-review'")
  })
  it('records the link in node_modules, not the place in the package manager\'s store it leads to', async () => {
    rmSync(path.join(world.repo, 'node_modules'), { recursive: true })
    const packageRoot = makePackage(path.join(world.repo, 'node_modules/.store/git-auto-review@0.1.0'))
    symlinkSync('.store/git-auto-review@0.1.0', path.join(world.repo, 'node_modules/git-auto-review'))
    await world.install({ packageRoot })
    expect(readFileSync(path.join(world.repo, '.git/hooks/pre-commit'), 'utf8')).not.toContain('.store')
    expect(world.run(commit).code).toBe(0)
  })
  it('a linked work tree uses its own package, or else that of the main one (HK-010)', async () => {
    await world.install()
    const tree = path.join(world.root, 'tree')
    world.git('worktree', 'add', '-q', tree)
    expect(world.run(commit, { cwd: tree }).code).toBe(0)
    expect(world.calls()).toMatchObject([{ cwd: tree }])
    makePackage(path.join(tree, 'node_modules/git-auto-review'))
    writeFileSync(path.join(tree, 'node_modules/git-auto-review/bin/gar.js'), 'process.exit(1)')
    expect(world.run(commit, { cwd: tree }).code).toBe(1)
  })
  it('a hook installed from a linked work tree serves all of them', async () => {
    const tree = path.join(world.root, 'tree')
    world.git('worktree', 'add', '-q', tree)
    const packageRoot = makePackage(path.join(tree, 'node_modules/git-auto-review'))
    await world.install({ cwd: tree, packageRoot })
    expect(existsSync(path.join(world.repo, '.git/hooks/pre-commit'))).toBe(true)
    expect([world.run(commit).code, world.run(commit, { cwd: tree }).code]).toEqual([0, 0])
  })
})

describe('finding node', () => {
  const lean = (): string => {
    const bin = path.join(world.root, 'bin')
    mkdirSync(bin)
    for (const tool of ['git', 'sh', 'cat', 'dirname', 'basename', 'env']) symlinkSync(execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(), path.join(bin, tool))
    return bin
  }
  const withoutInstallers = (): void => {
    const run = path.join(world.repo, 'node_modules/git-auto-review/hooks/run.sh')
    const text = readFileSync(run, 'utf8')
    expect(text).toContain('/usr/local/bin/node /opt/homebrew/bin/node')
    writeFileSync(run, text.replace('/usr/local/bin/node /opt/homebrew/bin/node', ''))
  }
  const shim = (file: string, says: string): void => {
    const full = world.write(path.join(world.env['HOME'] ?? '', file), `#!/bin/sh\necho ${says} >&2\nexec '${process.execPath}' "$@"\n`)
    chmodSync(full, 0o755)
  }

  it('without node the commit is blocked by one line', async () => {
    await world.install({ node: '/gone/node' })
    withoutInstallers()
    expect(world.run(commit, { env: { PATH: lean() } })).toEqual({
      code: 1, stdout: '', stderr: 'gar: pre-commit blocked: node was not found; put it on PATH in ~/.config/gar/init.sh, or skip it once: --no-verify or GAR=0\n' })
  })
  it('the recorded one is used although PATH has none', async () => {
    await world.install()
    expect(world.run(commit, { env: { PATH: lean() } }).code).toBe(0)
  })
  it('the one on PATH is used when the recorded one is gone', async () => {
    await world.install({ node: '/gone/node' })
    expect(world.run(commit).code).toBe(0)
  })
  it.each(['.nvm/versions/node/v22.1.0/bin/node', '.volta/bin/node', '.asdf/shims/node', '.local/share/mise/shims/node', '.local/share/fnm/aliases/default/bin/node'])('%s is found', async (file) => {
    await world.install({ node: '/gone/node' })
    shim(file, 'managed')
    expect(world.run(commit, { env: { PATH: lean() } }).stderr).toBe('managed\ngar speaks\n')
  })
  it('of several in nvm the newest is used', async () => {
    await world.install({ node: '/gone/node' })
    for (const version of ['v8.17.0', 'v20.19.0', 'v22.3.0']) shim(`.nvm/versions/node/${version}/bin/node`, version)
    expect(world.run(commit, { env: { PATH: lean() } }).stderr).toBe('v22.3.0\ngar speaks\n')
  })
  it.each([['gar', '.config/gar/init.sh'], ['husky', '.config/husky/init.sh']])('the init file of %s puts it on PATH, quietly and without the input of the push', async (_, file) => {
    addRemote()
    await world.install({ node: '/gone/node' })
    withoutInstallers()
    shim('tools/node', 'from init')
    world.write(path.join(world.env['HOME'] ?? '', file), 'echo loaded\ncat >/dev/null\nPATH=$HOME/tools:$PATH\nfalse\n')
    const ran = world.run(push, { env: { PATH: lean() } })
    expect(ran).toMatchObject({ code: 0, stdout: '', stderr: 'loaded\nfrom init\ngar speaks\n' })
    expect(world.calls()[0]?.stdin).toMatch(/^refs\/heads\/main /)
  })
})

describe.each(['sh', 'sh -e', 'bash -e', 'bash --posix -eu'])('run by %s', (shell) => {
  const words = shell.split(' ')
  it.each(['pre-commit', 'pre-push'])('%s passes, blocks and switches off alike', async (name) => {
    world.write(`.git/hooks/${name}`, loggingHook('old'), 0o755)
    await world.install()
    const hook = [...words, `.git/hooks/${name}`, 'origin', 'a b']
    const input = name === 'pre-push' ? 'one line\nand two\n' : ''
    expect(world.run(hook, { input }).code).toBe(0)
    expect(world.calls()).toMatchObject([{ by: 'old', argv: ['origin', 'a b'], stdin: input }, { argv: ['hook', name, 'origin', 'a b'], stdin: input }])
    expect(world.run(hook, { input, env: { GAR_TEST_EXIT: '4' } }).code).toBe(4)
    // An init file may end with a test that fails; that is no answer to the commit.
    world.write(path.join(world.env['HOME'] ?? '', '.config/gar/init.sh'), '[ -d /nowhere ] && PATH=/nowhere:$PATH\n')
    expect(world.run(hook, { input }).code).toBe(0)
    expect(world.run(hook, { input, env: { GAR: '0' } })).toMatchObject({ code: 0 })
    rmSync(path.join(world.repo, 'node_modules'), { recursive: true })
    expect(world.run(hook, { input }).code).toBe(1)
  })
})
