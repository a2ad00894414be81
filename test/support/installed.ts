import { execFileSync } from 'node:child_process'
import type { TestRepo } from './repo.ts'
import { makeRepo } from './repo.ts'

/** Makes a repository with one clean commit and gar's hooks installed. */
export function makeGuardedRepo(files: Readonly<Record<string, string>> = { 'src/sum.js': 'export function sum(a, b) {\n  return a + b\n}\n' }): TestRepo {
  const repo = makeRepo()
  for (const [file, content] of Object.entries(files)) repo.write(file, content)
  repo.commitAll('base')
  install(repo)
  return repo
}

/** Installs the hooks; fails the test when that does not work. */
export function install(repo: TestRepo): void {
  const installed = repo.gar(['install-hooks'])
  if (installed.code !== 0) throw new Error(`install-hooks failed: ${installed.stderr}`)
}

/** Gives the repository a bare remote that holds its present branch. */
export function addRemote(repo: TestRepo): void {
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', `${repo.base}/remote.git`], { env: repo.env })
  repo.git('remote', 'add', 'origin', `${repo.base}/remote.git`)
  repo.git('push', '-q', '--no-verify', '-u', 'origin', 'main')
  repo.git('remote', 'set-head', 'origin', 'main')
}

/** Source with a debugger statement and a misspelt name: both have one safe edit. */
export const buggy = 'export function sum(a, b) {\n  debugger\n  const total = a + b\n  return totl\n}\n'
/** What the fixer makes of {@link buggy}. */
export const mended = 'export function sum(a, b) {\n  const total = a + b\n  return total\n}\n'
/** A credential in the form of a provider's tokens, made up on the spot so that no scanner finds one in this file. */
export const credential = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
