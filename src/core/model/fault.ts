import type { HelperFailure } from './stop.ts'

export type FaultCode =
  | 'usage' | 'config' | 'not-a-repository' | 'bare-repository' | 'unmerged' | 'git-missing' | 'git-too-old' | 'git-failed'
  | 'task-unresolved' | 'relay-unusable' | 'lock-held' | 'unfinished-run' | 'hooks-path-outside' | 'restore-failed' | 'no-report' | 'helper' | 'untrusted'

/** A named fault: what happened (`message`), and the next command to type (`hint`). */
export class GarError extends Error {
  override readonly name: string = 'GarError'
  readonly code: FaultCode
  readonly hint: string
  constructor(code: FaultCode, message: string, more: { hint: string; cause?: unknown }) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.hint = more.hint
  }
}

/** A helper (gate, verifier, fixer or bundled script) failed in one of the five classes (GAR-141). */
export class HelperError extends Error {
  override readonly name = 'HelperError'
  readonly kind: HelperFailure
  constructor(kind: HelperFailure, message: string, more?: ErrorOptions) {
    super(message, more)
    this.kind = kind
  }
}

/** The run must end before its next step: the user or the system asked for it, or its time is up. */
export class EndOfRun extends Error {
  override readonly name = 'EndOfRun'
  readonly stop: 'interrupted' | 'time-budget'
  /** The signal's name when one was caught. */
  readonly signal: string | undefined
  constructor(stop: 'interrupted' | 'time-budget', signal?: string) {
    super(stop)
    this.stop = stop
    this.signal = signal
  }
}
