import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edit } from '../../../src/core/hook/edit.ts'
import { planInstall, planUninstall } from '../../../src/core/hook/plan.ts'
import type { Parts, Recorded, SeenFile, SeenHook } from '../../../src/core/hook/seen.ts'
import { hookNames } from '../../../src/core/hook/seen.ts'

const text = (name: string): string => readFileSync(path.resolve(import.meta.dirname, '../../../hooks', name), 'utf8')
const parts: Parts = { hook: text('hook.sh'), block: text('block.sh'), replay: text('replay.sh'), review: text('review.sh') }
const recorded: Recorded = { node: '/usr/bin/node', packageDirectory: 'node_modules/git-auto-review' }
const absent: SeenFile = { kind: 'absent' }
const regular = (content: string, mode = 0o755): SeenFile => ({ kind: 'regular', bytes: Buffer.from(content, 'latin1'), mode })

/** A disk of files by path, on which plans are carried out. */
type Disk = Readonly<Record<string, SeenFile>>
type Kind = SeenHook['kind']

const see = (disk: Disk, kind: Kind): SeenHook[] => hookNames.map((name) => {
  const file = disk[name] ?? absent
  return kind === 'block' ? { kind, name, path: name, file } : { kind, name, path: name, file, before: { path: `${name}.before-gar`, file: disk[`${name}.before-gar`] ?? absent } }
})
function carryOut(disk: Disk, edits: readonly Edit[]): Disk {
  const next: Record<string, SeenFile> = { ...disk }
  for (const edit of edits) {
    if (edit.kind === 'write') next[edit.path] = { kind: 'regular', bytes: edit.bytes, mode: edit.mode }
    else if (edit.kind === 'remove') delete next[edit.path]
    else {
      next[edit.to] = next[edit.from] ?? absent
      delete next[edit.from]
    }
  }
  return next
}
function install(disk: Disk, kind: Kind, from = recorded): { disk: Disk; states: string[]; edits: number } | null {
  const plan = planInstall({ hooks: see(disk, kind), parts, recorded: from })
  if (plan.kind === 'refused') return null
  const edits = plan.hooks.flatMap((hook) => hook.edits)
  return { disk: carryOut(disk, edits), states: plan.hooks.map((hook) => hook.state), edits: edits.length }
}
const uninstall = (disk: Disk, kind: Kind): Disk => carryOut(disk, planUninstall(see(disk, kind)).flatMap((hook) => hook.edits))
const plain = (disk: Disk): unknown => Object.fromEntries(Object.entries(disk).map(([name, file]) => [name, file.kind === 'regular' ? [file.mode, Buffer.from(file.bytes).toString('latin1')] : file]))

const line = fc.oneof(fc.constantFrom('npx lint-staged', 'npm test', '#!/bin/sh', '', 'exit_code=0', '# exec foo', '. "$(dirname "$0")/husky.sh"', 'echo \xe9', 'a\r'), fc.string({ maxLength: 12 }))
const content = fc.tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('', '\n')).map(([lines, end]) => lines.join('\n') + end)
const anyFile: fc.Arbitrary<SeenFile> = fc.oneof(
  fc.constant(absent),
  fc.tuple(content, fc.constantFrom(0o755, 0o644, 0o700)).map(([c, mode]) => regular(c, mode)),
  fc.option(fc.constant(Buffer.from('#!/bin/sh\nbasename "$0"\n'))).map((target): SeenFile => ({ kind: 'symlink', target })),
)
const anyDisk: fc.Arbitrary<Disk> = fc.tuple(...hookNames.map((name) => anyFile.map((file) => [name, file] as const)))
  .map((entries) => Object.fromEntries(entries.filter(([, file]) => file.kind !== 'absent')))

describe.each(['file', 'block'] as const)('for every set of hooks that can be there (%s)', (kind) => {
  it('a second installation changes nothing', () => {
    fc.assert(fc.property(anyDisk, (disk) => {
      const first = install(disk, kind)
      fc.pre(first !== null)
      const second = install(first.disk, kind)
      expect(second).toMatchObject({ states: ['unchanged', 'unchanged', 'unchanged'], edits: 0 })
    }), { numRuns: 400 })
  })
  it('uninstalling after installing, and after installing an update, gives every byte, mode and link back', () => {
    fc.assert(fc.property(anyDisk, fc.boolean(), (disk, isUpdated) => {
      const first = install(disk, kind)
      fc.pre(first !== null)
      const last = isUpdated ? install(first.disk, kind, { node: '/other/node', packageDirectory: 'it\'s/a "place"' }) : first
      if (last === null) throw new Error('an update is refused')
      expect(plain(uninstall(last.disk, kind))).toEqual(plain(disk))
    }), { numRuns: 400 })
  })
  it('uninstalling where nothing was installed changes nothing', () => {
    fc.assert(fc.property(anyDisk, (disk) => { expect(uninstall(disk, kind)).toEqual(disk) }), { numRuns: 200 })
  })
})

