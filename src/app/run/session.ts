import type { Config } from '../../core/config/config.ts'
import type { GitContext } from '../../io/git/context.ts'
import type { Answer } from '../../core/target/answers.ts'
import type { Relay } from '../../io/relay/layout.ts'
import type { Store } from '../../io/snapshot/store.ts'
import type { Roles } from './roles.ts'
import type { Subject } from './subject.ts'

/** What a run is given and does not change. */
export type Session = {
  readonly run: string
  readonly event: 'run' | 'pre-commit' | 'pre-merge-commit' | 'pre-push'
  readonly context: GitContext
  readonly config: Config
  readonly roles: Roles
  readonly relay: Relay
  readonly store: Store
  /** A private directory, removed at the end. */
  readonly scratch: string
  readonly subject: Subject
  /** What the user declined and decided. */
  readonly answers: readonly Answer[]
  /** `## Goal` and `## Acceptance` of the task file. */
  readonly task: string | null
  /** True where a marked gate return may stand for a gate call (ruling A10). */
  readonly honoursPreseed: boolean
  /** Environment of every child that is not gar's own git. */
  readonly childEnv: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Told what the run is doing, for whoever waits. */
  readonly progress: (text: string) => void
}
