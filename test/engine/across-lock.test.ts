import { describe, expect, test } from 'vitest'
import { brief, reviewOf } from './fakes.ts'

const finding = (line: number): string => `gar/lock-mismatch package.json:${line} bug/verified`
type Root = Readonly<Record<string, unknown>>
const manifest = (root: Root): string => `${JSON.stringify({ name: 'a', ...root }, null, 1)}\n`
const lock = (root: Root, version = 3): string => `${JSON.stringify({ name: 'a', lockfileVersion: version, packages: { '': { name: 'a', ...root }, 'node_modules/z': { version: '1.0.0' } } }, null, 1)}\n`

const old = { dependencies: { z: '^1.0.0' } }

describe('package.json and package-lock.json must say the same after the change', () => {
  const rows: readonly (readonly [what: string, now: Root, locked: Root, findings: readonly string[]])[] = [
    ['a range raised in both', { dependencies: { z: '^2.0.0' } }, { dependencies: { z: '^2.0.0' } }, []],
    ['a range raised in one', { dependencies: { z: '^2.0.0' } }, old, [finding(4)]],
    ['a dependency added in one', { dependencies: { z: '^1.0.0', y: '1' } }, old, [finding(5)]],
    ['a dependency removed in one', {}, old, [finding(1)]],
    ['a development dependency added in one', { ...old, devDependencies: { y: '1' } }, old, [finding(7)]],
    ['an optional dependency added in one', { ...old, optionalDependencies: { y: '1' } }, old, [finding(7)]],
    ['an address, which may be written in several ways', { dependencies: { z: 'github:a/b' } }, { dependencies: { z: 'git+ssh://git@github.com/a/b.git' } }, []],
    ['something that is no dependency', { ...old, scripts: { z: 'x' } }, old, []],
  ]
  test.each(rows)('%s', async (_what, now, locked, findings) => {
    const files = { 'package.json': { base: manifest(old), now: manifest(now) }, 'package-lock.json': { base: lock(old), now: lock(locked) } }
    expect(brief(await reviewOf(files))).toEqual(findings)
  })

  test('the lock file alone can break the pair', async () => {
    const files = { 'package-lock.json': { base: lock(old), now: lock({ dependencies: { z: '^2.0.0' } }) } }
    expect(brief(await reviewOf(files, { others: { 'package.json': manifest(old) } }))).toEqual(['gar/lock-mismatch package-lock.json:8 bug/verified'])
  })

  test('a pair that disagreed before is no news, and a further disagreement is', async () => {
    const base = { dependencies: { z: '^1.0.0', y: '2' } }
    const others = { 'package-lock.json': lock(old) }
    expect(brief(await reviewOf({ 'package.json': { base: manifest(base), now: manifest({ ...base, private: true }) } }, { others }))).toEqual([])
    const verdict = await reviewOf({ 'package.json': { base: manifest(base), now: manifest({ dependencies: { ...base.dependencies, x: '3' } }) } }, { others })
    expect(brief(verdict)).toEqual([finding(6)])
    expect(verdict.findings[0]?.evidence).toBe('Since the change:\nx: 3 in package.json, absent in package-lock.json')
  })

  test.each([
    ['there is no lock file', {}], ['the lock file is of an older form', { 'package-lock.json': lock({}, 1) }], ['the lock file does not parse', { 'package-lock.json': '{' }],
    ['another package manager keeps the lock', { 'package-lock.json': lock({}), 'yarn.lock': '' }], ['the lock file lies elsewhere', { 'other/package-lock.json': lock({}) }],
  ])('nothing is compared when %s', async (_what, others: Readonly<Record<string, string>>) => {
    expect(brief(await reviewOf({ 'package.json': { base: manifest({}), now: manifest(old) } }, { others }))).toEqual([])
  })
})
