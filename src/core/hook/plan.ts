import type { InstallState, Planned, Refusal, UninstallState } from './edit.ts'
import { installFile, uninstallFile } from './hook-file.ts'
import { installBlock, uninstallBlock } from './script.ts'
import type { Seen, SeenHook } from './seen.ts'

/** All hooks or none: a guard with a hole is worse than a refusal. */
export type Plan =
  | { readonly kind: 'plan'; readonly hooks: readonly Planned<InstallState>[] }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }

/** Returns what to change so that git runs gar; a plan over its own result holds no edit. */
export function planInstall({ hooks, parts, recorded }: Seen): Plan {
  const answers = hooks.map((hook) => {
    const from = { name: hook.name, parts, recorded }
    return hook.kind === 'file' ? installFile(hook, from) : installBlock(hook, from)
  })
  const refusals = answers.filter((answer) => 'what' in answer)
  return refusals.length > 0 ? { kind: 'refused', refusals } : { kind: 'plan', hooks: answers.filter((answer) => 'state' in answer) }
}

/** Returns what to change so that nothing of gar is left and every earlier hook is back byte by byte. */
export function planUninstall(hooks: readonly SeenHook[]): readonly Planned<UninstallState>[] {
  return hooks.map((hook) => (hook.kind === 'file' ? uninstallFile(hook) : uninstallBlock(hook)))
}
