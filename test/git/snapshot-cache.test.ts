import fs, { lstatSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { World } from './snapshot-world.ts'
import { makeWorld } from './snapshot-world.ts'

/** Captures and returns which of the user's files were opened for it, and whether the cache was written anew. */
async function observe(world: World): Promise<{ opened: string[]; isRewritten: boolean }> {
  const cache = path.join(world.store.directory, 'stat-cache')
  const before = lstatSync(cache, { throwIfNoEntry: false })?.ino
  const real = fs.openSync
  const opened: string[] = []
  fs.openSync = (file, ...more) => {
    const name = String(file)
    if (path.dirname(name) === world.repo.top) opened.push(path.basename(name))
    return real(file, ...more)
  }
  syncBuiltinESMExports()
  try {
    await world.capture()
  } finally {
    fs.openSync = real
    syncBuiltinESMExports()
  }
  return { opened: opened.sort(), isRewritten: lstatSync(cache, { throwIfNoEntry: false })?.ino !== before }
}

/** A file as young as the cache is read again, so the cache settles only when the clock of the file system has moved on. */
async function settle(world: World): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    const { opened, isRewritten } = await observe(world)
    if (opened.length === 0 && !isRewritten) return
  }
  throw new Error('The cache never settled.')
}

describe('a capture over a settled cache', () => {
  it('opens no file and leaves the cache as it is, until one is made, written or removed', async () => {
    const world = await makeWorld((repo) => { repo.write('u', 'u\n'); repo.write('v', 'v\n') })
    await settle(world)
    world.repo.write('u', 'written\n')
    expect(await observe(world)).toEqual({ opened: ['u'], isRewritten: true })
    await settle(world)
    world.repo.write('new', 'n\n')
    expect(await observe(world)).toEqual({ opened: ['new'], isRewritten: true })
    await settle(world)
    world.repo.remove('v')
    expect(await observe(world)).toEqual({ opened: [], isRewritten: true })
    expect(await observe(world)).toEqual({ opened: [], isRewritten: false })
  })
  it('reads a file again whose permission alone changed', async () => {
    const world = await makeWorld((repo) => { repo.write('u', 'u\n') })
    await settle(world)
    fs.chmodSync(path.join(world.repo.top, 'u'), 0o600)
    expect((await observe(world)).opened).toEqual(['u'])
  })
})
