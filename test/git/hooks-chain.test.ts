import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Installed, Refused } from '../../src/app/run/hooks.ts'
import type { World } from './hooks-world.ts'
import { listing, loggingHook, makeWorld } from './hooks-world.ts'

let world: World
beforeEach(() => { world = makeWorld() })
afterEach(() => { world.dispose() })

const commit = ['git', 'commit', '--allow-empty', '-qm', 'x'] as const
const states = (done: Installed | Refused): unknown => (done.kind === 'done' ? done.hooks.map((hook) => `${hook.name} ${hook.state}`) : done)
const inRepo = (file: string): string => path.join(world.repo, file)

describe('installing', () => {
  it('states what it did; a second time changes no byte, mode or time', async () => {
    world.write('.git/hooks/pre-push', loggingHook('old'), 0o755)
    expect(states(await world.install())).toEqual(['pre-commit installed', 'pre-merge-commit installed', 'pre-push chained'])
    const [before, time] = [listing(inRepo('.git/hooks')), statSync(inRepo('.git/hooks/pre-commit')).mtimeMs]
    expect(states(await world.install())).toEqual(['pre-commit unchanged', 'pre-merge-commit unchanged', 'pre-push unchanged'])
    expect([listing(inRepo('.git/hooks')), statSync(inRepo('.git/hooks/pre-commit')).mtimeMs]).toEqual([before, time])
    expect(statSync(inRepo('.git/hooks/pre-commit')).mode & 0o777).toBe(0o755)
  })
  it('renews its own hooks when what they record has changed, and a hook that lost its executable bit', async () => {
    await world.install({ node: '/gone/node' })
    expect(states(await world.install())).toEqual(['pre-commit updated', 'pre-merge-commit updated', 'pre-push updated'])
    chmodSync(inRepo('.git/hooks/pre-push'), 0o644)
    expect(states(await world.install())).toEqual(['pre-commit unchanged', 'pre-merge-commit unchanged', 'pre-push updated'])
  })
  it('keeps an earlier hook byte by byte with its mode, and never writes through a link (HK-170)', async () => {
    const odd = world.write('.git/hooks/pre-commit', '#!/bin/sh\r\n\xff no newline', 0o700)
    const script = world.write('scripts/check.sh', '#!/bin/sh\nexit 0\n', 0o755)
    symlinkSync('../../scripts/check.sh', inRepo('.git/hooks/pre-push'))
    const bytes = readFileSync(odd)
    await world.install()
    expect(readFileSync(`${odd}.before-gar`)).toEqual(bytes)
    expect(statSync(`${odd}.before-gar`).mode & 0o777).toBe(0o700)
    expect(readlinkSync(inRepo('.git/hooks/pre-push.before-gar'))).toBe('../../scripts/check.sh')
    expect(readFileSync(script, 'utf8')).toBe('#!/bin/sh\nexit 0\n')
  })
  it('makes the hooks directory when git made none (HK-172)', async () => {
    rmSync(inRepo('.git/hooks'), { recursive: true })
    await world.install()
    expect(world.run(commit)).toMatchObject({ code: 0, stderr: 'gar speaks\n' })
  })
  it('refuses all hooks when one cannot be kept, and changes nothing', async () => {
    world.write('.git/hooks/pre-push', '#!/bin/sh\n', 0o755)
    world.write('.git/hooks/pre-push.before-gar', '#!/bin/sh\n# older\n', 0o755)
    const before = listing(inRepo('.git/hooks'))
    expect(await world.install()).toMatchObject({ kind: 'refused', refusals: [{ path: inRepo('.git/hooks/pre-push'), what: expect.stringContaining('pre-push.before-gar, which is there already') as string }] })
    expect(listing(inRepo('.git/hooks'))).toEqual(before)
  })
  it('refuses its own hook with changes of the user, and a directory in the place of a hook', async () => {
    await world.install()
    const hook = inRepo('.git/hooks/pre-commit')
    writeFileSync(hook, `${readFileSync(hook, 'utf8')}echo mine\n`)
    rmSync(inRepo('.git/hooks/pre-push'))
    mkdirSync(inRepo('.git/hooks/pre-push'))
    expect(await world.install({ node: '/other' })).toMatchObject({ kind: 'refused', refusals: [{ path: hook }, { path: inRepo('.git/hooks/pre-push') }] })
    expect(readFileSync(hook, 'utf8')).toContain('echo mine')
  })
  it('says so when the disk does not take a hook (HK-181)', async () => {
    rmSync(inRepo('.git/hooks'), { recursive: true })
    world.write('.git/hooks', 'a file where the directory should be')
    expect(await world.install()).toMatchObject({ kind: 'refused', refusals: [{ what: expect.stringContaining('cannot be changed') as string }] })
    expect(readFileSync(inRepo('.git/hooks'), 'utf8')).toBe('a file where the directory should be')
  })
  it('keeps a husky 4 hook working, whose helper looks at the name of the hook (HK-166)', async () => {
    world.write('.git/hooks/pre-commit', '#!/bin/sh\n# husky\n\n# Created by Husky v4.3.8\n\n. "$(dirname "$0")/husky.sh"\n', 0o755)
    world.write('.git/hooks/husky.sh', 'echo "husky > $(basename "$0")" >&2\n')
    await world.install()
    expect(world.run(commit).stderr).toBe('husky > pre-commit\ngar speaks\n')
  })
})

