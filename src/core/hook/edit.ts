import { displayPath } from '../model/path.ts'
import type { HookName } from './seen.ts'

/** One change of the disk; the edits of a hook are made in their order. */
export type Edit =
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }

export type Planned<State> = { readonly name: HookName; readonly path: string; readonly state: State; readonly edits: readonly Edit[] }
/** `chained` is `installed` where a hook of the user was there and keeps running. */
export type InstallState = 'installed' | 'updated' | 'unchanged' | 'chained'
/** `restored` puts the earlier hook back; `edited` is gar's own with changes of the user, which stay; `foreign` is not gar's. */
export type UninstallState = 'removed' | 'restored' | 'edited' | 'foreign' | 'absent'

/** Why gar leaves something alone, and what the user can do. */
export type Refusal = { readonly path: string; readonly what: string; readonly next: string }

/** Returns a refusal about a path; the user's next command comes last. */
export function refuse(path: string, what: string, remedy: string): Refusal {
  return { path, what: `${displayPath(path)} ${what}.`, next: `${remedy}, and run "gar install-hooks" again.` }
}
