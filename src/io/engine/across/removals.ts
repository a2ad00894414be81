import { isRegular } from '../../../core/model/tree.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import type { Subject } from '../subject.ts'
import type { Linker } from './link.ts'
import type { AcrossInput } from './scene.ts'
import { isLookedAt } from './scene.ts'

/** Something other files may still count on: a file that is gone, or a name that a file no longer offers. */
export type Removal = { readonly path: RepoPath; readonly linker: Linker; readonly word: string; readonly name: string | null }

// Nothing is taken from these by other files.
const testFile = /[._-](?:test|spec|cy|e2e)\.\w+$|(?:^|\/)test_[^/]*\.py$/

/** Returns what the change takes away from other files. */
export async function findRemovals(given: AcrossInput, linkers: readonly Linker[]): Promise<readonly Removal[]> {
  const all = [deleted(given, linkers)]
  for (const subject of given.subjects) {
    const linker = linkers.find((one) => one.covers(subject.now.language))
    if (linker !== undefined && isLookedAt(subject.path, given) && !testFile.test(subject.path)) all.push(await withdrawn(subject, linker))
  }
  return all.flat()
}

function deleted(given: AcrossInput, linkers: readonly Linker[]): readonly Removal[] {
  const gone = given.ask.change.files.filter(({ now, baseMode, path }) => now === null && isRegular(baseMode) && isLookedAt(path, given) && !testFile.test(path))
  return gone.flatMap(({ path }) => linkers.filter((linker) => linker.isTarget(path)).flatMap((linker) => {
    const word = linker.wordFor(path)
    return word === null ? [] : [{ path, linker, word, name: null }]
  }))
}

async function withdrawn({ path, base, now, hunks }: Subject, linker: Linker): Promise<readonly Removal[]> {
  if (base === null || linker.isIdle(base.text) || !hunks.some(({ removed }) => removed.some(linker.mayOffer))) return []
  const [before, after] = [await linker.read(path, base.text), await linker.read(path, now.text)]
  if (before === null || after === null) return []
  return [...before.offered].filter((name) => !after.offered.has(name) && isOwn(name, { path, text: base.text })).flatMap((name) => {
    const word = name === 'default' ? linker.wordFor(path) : name
    return word === null ? [] : [{ path, linker, word, name }]
  })
}

// What a Python file imports for itself is hardly ever taken from it by others, unless it is the face of a package.
function isOwn(name: string, { path, text }: { readonly path: RepoPath; readonly text: string }): boolean {
  if (!path.endsWith('.py') || path.endsWith('/__init__.py')) return true
  return new RegExp(`^[ \\t]*(?:(?:async\\s+)?def|class)\\s+${name}\\b|^${name}\\s*[:=]`, 'm').test(text)
}
