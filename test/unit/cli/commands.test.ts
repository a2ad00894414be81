import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Command } from '../../../src/app/cli/command.ts'
import * as doctor from '../../../src/app/cli/commands/doctor.ts'
import * as report from '../../../src/app/cli/commands/report.ts'
import * as status from '../../../src/app/cli/commands/status.ts'
import { createTerminal } from '../../../src/app/cli/terminal.ts'
import type { RunRecord } from '../../../src/core/model/result.ts'
import { renderReport } from '../../../src/core/report/report.ts'
import { writeJournal } from '../../../src/io/relay/journal.ts'

let top = ''
let env: Record<string, string> = {}
beforeEach(() => {
  const temp = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-cli-')))
  top = path.join(temp, 'a repo')
  env = { PATH: process.env['PATH'] ?? '', HOME: temp, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
  mkdirSync(top)
  git('init', '-q', '-b', 'main')
})
afterEach(() => { rmSync(path.dirname(top), { recursive: true, force: true }) })

const git = (...args: string[]): void => { execFileSync('git', args, { cwd: top, env: { ...env, GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' } }) }
const put = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(top, name)), { recursive: true })
  writeFileSync(path.join(top, name), text)
}

async function call(command: Command, options: Readonly<Record<string, unknown>> = {}, cwd = top): Promise<{ code: number; out: string }> {
  const stdout = new PassThrough()
  const io = createTerminal({ stdout, stderr: new PassThrough(), env })
  const code = await command.run({ options, args: [], cwd, env, io, signal: new AbortController().signal })
  return { code, out: String(stdout.read() ?? '') }
}

const record: RunRecord = {
  run: '5b1d9f9e-0000-4000-8000-000000000000', stem: 'default', branch: 'main', head: 'a'.repeat(40), snapshot: 'b'.repeat(40), backend: 'engine/1',
  rounds: { done: 2, cap: 5 }, gate: 'called', stop: 'no-qualifying', status: 'clean', coverage: { kind: 'full' }, sentence: 'Nothing is left to fix.',
  findings: [], fixed: [{ id: 'F001', location: 'a.ts:1', title: 'a debugger statement' }], decisions: [], notes: [],
}

describe('gar report', () => {
  const file = '.git_auto_review/default/report.txt'
  it('GAR-122: prints the report as it stands on disk, from any directory of the repository', async () => {
    put(file, renderReport(record))
    put('deep/er/x', '')
    expect(await call(report, {}, path.join(top, 'deep/er'))).toEqual({ code: 0, out: renderReport(record) })
  })
  it('prints the same record as JSON and as Markdown', async () => {
    put(file, renderReport(record))
    expect(JSON.parse((await call(report, { json: true })).out)).toMatchObject(record)
    expect((await call(report, { markdown: true })).out).toContain('# gar: clean')
  })
  it('GAR-107: prints the run of a task file by its stem', async () => {
    put('.git_auto_review/login-form/report.txt', renderReport({ ...record, stem: 'login-form' }))
    expect((await call(report, { stem: 'login-form' })).out).toContain('stem=login-form')
  })
  it.each<[string, string, Readonly<Record<string, unknown>>, string]>([
    ['no report', 'no-report', {}, ''],
    ['half a report', 'relay-unusable', {}, renderReport(record).slice(0, 90)],
    ['an empty report', 'relay-unusable', {}, '\n'],
    ['a stem that leaves the relay', 'usage', { stem: '../../etc/passwd' }, ''],
    ['two forms at once', 'usage', { json: true, markdown: true }, ''],
  ])('%s is the fault %s', async (_, code, options, text) => {
    if (text !== '') put(file, text)
    await expect(call(report, options)).rejects.toMatchObject({ name: 'GarError', code })
  })
})

describe('gar status', () => {
  const facts = async (): Promise<unknown> => JSON.parse((await call(status, { json: true })).out)
  it('counts what is staged, unstaged and untracked, and leaves the index as it is', async () => {
    put('a', '1\n')
    put('b', '1\n')
    git('add', 'a', 'b')
    git('commit', '-qm', 'first')
    put('a', '2\n')
    git('add', 'a')
    put('a', '3\n')
    put('b', '2\n')
    put('deep/new one', '')
    put('deep/two', '')
    const before = readFileSync(path.join(top, '.git/index'))
    expect(await facts()).toEqual({ branch: 'main', upstream: null, ahead: 0, behind: 0, staged: 1, unstaged: 2, untracked: 2, unmerged: 0, operation: null, lastRun: null, interrupted: null })
    expect(readFileSync(path.join(top, '.git/index')).equals(before)).toBe(true)
  })
  it('works before the first commit and on a detached HEAD', async () => {
    expect(await facts()).toMatchObject({ branch: 'main', staged: 0 })
    git('commit', '-q', '--allow-empty', '-m', 'first')
    git('checkout', '-q', '--detach')
    expect(await facts()).toMatchObject({ branch: null })
    expect((await call(status)).out).toContain('On a detached HEAD')
  })
  it('counts commits ahead of and behind the upstream', async () => {
    git('commit', '-q', '--allow-empty', '-m', 'first')
    git('branch', 'other')
    git('branch', '-q', '--set-upstream-to=other')
    git('commit', '-q', '--allow-empty', '-m', 'second')
    expect(await facts()).toMatchObject({ upstream: 'other', ahead: 1, behind: 0 })
    expect((await call(status)).out).toContain('1 ahead of and 0 behind other')
  })
  it('names unmerged paths and the merge in progress', async () => {
    put('a', '1\n')
    git('add', 'a')
    git('commit', '-qm', 'first')
    git('checkout', '-qb', 'side')
    put('a', '2\n')
    git('commit', '-qam', 'side')
    git('checkout', '-q', 'main')
    put('a', '3\n')
    git('commit', '-qam', 'main')
    expect(() => { git('merge', '-q', 'side') }).toThrow()
    expect(await facts()).toMatchObject({ unmerged: 1, staged: 0, unstaged: 0, operation: 'merge' })
  })
  it('says how the last run stopped, and that a run was interrupted while it was writing', async () => {
    put('.git_auto_review/default/report.txt', renderReport(record))
    mkdirSync(path.join(top, '.git/gar'))
    await writeJournal(path.join(top, '.git'), { version: 1, run: record.run, pid: 1, event: 'pre-commit', stem: 'default', round: 1, at: '2025-01-01T00:00:00Z', writing: true, snapshot: null, writes: {} })
    expect(await facts()).toMatchObject({ lastRun: { stop: 'no-qualifying', status: 'clean' }, interrupted: { round: 1, event: 'pre-commit', mayHaveWritten: true } })
    expect((await call(status)).out).toContain('Run "gar restore" to end it.')
  })
  it('a journal that cannot be read is told, never taken for "no run"', async () => {
    put('.git/gar/journal.json', '{"version":')
    expect((await call(status)).out).toContain('gar restore --dry-run')
  })
  it('runs no program a repository names in its configuration', async () => {
    const proof = path.join(top, 'proof')
    git('config', 'core.fsmonitor', `touch '${proof}'; false`)
    await facts()
    expect(() => readFileSync(proof)).toThrow('ENOENT')
  })
})

const checks = z.object({ ok: z.boolean(), checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string(), fix: z.string().optional() })) })
async function examine(cwd = top): Promise<{ code: number; ok: boolean; named: (name: string) => { ok: boolean; detail: string; fix?: string | undefined } | undefined }> {
  const { code, out } = await call(doctor, { json: true }, cwd)
  const found = checks.parse(JSON.parse(out))
  return { code, ok: found.ok, named: (name) => found.checks.find((check) => check.name === name) }
}

