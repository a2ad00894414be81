import { afterEach, describe, expect, it } from 'vitest'
import { addRemote, credential, makeGuardedRepo } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

function leakAndTakeOut(): void {
  repo = makeGuardedRepo()
  addRemote(repo)
  repo.write('src/key.js', `export const key = '${credential}'\n`)
  repo.commitAll('leak')
  repo.write('src/key.js', 'export const key = process.env.KEY\n')
  repo.commitAll('take it out')
}

describe('what a push publishes with its history', () => {
  it('a credential that a later commit takes out again is published all the same: the push is blocked and names the commit', () => {
    leakAndTakeOut()
    const blocked = repo.tryGit(['push'])
    expect(blocked.code).toBe(1)
    expect(blocked.stderr).toContain(`src/key.js:1`)
    expect(blocked.stderr).toContain(repo.git('rev-parse', '--short=12', 'HEAD~1').trim())
    expect(blocked.stderr).toContain('git rebase -i')
    expect(blocked.stderr).not.toContain(credential)
    expect(repo.tryGit(['push', '--no-verify']).code).toBe(0)
  })

  it('a mistake of another kind that a later commit mends blocks nothing', () => {
    repo = makeGuardedRepo()
    addRemote(repo)
    repo.write('src/a.js', 'export const a = missing\n')
    repo.commitAll('bug')
    repo.write('src/a.js', 'export const a = 1\n')
    repo.commitAll('mended')
    expect(repo.tryGit(['push']).code).toBe(0)
  })

  it('a rewritten history passes', () => {
    leakAndTakeOut()
    expect(repo.tryGit(['push']).code).toBe(1)
    repo.git('reset', '-q', '--soft', 'origin/main')
    repo.git('commit', '-q', '-m', 'a key from the environment')
    expect(repo.tryGit(['push']).code).toBe(0)
  })
})