describe('a hook file', () => {
  const own = (): SeenFile => install({}, 'file')?.disk['pre-commit'] ?? absent
  const withLine = (file: SeenFile): SeenFile => (file.kind === 'regular' ? regular(`${Buffer.from(file.bytes).toString('latin1')}echo mine\n`) : absent)
  it.each<[title: string, file: SeenFile, before: SeenFile, state: string]>([
    ['absent', absent, absent, 'installed'],
    ['absent, with an earlier hook that was moved aside', absent, regular('#!/bin/sh\n'), 'chained'],
    ['another\'s', regular('#!/bin/sh\n'), absent, 'chained'],
    ['empty', regular(''), absent, 'chained'],
    ['a link', { kind: 'symlink', target: null }, absent, 'chained'],
    ['gar\'s', own(), absent, 'unchanged'],
    ['gar\'s without its executable bit', { ...own(), mode: 0o644 } as SeenFile, absent, 'updated'],
    ['gar\'s, with line ends that git converted', regular(Buffer.from((own() as { bytes: Uint8Array }).bytes).toString('latin1').replaceAll('\n', '\r\n')), absent, 'updated'],
    ['gar\'s with changes', withLine(own()), absent, 'refused'],
    ['another\'s, with the place of the earlier hook taken', regular('#!/bin/sh\n'), regular('#!/bin/sh\n'), 'refused'],
    ['no file', { kind: 'other' }, absent, 'refused'],
  ])('%s: %s', (_, file, before, state) => {
    const done = install({ 'pre-commit': file, 'pre-commit.before-gar': before }, 'file')
    expect(done?.states[0] ?? 'refused').toBe(state)
  })
  it('is at most 60 lines of POSIX shell with a mark and a version on its second line', () => {
    for (const name of hookNames) {
      const file = install({ [name]: regular('#!/bin/sh\n') }, 'file')?.disk[name]
      const lines = Buffer.from((file as { bytes: Uint8Array }).bytes).toString('utf8').split('\n')
      expect(lines.length).toBeLessThanOrEqual(60)
      expect(lines[1]).toMatch(/^# gar-hook v1 [0-9a-f]{12} /)
      expect(lines.join('\n')).not.toMatch(/@[A-Z]+@/)
    }
  })
})

describe('a block in a shared script', () => {
  const blockOf = (disk: Disk, name = 'pre-commit'): string => {
    const file = install(disk, 'block')?.disk[name]
    return file?.kind === 'regular' ? Buffer.from(file.bytes).toString('latin1') : ''
  }
  it('comes last in pre-commit, and first after the shebang where every command needs the input', () => {
    expect(blockOf({ 'pre-commit': regular('#!/bin/sh\nnpx lint-staged\n') })).toMatch(/^#!\/bin\/sh\nnpx lint-staged\n# >>> gar [^]*# <<< gar\n$/)
    expect(blockOf({ 'pre-push': regular('#!/bin/sh\nnpm test\n') }, 'pre-push')).toMatch(/^#!\/bin\/sh\n# >>> gar [^]*# <<< gar\nnpm test\n$/)
  })
  it.each([
    ['exec npx lint-staged\n', false], ['npm test\nexit 0\n\n# the end\n', false], ['return 0', false], ['npm test\nexit', false],
    ['exec 3>&1\nnpm test\n', true], ['exec >log\n', true], ['exit_code=0\n', true], ['npm test || exit 1\n', true], ['if x; then exit 1; fi\n', true],
  ])('after %j it would be reached: %s', (script, isReached) => {
    expect(install({ 'pre-commit': regular(script) }, 'block') !== null).toBe(isReached)
  })
  it.each([
    ['a line inside', (block: string) => block.replace('gar_main=', 'x=1\ngar_main=')],
    ['no end', (block: string) => block.replace('# <<< gar', '')],
    ['no beginning', (block: string) => block.replace('# >>> gar', '#')],
    ['two of them', (block: string) => block + block],
  ])('with %s it is left alone by both plans', (_, change) => {
    const disk = { 'pre-commit': regular(change(blockOf({}))) }
    expect(install(disk, 'block')).toBeNull()
    expect(uninstall(disk, 'block')).toEqual(disk)
    expect(planUninstall(see(disk, 'block'))[0]?.state).toBe('edited')
  })
  it('keeps the lines that were added to a script gar made', () => {
    const disk = { 'pre-commit': regular(`${blockOf({})}npm test\n`, 0o644) }
    expect(plain(uninstall(disk, 'block'))).toEqual({ 'pre-commit': [0o644, 'npm test\n'] })
  })
  it('is not written through a link', () => {
    expect(install({ 'pre-commit': { kind: 'symlink', target: Buffer.from('x') } }, 'block')).toBeNull()
  })
})
