import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { buggy } from '../support/installed.ts'
import type { Ran, TestRepo } from '../support/repo.ts'
import { bin, makeRepo, treeState } from '../support/repo.ts'
import { spawnSync } from 'node:child_process'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const root = path.resolve(path.dirname(bin), '..')

/** Copies the built package with an analyser that behaves as the script says. */
function breakOxlint(script: string): string {
  const copy = path.join(repo.base, 'package')
  for (const part of ['bin', 'dist', 'hooks', 'package.json']) cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  const modules = path.join(copy, 'node_modules')
  mkdirSync(modules)
  const names = readdirSync(path.join(root, 'node_modules')).filter((name) => !name.startsWith('.') && name !== 'oxlint')
  for (const name of names) symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
  mkdirSync(path.join(modules, 'oxlint/bin'), { recursive: true })
  writeFileSync(path.join(modules, 'oxlint/package.json'), readFileSync(path.join(root, 'node_modules/oxlint/package.json')))
  writeFileSync(path.join(modules, 'oxlint/bin/oxlint'), script)
  return path.join(copy, 'bin/gar.js')
}

function judge(script: string, env: Record<string, string> = {}): Ran {
  repo = makeRepo()
  repo.write('a.js', 'export const a = 1\n')
  repo.commitAll('base')
  repo.write('a.js', buggy)
  repo.git('add', '.')
  const gar = breakOxlint(script)
  const ended = spawnSync(process.execPath, [gar, 'hook', 'pre-commit'], { cwd: repo.top, env: { ...repo.env, ...env }, encoding: 'utf8' })
  return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr }
}

describe('an analyser that fails', () => {
  const failures = [
    ['prints nothing', ''],
    ['dies at once', 'process.exit(134)\n'],
    ['is killed half way', 'process.stdout.write(\'{"diagnostics": [\'); setTimeout(() => process.kill(process.pid, "SIGKILL"), 10)\n'],
    ['prints half an answer', 'process.stdout.write(\'{"diagnostics": [\')\n'],
    ['prints something else', 'process.stdout.write("all good\\n")\n'],
    ['throws', 'throw new Error("broken")\n'],
  ] as const
  for (const [what, script] of failures) {
    it(`GAR-141 RUC-012: one that ${what} ends the run as failed and blocks; it is never clean`, () => {
      const ran = judge(script)
      expect(ran.code).toBe(1)
      expect(ran.stderr).toMatch(/^gar: commit blocked - /)
      expect(repo.report()).toMatch(/^stop\thelper-failure:(?:mid-run-death|contract-violating|spawn-failure)\tfailed\t/m)
      expect(treeState(repo.top)['a.js']).toBeDefined()
      expect(repo.read('a.js')).toBe(buggy)
    })
  }

  it('one that hangs is ended with the time budget, and the commit is blocked', () => {
    const ran = judge('setInterval(() => undefined, 1000)\n', { GAR_BUDGET: '1' })
    expect(ran.code).toBe(1)
    expect(repo.report()).toMatch(/^stop\ttime-budget\tstopped\t/m)
  })

  it('hooks.onError "warn" lets the commit through and says that nothing was reviewed', () => {
    const ran = judge('process.exit(134)\n', { GAR_ON_ERROR: 'warn' })
    expect(ran.code).toBe(0)
    expect(ran.stderr).toContain('not reviewed')
  })
})