describe('uninstalling', () => {
  it('leaves no trace: links, bytes and modes are what they were', async () => {
    world.write('.git/hooks/pre-commit', '#!/bin/sh\n\xff', 0o711)
    world.write('scripts/check.sh', '#!/bin/sh\n', 0o755)
    symlinkSync('../../scripts/check.sh', inRepo('.git/hooks/pre-push'))
    const before = listing(inRepo('.git'))
    await world.install()
    await world.install({ node: '/other/node' })
    expect(listing(inRepo('.git'))).not.toEqual(before)
    expect(await world.uninstall()).toMatchObject({ hooks: expect.arrayContaining([{ state: 'restored', name: 'pre-commit' }, { state: 'removed', name: 'pre-merge-commit' }].map((hook) => expect.objectContaining(hook) as object)) as object })
    expect(listing(inRepo('.git'))).toEqual(before)
  })
  it('works when the package is gone, and twice', async () => {
    await world.install()
    rmSync(inRepo('node_modules'), { recursive: true })
    await world.uninstall()
    expect(await world.uninstall()).toMatchObject({ kind: 'done', hooks: [{ state: 'absent' }, { state: 'absent' }, { state: 'absent' }, { state: 'absent' }, { state: 'absent' }, { state: 'absent' }] })
    expect(world.run(commit)).toMatchObject({ code: 0, stderr: '' })
  })
  it('puts an earlier hook back although somebody deleted gar\'s', async () => {
    world.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n', 0o755)
    await world.install()
    rmSync(inRepo('.git/hooks/pre-commit'))
    await world.uninstall()
    expect(readFileSync(inRepo('.git/hooks/pre-commit'), 'utf8')).toBe('#!/bin/sh\nexit 0\n')
  })
  it('leaves a hook that is not gar\'s, and gar\'s own with changes of the user (HK-187)', async () => {
    await world.install()
    const [foreign, edited] = [inRepo('.git/hooks/pre-push'), inRepo('.git/hooks/pre-commit')]
    writeFileSync(foreign, '#!/bin/sh\n# LEFTHOOK\n')
    writeFileSync(edited, `${readFileSync(edited, 'utf8')}echo mine\n`)
    expect(await world.uninstall()).toMatchObject({ hooks: [{ state: 'edited' }, { state: 'removed' }, { state: 'foreign' }, {}, {}, {}] })
    expect([readFileSync(foreign, 'utf8'), readFileSync(edited, 'utf8').endsWith('echo mine\n')]).toEqual(['#!/bin/sh\n# LEFTHOOK\n', true])
  })
})

