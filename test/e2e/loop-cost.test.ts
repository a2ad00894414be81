import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addRemote } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeRepo } from '../support/repo.ts'
import { play } from '../support/scripted.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

type Cost = { readonly git: number; readonly scans: number }

/** Starts a repository with this many mistakes, each in a file of its own. */
function start(findings: number): void {
  repo = makeRepo()
  for (let n = 0; n < findings; n++) repo.write(`src/f${n}.js`, 'export const a = 1\n')
  repo.commitAll('base')
  addRemote(repo)
  for (let n = 0; n < findings; n++) repo.write(`src/f${n}.js`, 'export const a = 1\ndebugger\n')
}

/** Runs one round and counts the git processes from the moment its findings are on record to the end, and those of them that look at the whole tree. */
function cost(act: (env: Record<string, string>) => string): Cost {
  const trace = path.join(repo.base, 'trace.jsonl')
  expect(act({ GIT_TRACE2_EVENT: trace })).toMatch(/^stop\tround-cap\t/m)
  const opened = statSync(path.join(repo.top, '.git_auto_review/default/findings.jsonl')).mtimeMs
  const started = readFileSync(trace, 'utf8').split('\n').filter((line) => line.includes('"event":"start"')).map((line) => JSON.parse(line) as { argv: string[]; time: string })
  const own = started.filter(({ argv, time }) => argv.includes('--literal-pathspecs') && Date.parse(time) >= opened)
  return { git: own.length, scans: own.filter(({ argv }) => argv.includes('status')).length }
}

describe('what a fix round costs besides its helpers', () => {
  it('by the engine: at most 3 scans of the tree and 12 git processes, for one finding as for thirty', () => {
    const [one, thirty] = [1, 30].map((findings) => {
      start(findings)
      const found = cost((env) => repo.gar(['run', 'round cap 1'], { env }).stdout)
      if (findings === 1) repo.dispose()
      return found
    })
    expect(thirty).toEqual(one)
    expect(one?.scans).toBeLessThanOrEqual(3)
    expect(one?.git).toBeLessThanOrEqual(12)
  })

  // A reading call has a look at files, hidden files and index before and after it; a writing one is looked at once more before it.
  it('by agents: besides the looks around each call the same, for one finding as for thirty', () => {
    const [one, thirty] = [1, 30].map((findings) => {
      start(findings)
      const seen = Array.from({ length: findings }, (_, n) => ({ location: `src/f${n}.js:2`, title: `Mistake ${n}` }))
      const fix = [{ do: seen.map((_, n) => ({ write: `src/f${n}.js`, text: 'export const a = 1\n// two\n' })) }]
      const found = cost((env) => play(repo, { gate: [{ answer: { findings: seen } }], fix }, { args: ['run', 'round cap 1'], env }).stdout)
      if (findings === 1) repo.dispose()
      return found
    })
    expect(thirty).toEqual(one)
    expect(one?.scans).toBeLessThanOrEqual(3 + 2 * 2 + 1)
    expect(one?.git).toBeLessThanOrEqual(12 + 2 * 6 + 4)
  })
})
