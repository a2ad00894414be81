import { execFileSync } from 'node:child_process'
import fs, { constants, existsSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRepoPath } from '../../src/core/model/path.ts'
import { makeLook, readStill } from '../../src/io/snapshot/scan.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeWorld } from './snapshot-world.ts'

type Moment = 'openSync' | 'readFileSync' | 'readlinkSync'
type Call = (...given: unknown[]) => unknown

/** Lets someone else act whenever the reader is at one moment: before it opens a file or reads a link, after it has read the bytes. */
function disturbed<T>(moment: Moment, act: (times: number, given: readonly unknown[]) => void, work: () => T): T {
  const holder = fs as unknown as Record<Moment, Call>
  const real = holder[moment]
  let times = 0
  let isActing = false
  holder[moment] = (...given) => {
    if (isActing) return real(...given)
    isActing = true
    try {
      times += 1
      const answer = moment === 'readFileSync' ? real(...given) : undefined
      act(times, given)
      return moment === 'readFileSync' ? answer : real(...given)
    } finally {
      isActing = false
    }
  }
  syncBuiltinESMExports()
  try {
    return work()
  } finally {
    holder[moment] = real
    syncBuiltinESMExports()
  }
}

const text = (repo: TestRepo, name: string): string | undefined => readStill(repo.top, parseRepoPath(name))?.bytes.toString()

describe('a file that does not hold still while it is read', () => {
  it.each<[string, Moment]>([['before it is opened', 'openSync'], ['after its bytes are read', 'readFileSync']])('is read again when someone writes it %s', async (_, moment) => {
    const { repo } = await makeWorld()
    const file = path.join(repo.top, 'a.js')
    const read = disturbed(moment, (times) => { if (times === 1) writeFileSync(file, 'a longer text than before\n') }, () => readStill(repo.top, parseRepoPath('a.js')))
    expect([read?.bytes.toString(), read?.found.size]).toEqual(['a longer text than before\n', 26n])
  })
  it('is given up after four attempts, by name', async () => {
    const { repo } = await makeWorld()
    const file = path.join(repo.top, 'a.js')
    let attempts = 0
    const read = (): unknown => disturbed('readFileSync', (times) => { attempts = times; writeFileSync(file, 'x'.repeat(times)) }, () => text(repo, 'a.js'))
    expect(read).toThrow(expect.objectContaining({ kind: 'helper-script', message: 'a.js changes while gar reads it.' }))
    expect(attempts).toBe(4)
  })
  const becomes: [string, Moment, (file: string) => void, string | undefined][] = [
    ['goes away before it is opened', 'openSync', (file) => { rmSync(file) }, undefined],
    ['goes away after it is read', 'readFileSync', (file) => { rmSync(file) }, undefined],
    ['becomes a link before it is opened', 'openSync', (file) => { rmSync(file); symlinkSync('../keep.txt', file) }, '../keep.txt'],
    ['becomes a pipe before it is opened', 'openSync', (file) => { rmSync(file); execFileSync('mkfifo', [file]) }, undefined],
    ['loses its directory before it is opened', 'openSync', (file) => { rmSync(path.dirname(file), { recursive: true }); writeFileSync(path.dirname(file), 'now a file') }, undefined],
  ]
  it.each(becomes)('that %s is what stands there then', async (_, moment, change, wanted) => {
    const { repo } = await makeWorld((at) => { at.write('d/f', 'f\n') })
    const act = (times: number, [, flags]: readonly unknown[]): void => {
      // Opening a pipe without this would wait for its writer for ever.
      if (moment === 'openSync') expect(Number(flags) & constants.O_NONBLOCK).not.toBe(0)
      if (times === 1) change(path.join(repo.top, 'd/f'))
    }
    expect(disturbed(moment, act, () => text(repo, 'd/f'))).toBe(wanted)
  })
  it('a capture records as absent what goes away under its eyes', async () => {
    const world = await makeWorld((at) => { at.write('u', 'u\n') })
    const real = fs.openSync
    fs.openSync = (file, ...more) => {
      if (path.basename(String(file)) === 'u') rmSync(String(file), { force: true })
      return real(file, ...more)
    }
    syncBuiltinESMExports()
    try {
      expect((await world.capture()).entries.get(parseRepoPath('u'))).toBe(null)
    } finally {
      fs.openSync = real
      syncBuiltinESMExports()
    }
  })
  it('a link that becomes a file is read as one', async () => {
    const { repo } = await makeWorld((at) => { symlinkSync('a.js', path.join(at.top, 'l')) })
    const file = path.join(repo.top, 'l')
    const act = (times: number): void => { if (times === 1) { writeFileSync(`${file}.new`, 'file\n'); renameSync(`${file}.new`, file) } }
    expect(disturbed('readlinkSync', act, () => text(repo, 'l'))).toBe('file\n')
  })
  it('one that may not be opened is a fault with its cause, never absent', async () => {
    const { repo } = await makeWorld()
    const cause = Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES', syscall: 'open' })
    const read = (): unknown => disturbed('openSync', () => { throw cause }, () => text(repo, 'a.js'))
    expect(read).toThrow(expect.objectContaining({ kind: 'helper-script', message: 'a.js cannot be read; gar keeps every changed file or none.', cause }))
  })
  it('a directory that becomes a file after it was looked at has nothing below it', async () => {
    const { repo } = await makeWorld((at) => { at.write('d/f', 'f\n') })
    const look = makeLook(repo.top)
    expect(look(parseRepoPath('d/f')).kind).toBe('file')
    repo.remove('d')
    repo.write('d', 'now a file\n')
    expect(look(parseRepoPath('d/f'))).toEqual({ kind: 'absent' })
  })
  it.skipIf(!existsSync('/proc/self/fd'))('reading leaves no file open', async () => {
    const { repo } = await makeWorld()
    const before = readdirSync('/proc/self/fd').length
    for (let n = 0; n < 20; n += 1) text(repo, 'a.js')
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 10)
  })
})
