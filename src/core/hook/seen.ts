/** The hooks gar installs: what creates commits of the user's own, and what publishes them. */
export const hookNames = ['pre-commit', 'pre-merge-commit', 'pre-push'] as const
export type HookName = (typeof hookNames)[number]

/** What stands at a path; a link is never followed to write, its target is only read. */
export type SeenFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'regular'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: 'symlink'; readonly target: Uint8Array | null }
  | { readonly kind: 'other' }

/** A hook of gar's own, with room beside it for the hook that stood there before. */
export type SeenHookFile = {
  readonly kind: 'file'
  readonly name: HookName
  readonly path: string
  readonly file: SeenFile
  readonly before: { readonly path: string; readonly file: SeenFile }
}
/** A script that a hook manager runs and the team shares; gar adds a marked block to it. */
export type SeenScript = { readonly kind: 'block'; readonly name: HookName; readonly path: string; readonly file: SeenFile }
export type SeenHook = SeenHookFile | SeenScript

/** The texts hooks are made of, and what they record of this machine: null where the file is shared with others. */
export type Parts = { readonly hook: string; readonly block: string; readonly replay: string; readonly review: string }
export type Recorded = { readonly node: string | null; readonly packageDirectory: string }

export type Seen = { readonly hooks: readonly SeenHook[]; readonly parts: Parts; readonly recorded: Recorded }
