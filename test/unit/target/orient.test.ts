import { describe, expect, it } from 'vitest'
import type { OrientFacts } from '../../../src/core/target/orient.ts'
import { orient } from '../../../src/core/target/orient.ts'

const facts: OrientFacts = { branch: 'main', upstream: 'refs/remotes/origin/main', remote: 'origin', remoteHead: 'refs/remotes/origin/main', configured: null, local: 'main', shown: null }

describe('orientation', () => {
  it.each([
    ['the remote HEAD names it', facts, 'main'],
    ['a configured name stands in for a missing symref', { ...facts, remoteHead: null, configured: 'trunk' }, 'trunk'],
    ['then a local branch with an upstream', { ...facts, remoteHead: null }, 'main'],
    ['then what the remote shows', { ...facts, remoteHead: null, local: null, shown: 'dev' }, 'dev'],
    ['else there is none', { ...facts, remoteHead: null, local: null }, null],
  ])('GAR-168 GAR-169 ruling C3: the default branch: %s', (_what, given, expected) => {
    const got = orient(given, 'any')
    expect(got.kind === 'accepted' && got.defaultBranch).toBe(expected)
  })
  it.each([
    ['its upstream', facts, 'refs/remotes/origin/main'],
    ['the remote default branch when it has no upstream', { ...facts, branch: 'side', upstream: null }, 'refs/remotes/origin/main'],
    ['the local default branch when no ref of the remote is known', { ...facts, branch: 'side', upstream: null, remoteHead: null }, 'refs/heads/main'],
    ['nothing on the default branch itself without a remote', { ...facts, upstream: null, remoteHead: null }, null],
  ])('ruling C1: local commits count from %s', (_what, given, expected) => {
    const got = orient(given, 'any')
    expect(got.kind === 'accepted' && got.base).toBe(expected)
  })
  it('GAR-171: under default-only another branch is declined, and an unknown default branch aborts', () => {
    expect(orient({ ...facts, branch: 'side' }, 'default-only')).toEqual({ kind: 'declined', reason: 'side is not the default branch main' })
    expect(orient({ ...facts, branch: null }, 'default-only')).toEqual({ kind: 'declined', reason: 'a detached HEAD is not the default branch main' })
    expect(orient({ ...facts, remoteHead: null, local: null }, 'default-only').kind).toBe('aborted')
    expect(orient(facts, 'default-only').kind).toBe('accepted')
  })
})
