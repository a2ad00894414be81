import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRepoPath } from '../../src/core/model/path.ts'
import { contentOf } from '../../src/io/snapshot/content.ts'
import { exportPair } from '../../src/io/snapshot/export.ts'
import type { TestRepo } from '../support/repo.ts'
import { listing, readTree, writeTree, file, link } from '../support/tree.ts'
import { expectRoundTrip, makeWorld } from './snapshot-world.ts'

const config = (...pairs: readonly string[]) => (repo: TestRepo): void => {
  for (const pair of pairs) repo.git('config', ...pair.split(/=(.*)/s).slice(0, 2))
}
const endings = { lf: 'one\ntwo\n', crlf: 'one\r\ntwo\r\n', mixed: 'one\r\ntwo\nthree\r\n' }

// Every setting that made a restore by patches fail or lie; the state ids are those of the catalogue.
describe('restore gives back the same bytes under', () => {
  it.each(['true', 'input', 'false'])('HK-077, HK-188: core.autocrlf=%s with every kind of line end, changed or clean', async (value) => {
    const world = await makeWorld((repo) => {
      for (const [name, text] of Object.entries(endings)) repo.write(name, text)
      repo.commitAll('stored as they are')
      config(`core.autocrlf=${value}`)(repo)
      for (const [name, text] of Object.entries(endings)) repo.write(`dirty-${name}`, text)
      repo.git('add', '-A')
      for (const [name, text] of Object.entries(endings)) repo.write(`untracked-${name}`, text)
    })
    const { repo } = world
    const names = Object.keys(endings)
    await expectRoundTrip(world, () => { for (const name of names) for (const kind of ['', 'dirty-', 'untracked-']) repo.write(`${kind}${name}`, 'fixed\n') }, names)
  })
  it('HK-080: core.safecrlf=true', async () => {
    const world = await makeWorld(config('core.autocrlf=true', 'core.safecrlf=true'))
    world.repo.write('a.js', endings.mixed)
    await expectRoundTrip(world, () => { world.repo.write('a.js', endings.lf) })
  })
  it('HK-063: core.fileMode=false with an executable bit in the tree', async () => {
    const world = await makeWorld((repo) => {
      chmodSync(path.join(repo.top, 'a.js'), 0o755)
      repo.commitAll('executable')
      config('core.fileMode=false')(repo)
      chmodSync(path.join(repo.top, 'a.js'), 0o644)
      chmodSync(path.join(repo.top, 'keep.txt'), 0o755)
    })
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'fixed\n'); world.repo.write('keep.txt', 'fixed\n') })
  })
  it('HK-107, HK-116, HK-117: diff.noprefix, apply.whitespace and diff settings that change what git prints', async () => {
    const world = await makeWorld(config('diff.noprefix=true', 'apply.whitespace=fix', 'core.whitespace=trailing-space', 'diff.external=false', 'color.ui=always', 'status.renames=copies', 'status.showUntrackedFiles=no', 'status.short=true', 'status.showStash=true', 'core.quotePath=true'))
    world.repo.write('a.js', 'trailing   \n\t \n')
    world.repo.write('ü "new"', 'untracked\n')
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'fixed\n'); world.repo.remove('ü "new"') })
  })
  it('a clean and smudge filter: a path that was clean comes back as the filter writes it', async () => {
    const world = await makeWorld((repo) => {
      config('filter.shout.clean=tr A-Z a-z', 'filter.shout.smudge=tr a-z A-Z')(repo)
      repo.write('.gitattributes', '*.up filter=shout\n')
      repo.write('dirty.up', 'FIRST\n')
      repo.write('clean.up', 'CLEAN\n')
      symlinkSync('target', path.join(repo.top, 'link.up'))
      repo.commitAll('filtered')
      repo.write('dirty.up', 'Mixed Case\n')
    })
    const { repo } = world
    expect(repo.git('show', 'HEAD:clean.up')).toBe('clean\n')
    const snapshot = await world.capture()
    expect((await contentOf(world.context, world.store, { snapshot, path: parseRepoPath('clean.up') }))?.toString()).toBe('CLEAN\n')
    await expectRoundTrip(world, () => { repo.write('dirty.up', 'x\n'); repo.write('clean.up', 'y\n'); repo.remove('link.up') })
    await expectRoundTrip(world, () => { repo.remove('.gitattributes'); repo.write('clean.up', 'y\n') })
  })
  it('HK-083: a clean filter that never gives the same twice', async () => {
    const world = await makeWorld((repo) => {
      config('filter.nd.clean=date +%N; cat')(repo)
      repo.write('.gitattributes', '*.nd filter=nd\n')
      repo.write('s.nd', 'content\n')
      repo.commitAll('nd')
    })
    await expectRoundTrip(world, () => { world.repo.write('s.nd', 'fixed\n') })
  })
  it('HK-084: a required filter whose program is missing; where git itself cannot tell what changed, capture says so', async () => {
    const world = await makeWorld((repo) => {
      const old = new Date('2020-01-01T00:00:00Z')
      repo.write('.gitattributes', '*.bin filter=lfs\n')
      repo.write('x.bin', 'bytes\n')
      utimesSync(path.join(repo.top, 'x.bin'), old, old)
      repo.commitAll('lfs')
      config('filter.lfs.clean=no-such-program-here', 'filter.lfs.smudge=no-such-program-here', 'filter.lfs.required=true')(repo)
      repo.write('y.bin', 'untracked\n')
    })
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'fixed\n'); world.repo.write('y.bin', 'fixed\n') })
    world.repo.write('x.bin', 'other\n')
    await expect(world.capture()).rejects.toMatchObject({ code: 'git-failed', message: expect.stringContaining('no-such-program-here') as string })
  })
  it('HK-085: ident', async () => {
    const world = await makeWorld((repo) => {
      repo.write('.gitattributes', '*.id ident\n')
      repo.write('k.id', '$Id$\n')
      repo.commitAll('ident')
      repo.remove('k.id')
      repo.git('checkout', '--', 'k.id')
    })
    expect(world.repo.read('k.id')).toMatch(/\$Id: [0-9a-f]{40} \$/)
    await expectRoundTrip(world, () => { world.repo.write('k.id', 'fixed\n') })
  })
  it('HK-087: an assume-unchanged file with edits git does not see, when its path is on record', async () => {
    const world = await makeWorld((repo) => {
      repo.git('update-index', '--assume-unchanged', 'keep.txt')
      repo.write('keep.txt', 'local edit\n')
    })
    await expectRoundTrip(world, () => { world.repo.write('keep.txt', 'fixed\n') }, ['keep.txt'])
  })
  it('HK-103, HK-104: files whose change git cannot see: a lying fsmonitor, and same size and time', async () => {
    const world = await makeWorld((repo) => {
      config('core.trustctime=false', 'core.checkStat=minimal')(repo)
      const old = new Date('2020-01-01T00:00:00Z')
      repo.write('r.txt', 'aaaa\n')
      utimesSync(path.join(repo.top, 'r.txt'), old, old)
      repo.commitAll('racy')
      repo.write('r.txt', 'bbbb\n')
      utimesSync(path.join(repo.top, 'r.txt'), old, old)
      writeFileSync(path.join(repo.base, 'monitor'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
      config(`core.fsmonitor=${path.join(repo.base, 'monitor')}`)(repo)
    })
    await expectRoundTrip(world, () => { world.repo.write('r.txt', 'fixed\n') }, ['r.txt'])
  })
  it('no commit yet', async () => {
    const world = await makeWorld((repo) => { repo.git('update-ref', '-d', 'HEAD'); repo.write('new', 'n\n') })
    const target = await world.capture()
    expect([target.head, target.branch, target.entries.size]).toEqual([null, 'main', 3])
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'fixed\n'); world.repo.remove('new') })
  })
  it('a sparse checkout: what was not there is not there again', async () => {
    const world = await makeWorld((repo) => {
      repo.write('in/a', 'a\n')
      repo.write('out/b', 'b\n')
      repo.commitAll('two directories')
      repo.git('sparse-checkout', 'set', 'in')
    })
    await expectRoundTrip(world, () => { world.repo.write('in/a', 'fixed\n'); world.repo.write('out/b', 'fixed\n') })
  })
  it('a split index, an index of version 4, the untracked cache', async () => {
    const world = await makeWorld((repo) => {
      repo.git('update-index', '--split-index')
      repo.git('update-index', '--index-version', '4')
      repo.git('update-index', '--force-untracked-cache')
      repo.write('a.js', 'mine\n')
      repo.write('dir/u', 'u\n')
    })
    const shared = (): string[] => readdirSync(world.context.gitDir).filter((name) => name.startsWith('sharedindex'))
    const before = shared()
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'fixed\n'); world.repo.remove('dir') })
    expect(shared()).toEqual(before)
  })
  it('SHA-256 object ids', async () => {
    const world = await makeWorld((repo) => {
      repo.remove('.git')
      repo.git('init', '-q', '-b', 'main', '--object-format=sha256')
      repo.commitAll('base')
      repo.write('a.js', 'mine\n')
    })
    const { id } = await world.capture()
    world.repo.git('add', 'a.js')
    world.repo.git('rm', '-q', '--cached', 'keep.txt')
    expect((await world.capture()).id).toBe(id)
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'fixed\n'); world.repo.write('keep.txt', 'fixed\n') })
  })
  it('HK-094: a submodule is noted and its inside left alone', async () => {
    const world = await makeWorld((repo) => {
      mkdirSync(path.join(repo.base, 'lib'))
      for (const args of [['init', '-q'], ['commit', '-q', '--allow-empty', '-m', 'lib']]) repo.tryGit(args, { cwd: path.join(repo.base, 'lib'), mayChange: true })
      repo.git('submodule', 'add', '-q', '../lib', 'lib')
      repo.commitAll('submodule')
      repo.git('-C', 'lib', 'commit', '-q', '--allow-empty', '-m', 'ahead')
      repo.write('lib/inside', 'inside\n')
      config('submodule.recurse=true')(repo)
    })
    expect((await world.capture()).notes).toEqual(['submodule not covered: lib'])
    await expectRoundTrip(world, () => { world.repo.write('a.js', 'fixed\n') })
    expect(world.repo.read('lib/inside')).toBe('inside\n')
  })
})

