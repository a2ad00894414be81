import type { HookDecision } from '../../core/hook/decision.ts'
import type { Oid } from '../../core/model/tree.ts'
import type { Ground } from './ground.ts'
import type { Leak } from './history.ts'
import type { Outcome } from './record.ts'

/** The hooks of a commit in preparation. */
export type CommitEvent = 'pre-commit' | 'pre-merge-commit'

/** What a hook says to git: pass or block, and what there is to tell. */
export type HookAnswer =
  | { readonly kind: 'passed'; readonly because: 'nothing-new' | 'known-clean' | 'policy'; readonly text?: string }
  | { readonly kind: 'leaked'; readonly leaks: readonly Leak[]; readonly subject: string; readonly base: Oid | null }
  | { readonly kind: 'judged'; readonly decision: HookDecision; readonly outcome: Outcome; readonly subject: string; readonly ground: Ground }
