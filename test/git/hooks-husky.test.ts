import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Installed, Refused } from '../../src/app/run/hooks.ts'
import type { World } from './hooks-world.ts'
import { listing, loggingHook, makeWorld, project } from './hooks-world.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
  husky()
})
afterEach(() => { world.dispose() })

const commit = ['git', 'commit', '--allow-empty', '-qm', 'x'] as const
const push = ['git', 'push', '-q', 'origin', 'main'] as const
const script = (name: string): string => path.join(world.repo, '.husky', name)
const read = (name: string): string => readFileSync(script(name), 'latin1')
const states = (done: Installed | Refused): unknown => (done.kind === 'done' ? done.hooks.map((hook) => `${hook.name} ${hook.state}`) : done)

function husky(): void {
  execFileSync(process.execPath, [path.join(project, 'node_modules/husky/bin.js')], { cwd: world.repo, env: world.env })
}
function addRemote(): void {
  const remote = path.join(world.root, 'remote.git')
  execFileSync('git', ['init', '-q', '--bare', remote], { env: world.env })
  world.git('remote', 'add', 'origin', remote)
}

describe('with husky 9', () => {
  it('gar comes after what the script holds, and a failure of that blocks before gar is asked', async () => {
    writeFileSync(script('pre-commit'), loggingHook('lint-staged'))
    expect(states(await world.install())).toEqual(['pre-commit chained', 'pre-merge-commit installed', 'pre-push installed'])
    expect(world.run(commit).code).toBe(0)
    expect(world.calls().map((call) => call.by)).toEqual(['lint-staged', 'gar'])
    writeFileSync(script('pre-commit'), `false\n${read('pre-commit')}`)
    expect(world.run(commit).code).toBe(1)
    expect(world.calls()).toEqual([])
  })
  it('lines below gar still run, and gar\'s no is the script\'s no', async () => {
    await world.install()
    writeFileSync(script('pre-commit'), `${read('pre-commit')}${loggingHook('below')}`)
    expect(world.run(commit).code).toBe(0)
    expect(world.calls().map((call) => call.by)).toEqual(['gar', 'below'])
    expect(world.run(commit, { env: { GAR_TEST_EXIT: '3' } }).code).toBe(1)
    expect(world.calls().map((call) => call.by)).toEqual(['gar'])
    expect(world.run(commit, { env: { GAR: '0' } }).code).toBe(0)
    expect(world.calls().map((call) => call.by)).toEqual(['below'])
  })
  it('on a push gar and every command of the script get all of the refs (HK-169)', async () => {
    addRemote()
    writeFileSync(script('pre-push'), loggingHook('lfs'))
    await world.install()
    expect(world.run(push)).toMatchObject({ code: 0, stdout: '' })
    const [gar, lfs] = world.calls()
    expect([gar?.by, lfs?.by]).toEqual(['gar', 'lfs'])
    expect(gar?.stdin).toMatch(/^refs\/heads\/main [0-9a-f]{40} refs\/heads\/main 0{40}\n$/)
    expect(lfs?.stdin).toBe(gar?.stdin)
    expect(world.run(push, { env: { GAR: '0' } }).code).toBe(0)
    expect(world.calls()).toMatchObject([{ by: 'lfs', stdin: '' }])
  })
  it('a script without a last newline is continued, not joined, and comes back without one', async () => {
    writeFileSync(script('pre-commit'), 'echo linted >&2')
    await world.install()
    expect(world.run(commit).stderr).toBe('linted\ngar speaks\n')
    await world.uninstall()
    expect(read('pre-commit')).toBe('echo linted >&2')
  })
  it('a second time changes nothing; uninstalling leaves the directory as it was, empty scripts and all', async () => {
    writeFileSync(script('pre-commit'), 'echo \xff\n', 'latin1')
    writeFileSync(script('pre-push'), '')
    chmodSync(script('pre-commit'), 0o775)
    const before = listing(path.join(world.repo, '.husky'))
    await world.install()
    const installed = listing(path.join(world.repo, '.husky'))
    expect(states(await world.install())).toEqual(['pre-commit unchanged', 'pre-merge-commit unchanged', 'pre-push unchanged'])
    expect(listing(path.join(world.repo, '.husky'))).toEqual(installed)
    await world.uninstall()
    expect(listing(path.join(world.repo, '.husky'))).toEqual(before)
  })
  it('records nothing of this machine in a script that the team shares', async () => {
    await world.install()
    expect([read('pre-commit').includes(world.root), read('pre-commit').includes(process.execPath)]).toEqual([false, false])
  })
  it('without the package the commit is blocked with the repair in one line', async () => {
    await world.install()
    rmSync(path.join(world.repo, 'node_modules'), { recursive: true })
    expect(world.run(commit)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^gar: pre-commit blocked: .*npm install.*--no-verify or GAR=0\n/) as string })
  })
  it('lines of the user around the block stay when it goes', async () => {
    await world.install()
    writeFileSync(script('pre-commit'), `echo above\n${read('pre-commit')}echo below\n`)
    await world.uninstall()
    expect(read('pre-commit')).toBe('echo above\necho below\n')
  })
  it('a script that ends by becoming something else is refused: gar would never be reached', async () => {
    writeFileSync(script('pre-commit'), '# lint\nexec npx lint-staged\n')
    expect(await world.install()).toMatchObject({ kind: 'refused', refusals: [{ what: expect.stringContaining('ends with "exec npx lint-staged"') as string }] })
    expect(read('pre-commit')).toBe('# lint\nexec npx lint-staged\n')
  })
  it('a block with changes of the user is left alone by both commands', async () => {
    await world.install()
    writeFileSync(script('pre-commit'), read('pre-commit').replace('gar_main=', 'sleep 0\ngar_main='))
    const edited = read('pre-commit')
    expect((await world.install()).kind).toBe('refused')
    expect(await world.uninstall()).toMatchObject({ kind: 'done', hooks: expect.arrayContaining([expect.objectContaining({ name: 'pre-commit', state: 'edited' })]) as object })
    expect(read('pre-commit')).toBe(edited)
  })
  it('says which hooks git skips when husky\'s own files are gone', async () => {
    rmSync(script('_'), { recursive: true })
    expect(await world.install()).toMatchObject({ kind: 'done', dormant: [{ next: 'Run "npx husky".' }, {}, {}] })
    husky()
    expect(await world.install()).toMatchObject({ kind: 'done', dormant: [] })
    expect(world.run(commit).stderr).toBe('gar speaks\n')
  })
  it('uninstalling also removes what was installed before husky came, and after it went', async () => {
    world.git('config', '--unset', 'core.hooksPath')
    await world.install()
    husky()
    await world.install()
    await world.uninstall()
    expect([existsSync(path.join(world.repo, '.git/hooks/pre-commit')), existsSync(script('pre-commit'))]).toEqual([false, false])
    await world.install()
    world.git('config', '--unset', 'core.hooksPath')
    await world.uninstall()
    expect(existsSync(script('pre-commit'))).toBe(false)
  })
  it('--manager husky is refused where husky does not run the hooks, and another manager always', async () => {
    expect((await world.install({ manager: 'husky' })).kind).toBe('done')
    world.git('config', '--unset', 'core.hooksPath')
    expect(await world.install({ manager: 'husky' })).toMatchObject({ kind: 'refused', refusals: [{ next: expect.stringContaining('npx husky') as string }] })
    expect((await world.install({ manager: 'grunt' })).kind).toBe('refused')
  })
})