describe('the pair of files people restore from', () => {
  it('GAR-154, GAR-155: patch and archive make the same tree again, whatever the names, under hostile settings', async () => {
    const world = await makeWorld((repo) => {
      config('diff.noprefix=true', 'diff.external=false', 'color.ui=always', 'diff.renames=copies')(repo)
      repo.write('staged.bin', Buffer.from([0, 1, 255]))
      repo.git('add', 'staged.bin')
      repo.write('a.js', 'changed\n')
      chmodSync(path.join(repo.top, 'keep.txt'), 0o755)
    })
    const { repo } = world
    const odd = new Map([...readTree(repo.top), ['f\udcff', file('not utf-8\n')], ['new\nline', file('n\n', true)], [`long/${'x'.repeat(120)}/é`, file('')], ['-dash', link('x'.repeat(150))]] as const)
    writeTree(repo.top, odd, readTree(repo.top))
    const { patch, tar } = await exportPair(world.context, world.store, await world.capture())
    const copy = path.join(repo.base, 'copy')
    repo.git('clone', '-q', repo.top, copy)
    const run = (name: string, args: readonly string[], input: Buffer): void => { execFileSync(name, args, { cwd: copy, env: repo.env, input }) }
    run('git', ['apply', '--whitespace=nowarn'], patch)
    run('tar', ['-xf', '-'], tar)
    expect(listing(readTree(copy))).toEqual(listing(readTree(repo.top)))
  })
  it('works before the first commit, and holds nothing for a clean tree', async () => {
    const clean = await makeWorld()
    const pair = await exportPair(clean.context, clean.store, await clean.capture())
    expect([pair.patch.length, pair.tar.every((byte) => byte === 0)]).toEqual([0, true])
    const unborn = await makeWorld((repo) => { repo.git('update-ref', '-d', 'HEAD'); symlinkSync('a.js', path.join(repo.top, 'l')) })
    const { patch, tar } = await exportPair(unborn.context, unborn.store, await unborn.capture())
    expect([patch.includes('+++ b/a.js'), tar.includes('l\0')]).toEqual([true, true])
    expect(readFileSync(path.join(unborn.repo.top, 'a.js'), 'utf8')).toBe('export const a = 1\n')
  })
})
