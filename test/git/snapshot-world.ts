import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { RepoPath } from '../../src/core/model/path.ts'
import { parseRepoPath } from '../../src/core/model/path.ts'
import type { GitContext } from '../../src/io/git/context.ts'
import { openContext } from '../../src/io/git/context.ts'
import { capture } from '../../src/io/snapshot/capture.ts'
import type { Snapshot } from '../../src/io/snapshot/model.ts'
import type { Restored, RestoreOptions } from '../../src/io/snapshot/restore.ts'
import { restore } from '../../src/io/snapshot/restore.ts'
import type { Store } from '../../src/io/snapshot/store.ts'
import { openStore } from '../../src/io/snapshot/store.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeRepo } from '../support/repo.ts'
import { listing, readTree } from '../support/tree.ts'

/** A repository with the snapshot machinery open on it. */
export type World = {
  readonly repo: TestRepo
  readonly context: GitContext
  readonly store: Store
  readonly capture: (...also: readonly string[]) => Promise<Snapshot>
  readonly restore: (target: Snapshot, more?: Partial<RestoreOptions>) => Promise<Restored>
  /** What must come back: every file on disk, the index, HEAD. */
  readonly state: () => unknown
}

export function paths(...names: readonly string[]): RepoPath[] {
  return names.map((name) => parseRepoPath(name))
}

/** Opens the machinery on a work tree. */
export async function openWorld(repo: TestRepo, top = repo.top): Promise<World> {
  const context = await openContext(top, repo.env)
  const store = await openStore(path.join(context.gitDir, 'gar'))
  onTestFinished(() => { store.close() })
  return {
    repo, context, store,
    capture: (...also) => capture(context, store, { also: paths(...also) }),
    restore: (target, more) => restore(context, store, { target, expected: null, ...more }),
    state: () => ({ tree: listing(readTree(top)), index: readFileSync(context.index).toString('hex'), head: repo.tryGit(['rev-parse', 'HEAD'], { cwd: top, mayChange: true }).stdout }),
  }
}

/** Makes a repository with two committed files, set up further by `prepare`, and opens the machinery on it. */
export async function makeWorld(prepare: (repo: TestRepo) => void = () => undefined): Promise<World> {
  const repo = makeRepo()
  onTestFinished(repo.dispose)
  repo.write('a.js', 'export const a = 1\n')
  repo.write('keep.txt', 'keep\n')
  repo.commitAll('base')
  prepare(repo)
  return openWorld(repo)
}

/** Captures, lets `fixer` write, restores, and expects everything as it was. */
export async function expectRoundTrip(world: World, fixer: () => void, also: readonly string[] = []): Promise<Restored> {
  const before = world.state()
  const target = await world.capture(...also)
  fixer()
  const result = await world.restore(target)
  expect(result).toMatchObject({ kind: 'restored' })
  expect(world.state()).toEqual(before)
  return result
}

/** Runs the work and returns how many git processes it started. */
export async function countGit(world: World, work: (context: GitContext) => Promise<unknown>): Promise<number> {
  const traces = path.join(world.repo.base, `trace-${Date.now()}`)
  world.repo.write(path.relative(world.repo.top, path.join(traces, 'made')), '')
  await work({ ...world.context, env: { ...world.context.env, GIT_TRACE2_EVENT: traces } })
  return readdirSync(traces).length - 1
}
