import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { buggy, makeGuardedRepo } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'
import { treeState } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const inject = new URL('../support/inject.mjs', import.meta.url).href

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !holds();) {
    if (Date.now() > end) throw new Error('it did not come to pass in 20 s')
    await pause(20)
  }
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
}

describe('git is killed while its hook works', () => {
  for (const at of ['triage', 'ledger', 'close'] as const) {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      it(`HK-176 HK-177: ${signal} to git alone at "${at}": gar notices, puts the tree back and ends`, async () => {
        repo = makeGuardedRepo()
        repo.write('src/sum.js', buggy)
        repo.git('add', '.')
        const before = treeState(repo.top)
        const mark = path.join(repo.base, 'reached')
        const git = spawn('git', ['commit', '-m', 'bug'], {
          cwd: repo.top, stdio: 'ignore', env: { ...repo.env, NODE_OPTIONS: `--import=${inject}`, GAR_TEST_AT: at, GAR_TEST_DO: `wait:${mark}` },
        })
        await until(() => existsSync(mark) && readFileSync(mark, 'utf8') !== '')
        const gar = Number(readFileSync(mark, 'utf8'))
        git.kill(signal)
        await until(() => !isAlive(gar))
        rmSync(path.join(repo.top, '.git/index.lock'), { force: true })
        expect(treeState(repo.top)).toEqual(before)
        expect(readdirSync(path.join(repo.top, '.git/gar')).filter((name) => /^(?:lock|journal|tmp-)/.test(name))).toEqual([])
        expect(repo.report()).toMatch(/^stop\tinterrupted\t/m)
        expect(spawnSync('git', ['log', '--format=%s'], { cwd: repo.top, env: repo.env, encoding: 'utf8' }).stdout).toBe('base\n')
      })
    }
  }
})
