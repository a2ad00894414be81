import { displayPath } from '../model/path.ts'
import { closingCommand, findBlock, insertBlock, removeBlock } from './block.ts'
import type { FoundBlock } from './block.ts'
import { fromRaw, toRaw } from './bytes.ts'
import type { InstallState, Planned, Refusal, UninstallState } from './edit.ts'
import { refuse } from './edit.ts'
import type { Ingredients } from './render.ts'
import { renderBlock } from './render.ts'
import type { SeenScript } from './seen.ts'

/** Returns how to put gar's block into a manager's script; every other byte and the mode stay. */
export function installBlock(script: SeenScript, from: Ingredients): Planned<InstallState> | Refusal {
  const { name, path, file } = script
  const write = (text: string, mode: number): Planned<InstallState>['edits'] => [{ kind: 'write', path, bytes: fromRaw(text), mode }]
  if (file.kind === 'absent') return { name, path, state: 'installed', edits: write(renderBlock(from, 'created'), 0o644) }
  if (file.kind !== 'regular') return refuse(path, 'is no regular file', 'Put a script there')
  const raw = toRaw(file.bytes)
  const found = findBlock(raw)
  const refusal = unfit(script, raw, found)
  if (refusal !== null || found === 'broken') return refusal ?? broken(path)
  if (found === null) return { name, path, state: 'chained', edits: write(insertBlock(raw, name, (flag) => renderBlock(from, flag)), file.mode) }
  const text = raw.slice(0, found.start) + renderBlock(from, found.flag) + raw.slice(found.end)
  return text === raw ? { name, path, state: 'unchanged', edits: [] } : { name, path, state: 'updated', edits: write(text, file.mode) }
}

/** Returns how to take gar's block out of a script, and the script away when gar made it. */
export function uninstallBlock({ name, path, file }: SeenScript): Planned<UninstallState> {
  if (file.kind === 'absent') return { name, path, state: 'absent', edits: [] }
  const raw = file.kind === 'regular' ? toRaw(file.bytes) : ''
  const found = findBlock(raw)
  if (file.kind !== 'regular' || found === null) return { name, path, state: 'foreign', edits: [] }
  if (found === 'broken' || !found.isIntact) return { name, path, state: 'edited', edits: [] }
  const rest = removeBlock(raw, found)
  if (rest === null) return { name, path, state: 'removed', edits: [{ kind: 'remove', path }] }
  return { name, path, state: 'restored', edits: [{ kind: 'write', path, bytes: fromRaw(rest), mode: file.mode }] }
}

function unfit({ name, path }: SeenScript, raw: string, found: FoundBlock | 'broken' | null): Refusal | null {
  if (found === 'broken' || found?.isIntact === false) return broken(path)
  const closing = name === 'pre-push' ? null : closingCommand(raw.slice(0, found?.start))
  return closing === null ? null : refuse(path, `ends with "${displayPath(closing)}", and nothing below it would run`, 'Change that line')
}

function broken(path: string): Refusal {
  return refuse(path, 'holds lines of gar with changes of yours', 'Delete what stands from "# >>> gar" to "# <<< gar"')
}