describe('core.hooksPath', () => {
  it('inside the repository is followed, and nothing of this machine is recorded in files others get', async () => {
    world.write('.githooks/pre-commit', loggingHook('team'), 0o755)
    world.git('config', 'core.hooksPath', '.githooks')
    expect(states(await world.install())).toEqual(['pre-commit chained', 'pre-merge-commit installed', 'pre-push installed'])
    expect(world.run(commit).code).toBe(0)
    expect(world.calls().map((call) => call.by)).toEqual(['team', 'gar'])
    const text = readFileSync(inRepo('.githooks/pre-commit'), 'utf8')
    expect([text.includes(world.root), text.includes(process.execPath)]).toEqual([false, false])
    await world.uninstall()
    expect(Object.keys(listing(inRepo('.githooks')))).toEqual(['pre-commit'])
  })
  it('in a shared file a package from elsewhere is looked for in node_modules', async () => {
    world.git('config', 'core.hooksPath', '.githooks')
    await world.install({ packageRoot: path.resolve(import.meta.dirname, '../..') })
    expect(readFileSync(inRepo('.githooks/pre-commit'), 'utf8')).toContain("'node_modules/git-auto-review'")
  })
  it('outside the repository is refused with remedies, and nothing is written there (HK-164)', async () => {
    const global = path.join(world.root, 'ghooks')
    mkdirSync(global)
    writeFileSync(path.join(global, 'pre-commit'), loggingHook('global'), { mode: 0o755 })
    execFileSync('git', ['config', '--global', 'core.hooksPath', global], { env: world.env })
    const before = [listing(global), listing(inRepo('.git'))]
    const done = await world.install()
    expect(done).toMatchObject({ kind: 'refused', refusals: [{ what: expect.stringMatching(/ghooks \(core\.hooksPath, global setting, .*\.gitconfig\)/) as string }] })
    const next = done.kind === 'refused' ? done.refusals[0]?.next ?? '' : ''
    expect(next).toContain('git config --global --unset core.hooksPath')
    expect([listing(global), listing(inRepo('.git'))]).toEqual(before)
    // The second remedy, taken by its word.
    execFileSync('sh', ['-c', /git config core\.hooksPath "[^"]+"/.exec(next)?.[0] ?? 'false'], { cwd: world.repo, env: world.env })
    expect(states(await world.install())).toEqual(['pre-commit installed', 'pre-merge-commit installed', 'pre-push installed'])
    expect(world.run(commit)).toMatchObject({ code: 0, stderr: 'gar speaks\n' })
  })
  it('of one work tree alone is seen there, and not in the others (HK-173)', async () => {
    const tree = path.join(world.root, 'tree')
    world.git('worktree', 'add', '-q', tree)
    world.git('config', 'extensions.worktreeConfig', 'true')
    execFileSync('git', ['config', '--worktree', 'core.hooksPath', path.join(world.root, 'h1')], { cwd: tree, env: world.env })
    expect(await world.install({ cwd: tree })).toMatchObject({ kind: 'refused', refusals: [{ what: expect.stringContaining('worktree setting') as string }] })
    expect(states(await world.install())).toEqual(['pre-commit installed', 'pre-merge-commit installed', 'pre-push installed'])
  })
  it.each([['', 'core.hooksPath is empty'], ['/dev/null', '/dev/null']])('"%s" switches all hooks off, and is refused', async (value, says) => {
    world.git('config', 'core.hooksPath', value)
    expect(await world.install()).toMatchObject({ kind: 'refused', refusals: [{ what: expect.stringContaining(says) as string }] })
    await world.uninstall()
  })
  it('leads through a link out of the repository: refused as well', async () => {
    mkdirSync(path.join(world.root, 'elsewhere'))
    rmSync(inRepo('.git/hooks'), { recursive: true })
    symlinkSync('../../elsewhere', inRepo('.git/hooks'))
    expect((await world.install()).kind).toBe('refused')
    expect(listing(path.join(world.root, 'elsewhere'))).toEqual({})
  })
})

describe('layouts of git', () => {
  it('a submodule gets hooks of its own (HK-020)', async () => {
    const inner = makeWorld()
    try {
      world.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.repo, 'sub')
    } finally {
      inner.dispose()
    }
    const sub = inRepo('sub')
    await world.install({ cwd: sub })
    expect(existsSync(inRepo('.git/modules/sub/hooks/pre-commit'))).toBe(true)
    expect(existsSync(inRepo('.git/hooks/pre-commit'))).toBe(false)
    expect(world.run(commit, { cwd: sub })).toMatchObject({ code: 0, stderr: 'gar speaks\n' })
  })
  it('a separate git directory gets hooks where git looks for them (HK-020)', async () => {
    const moved = path.join(world.root, 'moved.git')
    world.git('init', '-q', '--separate-git-dir', moved)
    await world.install()
    expect(existsSync(path.join(moved, 'hooks/pre-commit'))).toBe(true)
    expect(world.run(commit)).toMatchObject({ code: 0, stderr: 'gar speaks\n' })
  })
  it('a directory that is no repository is a fault', async () => {
    await expect(world.install({ cwd: world.root })).rejects.toMatchObject({ code: 'not-a-repository' })
  })
})
