import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run as installHooks } from '../../src/app/cli/commands/install-hooks.ts'
import { run as uninstallHooks } from '../../src/app/cli/commands/uninstall-hooks.ts'
import { createTerminal } from '../../src/app/cli/terminal.ts'
import type { World } from '../git/hooks-world.ts'
import { listing, makeWorld, project } from '../git/hooks-world.ts'

let world: World
beforeEach(() => { world = makeWorld() })
afterEach(() => { world.dispose() })

type Asked = { readonly options?: Record<string, unknown>; readonly env?: Record<string, string>; readonly cwd?: string }
type Said = { readonly code: number; readonly out: string; readonly err: string }

async function ask(command: typeof installHooks, { options = {}, env = {}, cwd = world.repo }: Asked = {}): Promise<Said> {
  const said = { out: '', err: '' }
  const stream = (to: 'out' | 'err'): Writable => new Writable({ write: (chunk, _, done) => { said[to] += String(chunk); done() } })
  const all = { ...world.env, ...env }
  const io = createTerminal({ stdout: stream('out'), stderr: stream('err'), env: all })
  const code = await command({ options, args: [], cwd, env: all, io, signal: new AbortController().signal })
  return { code, out: said.out.replaceAll(world.root, 'ROOT'), err: said.err.replaceAll(world.root, 'ROOT') }
}
const hooks = (): string[] => Object.keys(listing(path.join(world.repo, '.git/hooks'))).filter((name) => !name.endsWith('.sample'))

describe('gar install-hooks', () => {
  it('prints the state and the path of each hook, and the next step last', async () => {
    world.write('.git/hooks/pre-push', '#!/bin/sh\n', 0o755)
    expect(await ask(installHooks)).toEqual({ code: 0, err: '', out: [
      'installed  .git/hooks/pre-commit',
      'installed  .git/hooks/pre-merge-commit',
      'chained    .git/hooks/pre-push (pre-push.before-gar runs first)',
      'Next: commit as usual; GAR=0 or --no-verify skips gar once, "gar uninstall-hooks" undoes this.',
      ''].join('\n') })
    expect((await ask(installHooks)).out).toMatch(/^unchanged {2}\.git\/hooks\/pre-commit\nunchanged .*\nunchanged .*pre-push\nNext: /)
  })
  it('run from a subdirectory it prints paths that lead there', async () => {
    mkdirSync(path.join(world.repo, 'sub'))
    expect((await ask(installHooks, { cwd: path.join(world.repo, 'sub') })).out).toMatch(/^installed {2}ROOT\/repo\/\.git\/hooks\/pre-commit\n/)
  })
  it('in files the team shares the next step is to add them', async () => {
    world.git('config', 'core.hooksPath', '.githooks')
    expect((await ask(installHooks)).out).toMatch(/\nNext: git add \.githooks\/pre-commit \.githooks\/pre-merge-commit \.githooks\/pre-push\n$/)
  })
  it('refuses with 2, the reason and the remedies, and installs nothing', async () => {
    execFileSync('git', ['config', '--global', 'core.hooksPath', path.join(world.root, 'elsewhere')], { env: world.env })
    expect(await ask(installHooks)).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "gar: Git runs the hooks in ROOT/elsewhere (core.hooksPath, global setting, ROOT/home/.gitconfig), outside this repository; gar writes nothing there.
           Either call gar from the hooks there, with the line: gar hook "\${0##*/}" "$@" >&2 || exit
           or give this repository hooks of its own: git config core.hooksPath "ROOT/repo/.git/hooks" && gar install-hooks
           or, when nobody needs the setting: git config --global --unset core.hooksPath && gar install-hooks
      gar: hooks not installed.
      ",
        "out": "",
      }
    `)
    expect(hooks()).toEqual([])
  })
  it.each([[{ CI: 'true' }, 'CI is set'], [{ GAR: '0' }, 'GAR=0']])('%j: does nothing and succeeds, unless forced', async (env, reason) => {
    expect(await ask(installHooks, { env })).toEqual({ code: 0, out: '', err: `gar: hooks not installed: ${reason} (--force installs them all the same).\n` })
    expect(hooks()).toEqual([])
    expect((await ask(installHooks, { env, options: { force: true } })).code).toBe(0)
    expect(hooks()).toHaveLength(3)
  })
  it('without a repository it fails, except where a package is being installed or built', async () => {
    const cwd = path.join(world.root, 'home')
    await expect(ask(installHooks, { cwd })).rejects.toMatchObject({ code: 'not-a-repository' })
    for (const env of [{ npm_lifecycle_event: 'prepare' }, { CI: '1' }]) {
      const said = await ask(installHooks, { cwd, env, options: { force: true } })
      expect(said).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/^gar: hooks not installed: .*not inside a git repository/) as string })
    }
  })
  it('a refusal does not break the installation of packages, but an installation by name fails', async () => {
    rmSync(path.join(world.repo, '.git/hooks'), { recursive: true })
    writeFileSync(path.join(world.repo, '.git/hooks'), '')
    expect((await ask(installHooks, { env: { npm_lifecycle_event: 'prepare' } })).code).toBe(0)
    expect((await ask(installHooks)).code).toBe(2)
  })
  it('with husky says what it did to which script', async () => {
    execFileSync(process.execPath, [path.join(project, 'node_modules/husky/bin.js')], { cwd: world.repo, env: world.env })
    writeFileSync(path.join(world.repo, '.husky/pre-commit'), 'npx lint-staged\n')
    expect((await ask(installHooks, { options: { manager: 'husky' } })).out).toBe([
      'chained    .husky/pre-commit (what stood there still runs)', 'installed  .husky/pre-merge-commit', 'installed  .husky/pre-push',
      'Next: git add .husky/pre-commit .husky/pre-merge-commit .husky/pre-push', ''].join('\n'))
  })
})

describe('gar uninstall-hooks', () => {
  it('prints what it removed and what it put back', async () => {
    world.write('.git/hooks/pre-push', '#!/bin/sh\n', 0o755)
    await ask(installHooks)
    expect(await ask(uninstallHooks)).toEqual({ code: 0, err: '', out: 'removed    .git/hooks/pre-commit\nremoved    .git/hooks/pre-merge-commit\nrestored   .git/hooks/pre-push\n' })
    expect(await ask(uninstallHooks)).toEqual({ code: 0, err: '', out: 'No hook of gar is installed here.\n' })
  })
  it('says what it left, and ends with 2', async () => {
    await ask(installHooks)
    const hook = path.join(world.repo, '.git/hooks/pre-commit')
    writeFileSync(hook, `${readFileSync(hook, 'utf8')}echo mine\n`)
    expect(await ask(uninstallHooks)).toMatchObject({ code: 2, err: expect.stringContaining('.git/hooks/pre-commit holds changes of yours') as string })
  })
})
