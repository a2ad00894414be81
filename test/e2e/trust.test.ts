import { afterEach, describe, expect, it } from 'vitest'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeGuardedRepo } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

function start(): { config: string; seen: string } {
  repo = makeGuardedRepo()
  const seen = path.join(repo.base, 'ran')
  const agent = path.join(repo.base, 'agent.mjs')
  writeFileSync(agent, `import fs from 'node:fs'\nfs.writeFileSync(${JSON.stringify(seen)}, '')\n`)
  return { seen, config: JSON.stringify({ reviewer: { command: [process.execPath, agent] } }) }
}

describe('commands that a repository names', () => {
  it('do not run before the user has allowed exactly them: run and hook end with exit 2 and say how to go on', () => {
    const { config, seen } = start()
    repo.write('.garrc.json', config)
    repo.write('src/more.js', 'export const one = 1\n')
    repo.git('add', '.')
    const ran = repo.gar(['run'])
    expect([ran.code, ran.stderr.includes('run "gar trust"'), existsSync(seen)]).toEqual([2, true, false])
    expect([repo.tryGit(['commit', '-m', 'x']).code, existsSync(seen)]).toEqual([1, false])
    expect(repo.gar(['trust', '--show']).stdout).toContain('agent.mjs')
    expect([repo.gar(['run']).code, existsSync(seen)]).toEqual([2, false])
    expect(repo.gar(['trust']).code).toBe(0)
    // The command answers nothing: it runs, and that is a failure, never clean (RUC-012).
    const failed = repo.gar(['run'])
    expect([failed.code, existsSync(seen)]).toEqual([3, true])
    expect(failed.stdout).toMatch(/^stop\thelper-failure:contract-violating\tfailed\t/m)
    repo.write('.garrc.json', config.replace('"reviewer"', '"verifier"'))
    expect(repo.gar(['run']).code).toBe(2)
  })

  it('what the environment names is the user\'s own word', () => {
    const { seen } = start()
    repo.write('src/more.js', 'export const one = 1\n')
    const ran = repo.gar(['run'], { env: { GAR_REVIEWER: JSON.stringify([process.execPath, path.join(repo.base, 'agent.mjs')]) } })
    expect([ran.code, existsSync(seen)]).toEqual([3, true])
    expect(repo.gar(['trust']).stdout).toContain('names no commands')
  })
})
