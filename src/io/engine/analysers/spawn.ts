import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { HelperError } from '../../../core/model/fault.ts'
import type { EngineOptions } from '../options.ts'

const defaultDeadlineMs = 120_000
const maxOutput = 64 * 1024 * 1024

export type Job = { readonly directory: string; readonly args: readonly string[]; readonly signal: AbortSignal }
export type SpawnOxlint = (job: Job) => Promise<string>

/** Returns a function that runs the bundled oxlint and returns what it printed. Throws `HelperError` when it does not end well. */
export function oxlintSpawner(options: Pick<EngineOptions, 'nodePath' | 'env' | 'deadlineMs'>): SpawnOxlint {
  return async ({ directory, args, signal }) => {
    const { execa } = await import('execa')
    const bin = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint')
    const result = await execa(options.nodePath, [bin, ...args], {
      cwd: directory, env: { ...options.env }, extendEnv: false, stdin: 'ignore', reject: false,
      cancelSignal: signal, timeout: options.deadlineMs ?? defaultDeadlineMs, forceKillAfterDelay: 1_000, maxBuffer: maxOutput,
    })
    signal.throwIfAborted()
    // Exit 1 only says that something was found.
    if (result.exitCode === 0 || result.exitCode === 1) return result.stdout
    if (result.exitCode === undefined && result.signal === undefined && !result.timedOut && !result.isMaxBuffer)
      throw new HelperError('spawn-failure', `The script analyser could not be started: ${result.message ?? 'no reason given'}`)
    throw new HelperError('mid-run-death', `The script analyser ended early: ${result.shortMessage ?? `exit code ${result.exitCode}`}`)
  }
}
