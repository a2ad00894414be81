import { isRegular } from '../../../core/model/tree.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import type { Subject } from '../subject.ts'
import type { AcrossInput } from './scene.ts'
import { isLookedAt } from './scene.ts'
import type { Linker, Unit } from './link.ts'

/** Something other files may still count on: a file that is gone, or a name that a file no longer offers. */
export type Removal = { readonly path: RepoPath; readonly linker: Linker; readonly word: string; readonly name: string | null }

const maxRemovals = 20

/** Returns what the change takes away from other files; a large clearance is looked at in part. */
export async function findRemovals(given: AcrossInput, linkers: readonly Linker[]): Promise<readonly Removal[]> {
  const all = [...deleted(given, linkers)]
  for (const subject of given.subjects) {
    const linker = linkers.find((one) => one.covers(subject.now.language))
    if (linker !== undefined && isLookedAt(subject.path, given)) all.push(...(await withdrawn(subject, linker)))
  }
  return all.slice(0, maxRemovals)
}

function deleted(given: AcrossInput, linkers: readonly Linker[]): readonly Removal[] {
  const gone = given.ask.change.files.filter(({ now, baseMode, path }) => now === null && isRegular(baseMode) && isLookedAt(path, given))
  return gone.flatMap(({ path }) => linkers.filter((linker) => linker.isTarget(path)).flatMap((linker) => {
    const word = linker.wordFor(path)
    return word === null ? [] : [{ path, linker, word, name: null }]
  }))
}

async function withdrawn({ path, base, now }: Subject, linker: Linker): Promise<readonly Removal[]> {
  if (base === null || linker.isIdle(base.text)) return []
  const [before, after] = [await linker.read(path, base.text), await linker.read(path, now.text)]
  if (before === null || after === null) return []
  return [...before.offered].filter((name) => !after.offered.has(name) && isOwn(name, before, { path, text: base.text })).flatMap((name) => {
    const word = name === 'default' ? linker.wordFor(path) : name
    return word === null ? [] : [{ path, linker, word, name }]
  })
}

// What a Python file imports for itself is hardly ever taken from it by others, unless it is the face of a package.
function isOwn(name: string, _unit: Unit, { path, text }: { readonly path: RepoPath; readonly text: string }): boolean {
  if (!path.endsWith('.py') || path.endsWith('/__init__.py')) return true
  return new RegExp(`^\\s*(?:(?:async\\s+)?def|class)\\s+${name}\\b|^${name}\\s*[:=]`, 'm').test(text)
}
