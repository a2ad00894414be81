import type { FaultCode } from '../../core/model/fault.ts'
import { EndOfRun, GarError, HelperError } from '../../core/model/fault.ts'

/** What the shell is told; anything but 0 blocks a hook. */
export const exitCodes = { clean: 0, notClean: 1, usage: 2, helper: 3, concurrent: 4, declined: 5, bug: 70 } as const
/** 128 and the signal's number, as shells have it. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

const faults: Readonly<Record<FaultCode, number>> = {
  usage: exitCodes.usage,
  config: exitCodes.usage,
  'not-a-repository': exitCodes.usage,
  'bare-repository': exitCodes.usage,
  unmerged: exitCodes.usage,
  'git-missing': exitCodes.usage,
  'git-too-old': exitCodes.usage,
  'git-failed': exitCodes.usage,
  'hooks-path-outside': exitCodes.usage,
  'no-report': exitCodes.usage,
  untrusted: exitCodes.usage,
  'task-unresolved': exitCodes.helper,
  'relay-unusable': exitCodes.helper,
  'restore-failed': exitCodes.helper,
  helper: exitCodes.helper,
  'lock-held': exitCodes.notClean,
  'unfinished-run': exitCodes.notClean,
}

/** Returns the exit code of a command that threw. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof GarError) return faults[error.code]
  if (error instanceof HelperError) return exitCodes.helper
  if (!(error instanceof EndOfRun)) return exitCodes.bug
  return error.stop === 'time-budget' ? exitCodes.notClean : signalCode(error.signal)
}

/** Returns the exit code of a run a signal ended. */
export function signalCode(name: string | undefined): number {
  return Object.entries(signalCodes).find(([known]) => known === name)?.[1] ?? signalCodes.SIGINT
}
