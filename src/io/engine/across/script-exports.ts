import type { RepoPath } from '../../../core/model/path.ts'
import { resolveScript } from './script-resolve.ts'
import type { ReadScript, ScriptUnit } from './script-unit.ts'
import type { World } from './world.ts'

const maxFiles = 100
// A file that speaks like this offers more names than its export statements say.
const otherwise = /\bexport\s*=|\bmodule\.exports\b|\bexports\.\w|\bdeclare\s+module\b/

export type Asking = { readonly world: World; readonly read: ReadScript }

/** Returns every name the module offers, those it passes on included; null when that cannot be told for certain. */
export async function exportsOf(path: RepoPath, asking: Asking): Promise<ReadonlySet<string> | null> {
  const names = new Set<string>()
  const [waiting, seen] = [[path], new Set<RepoPath>([path])]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const unit = await moduleAt(file, asking)
    if (unit === null) return null
    for (const name of unit.offered) if (file === path || name !== 'default') names.add(name)
    for (const spec of unit.passedOn) {
      const next = only(asking.world, file, spec)
      if (next === null || seen.size > maxFiles) return null
      // Two modules may pass each other on.
      if (!seen.has(next)) waiting.push(next)
      seen.add(next)
    }
  }
  return names
}

function only(world: World, from: RepoPath, spec: string): RepoPath | null {
  if (!spec.startsWith('.')) return null
  const resolved = resolveScript(world.paths, from, spec)
  const [file, ...others] = resolved.kind === 'files' ? resolved.files : []
  return file === undefined || others.length > 0 ? null : file
}

async function moduleAt(path: RepoPath, { world, read }: Asking): Promise<ScriptUnit | null> {
  if (!/\.[cm]?[jt]sx?$/.test(path) || /\.d\.[cm]?ts$/.test(path)) return null
  const text = await world.text(path)
  if (text === null || otherwise.test(text)) return null
  const unit = await read(path, text)
  return unit?.isModule === true ? unit : null
}
