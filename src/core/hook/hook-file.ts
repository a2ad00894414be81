import { displayPath } from '../model/path.ts'
import { fromRaw, isSealed, toRaw } from './bytes.ts'
import type { Edit, InstallState, Planned, Refusal, UninstallState } from './edit.ts'
import { refuse } from './edit.ts'
import type { Ingredients } from './render.ts'
import { renderHook } from './render.ts'
import type { SeenFile, SeenHookFile } from './seen.ts'

/** Returns how to put gar's hook at a path; a hook that is there is renamed, links as links, and never written. */
export function installFile(hook: SeenHookFile, from: Ingredients): Planned<InstallState> | Refusal {
  const { name, path, file, before } = hook
  const hasBefore = before.file.kind !== 'absent'
  const write = (earlier: SeenFile): Edit => ({ kind: 'write', path, bytes: fromRaw(renderHook(from, earlier)), mode: 0o755 })
  if (file.kind === 'absent') return { name, path, state: hasBefore ? 'chained' : 'installed', edits: [write(before.file)] }
  if (file.kind === 'other') return refuse(path, 'is no file', 'Move it away')
  const own = ownText(file)
  if (own !== null) return renew(hook, { own, wanted: renderHook(from, before.file) })
  if (hasBefore) return refuse(path, `cannot be kept as ${displayPath(before.path)}, which is there already`, 'Make one file of the two, delete the other')
  return { name, path, state: 'chained', edits: [{ kind: 'rename', from: path, to: before.path }, write(file)] }
}

/** Returns how to take gar's hook away. */
export function uninstallFile({ name, path, file, before }: SeenHookFile): Planned<UninstallState> {
  const own = ownText(file)
  if (file.kind !== 'absent' && own === null) return { name, path, state: 'foreign', edits: [] }
  if (own !== null && !isSealed(own)) return { name, path, state: 'edited', edits: [] }
  // One rename takes gar's hook away and puts the earlier one back; there is no moment without either.
  if (before.file.kind !== 'absent') return { name, path, state: 'restored', edits: [{ kind: 'rename', from: before.path, to: path }] }
  return own === null ? { name, path, state: 'absent', edits: [] } : { name, path, state: 'removed', edits: [{ kind: 'remove', path }] }
}

function renew(hook: SeenHookFile, { own, wanted }: { own: string; wanted: string }): Planned<InstallState> | Refusal {
  const { name, path, file, before } = hook
  const isExecutable = file.kind === 'regular' && (file.mode & 0o111) === 0o111
  if (own === wanted && isExecutable) return { name, path, state: 'unchanged', edits: [] }
  if (!isSealed(own)) return refuse(path, "is gar's hook with changes of yours", `Move your lines to ${displayPath(before.path)} (executable), delete the hook`)
  return { name, path, state: 'updated', edits: [{ kind: 'write', path, bytes: fromRaw(wanted), mode: 0o755 }] }
}

/** Returns the text of a hook that gar wrote, null for everything else. */
function ownText(file: SeenFile): string | null {
  if (file.kind !== 'regular') return null
  const raw = toRaw(file.bytes)
  return /^#!\/bin\/sh\r?\n# gar-hook v\d+ /.test(raw) ? raw : null
}