describe('gar doctor', () => {
  const hook = (name: string, text: string, mode = 0o755): void => {
    put(name, text)
    chmodSync(path.join(top, name), mode)
  }
  const guard = (directory: string, text = '#!/bin/sh\n# gar-hook v1\n'): void => { for (const name of ['pre-commit', 'pre-merge-commit', 'pre-push']) hook(`${directory}/${name}`, text) }

  it('finds nothing wrong in a guarded repository', async () => {
    guard('.git/hooks')
    const { code, ok, named } = await examine()
    expect([code, ok]).toEqual([0, true])
    for (const name of ['node', 'git', 'engine', 'repository', 'state', 'configuration', 'pre-commit', 'pre-merge-commit', 'pre-push']) expect(named(name)).toMatchObject({ ok: true })
    expect((await call(doctor)).out).toContain('Everything gar needs is there.')
  })
  it('names each missing hook and how to install it', async () => {
    const { code, named } = await examine()
    expect(code).toBe(1)
    expect(named('pre-push')).toEqual({ name: 'pre-push', ok: false, detail: 'not installed', fix: 'Run "gar install-hooks".' })
  })
  it('knows that git skips a hook that is not executable', async () => {
    guard('.git/hooks')
    chmodSync(path.join(top, '.git/hooks/pre-push'), 0o644)
    expect((await examine()).named('pre-push')?.detail).toContain('not executable')
  })
  it('looks where git looks: in core.hooksPath, and not in .git/hooks then', async () => {
    guard('.git/hooks')
    git('config', 'core.hooksPath', 'team/hooks')
    expect((await examine()).named('pre-commit')?.ok).toBe(false)
    guard('team/hooks')
    expect((await examine()).named('pre-commit')).toMatchObject({ ok: true })
  })
  it('follows husky from the file git runs to the file a user writes', async () => {
    git('config', 'core.hooksPath', '.husky/_')
    guard('.husky/_', '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n')
    expect((await examine()).named('pre-commit')?.ok).toBe(false)
    guard('.husky', 'npx lint-staged\n# >>> gar v1\n')
    expect((await examine()).named('pre-commit')?.detail).toContain('run by husky')
  })
  it('a hook of somebody else is no gar hook', async () => {
    guard('.git/hooks', '#!/bin/sh\necho hello\n')
    expect((await examine()).named('pre-commit')?.detail).toContain('does not call gar')
  })
  it('GAR=0 in the environment is a problem', async () => {
    guard('.git/hooks')
    env['GAR'] = '0'
    expect((await examine()).named('environment')?.ok).toBe(false)
  })
  it('tells where each value of the configuration comes from', async () => {
    put('.garrc.json', '{"roundCap": 3}')
    env['GAR_BUDGET'] = '30'
    expect((await examine()).named('configuration')?.detail).toBe('.garrc.json; roundCap by .garrc.json, hooks.budgetSeconds by GAR_BUDGET')
  })
  it('tells what is wrong with the configuration', async () => {
    put('.garrc.json', '{"roundCap": 0}')
    const { code, named } = await examine()
    expect(code).toBe(1)
    expect(named('configuration')?.detail).toBe('.garrc.json: roundCap: expected number to be >=1')
  })
  it('outside a repository it says so and how to begin', async () => {
    const { code, named } = await examine(path.dirname(top))
    expect(code).toBe(1)
    expect(named('repository')?.fix).toContain('git init')
  })
  it('without git it says so', async () => {
    env['PATH'] = path.join(top, 'nowhere')
    const { code, named } = await examine()
    expect(code).toBe(1)
    expect(named('git')?.detail).toBe('git was not found on PATH.')
  })
})
