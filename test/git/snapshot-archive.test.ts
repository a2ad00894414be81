import { execFileSync } from 'node:child_process'
import { Buffer } from 'node:buffer'
import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportPair, tarOf } from '../../src/io/snapshot/export.ts'
import type { Member } from '../../src/io/snapshot/tar.ts'
import { renderTar } from '../../src/io/snapshot/tar.ts'
import { makeWorld, paths } from './snapshot-world.ts'

const named = (length: number): string => 'n'.repeat(length)
const nest = (length: number): string => `${'d'.repeat(50)}/`.repeat(4) + 'n'.repeat(length - 204)
const fileOf = (name: string, bytes: Buffer, mode = 0o644): Member => ({ kind: 'file', name: Buffer.from(name), mode, bytes })
const linkOf = (name: string, text: string): Member => ({ kind: 'link', name: Buffer.from(name), mode: 0o777, text: Buffer.from(text) })

describe('GAR-155: an archive the system\'s tar takes apart', () => {
  it.each([1, 99, 100, 101, 250])('a name of %i bytes, a link of as many, and a file of as many', async (length) => {
    const { repo } = await makeWorld()
    const [name, bytes] = [length > 204 ? nest(length) : named(length), Buffer.alloc(length, 'x')]
    const into = path.join(repo.base, 'unpacked')
    mkdirSync(into)
    execFileSync('tar', ['-xpf', '-', '-C', into], { input: renderTar([fileOf(name, bytes, 0o750), linkOf('link', named(length)), fileOf('last', Buffer.from('last\n'), 0o604)]), env: repo.env })
    expect(readFileSync(path.join(into, name)).equals(bytes)).toBe(true)
    expect([lstatSync(path.join(into, name)).mode & 0o7777, readlinkSync(path.join(into, 'link'))]).toEqual([0o750, named(length)])
    expect([readFileSync(path.join(into, 'last'), 'utf8'), lstatSync(path.join(into, 'last')).mode & 0o7777]).toEqual(['last\n', 0o604])
  })

  it.each([0, 1, 511, 512, 513, 1024])('a file of %i bytes is followed by the next member', async (size) => {
    const { repo } = await makeWorld()
    const tar = renderTar([fileOf('a', Buffer.alloc(size, 'a')), fileOf('b', Buffer.from('b'))])
    const read = (name: string): Buffer => execFileSync('tar', ['-xOf', '-', name], { input: tar, env: repo.env })
    expect([read('a').length, read('b').toString()]).toEqual([size, 'b'])
    expect(tar.length).toBe(512 * (5 + Math.ceil(size / 512)))
  })

  it('holds no time and no owner, so that equal trees give equal bytes', () => {
    const tar = renderTar([fileOf('file', Buffer.from('12345'), 0o640), linkOf('link', 'to')])
    const header = (at: number): string[] => [[0, 100], [100, 8], [108, 8], [116, 8], [124, 12], [136, 12], [156, 1], [157, 100], [257, 8]].map(([from = 0, size = 0]) => tar.toString('latin1', at + from, at + from + size).replace(/\0+$/, ''))
    const zero = ['0000000', '0000000']
    expect(header(0)).toEqual(['file', '0000640', ...zero, '00000000005', '00000000000', '0', '', 'ustar  '])
    expect(header(1024)).toEqual(['link', '0000777', ...zero, '00000000000', '00000000000', '2', 'to', 'ustar  '])
  })
  it('names the record of a long name as GNU tar does, and ends the name with a NUL', () => {
    const [name, text] = [named(120), named(600)]
    const tar = renderTar([fileOf(name, Buffer.from('x')), linkOf('link', text)])
    const [first, second] = [tar, tar.subarray(512 * 4)]
    expect([first, second].map((bytes) => [bytes.toString('latin1', 0, 14), bytes.toString('latin1', 124, 135), bytes.toString('latin1', 156, 157)])).toEqual([['././@LongLink\0', '00000000171', 'L'], ['././@LongLink\0', '00000001131', 'K']])
    expect([first.toString('latin1', 512, 512 + 121), second.toString('latin1', 512, 512 + 601)]).toEqual([`${name}\0`, `${text}\0`])
  })
})

describe('what a snapshot puts into an archive', () => {
  it('is each path as it stood, with its permission bits; what is absent or not on record is left out', async () => {
    const world = await makeWorld((repo) => {
      repo.write('run', '#!/bin/sh\n')
      chmodSync(path.join(repo.top, 'run'), 0o750)
      symlinkSync('run', path.join(repo.top, 'link'))
      repo.remove('keep.txt')
    })
    const tar = tarOf(world.store, await world.capture(), paths('keep.txt', 'link', 'run', 'never'))
    const into = path.join(world.repo.base, 'unpacked')
    mkdirSync(into)
    execFileSync('tar', ['-xpf', '-', '-C', into], { input: tar, env: world.repo.env })
    expect(readdirSync(into).sort()).toEqual(['link', 'run'])
    expect([readlinkSync(path.join(into, 'link')), readFileSync(path.join(into, 'run'), 'utf8'), lstatSync(path.join(into, 'run')).mode & 0o7777]).toEqual(['run', '#!/bin/sh\n', 0o750])
  })
  it('comes in the order of the names, whatever order git listed them in', async () => {
    const world = await makeWorld((repo) => { for (const name of ['c', 'a', 'b']) repo.write(name, `${name}\n`) })
    const snapshot = await world.capture()
    const turned = { ...snapshot, untracked: new Set([...snapshot.untracked].reverse()) }
    const [one, other] = [await exportPair(world.context, world.store, snapshot), await exportPair(world.context, world.store, turned)]
    expect(other.tar.equals(one.tar)).toBe(true)
  })
})
