import type { RepoPath } from '../../../core/model/path.ts'
import type { TreeEntry } from '../../../core/model/tree.ts'

/** What stands where in one tree. */
export type Paths = {
  readonly all: ReadonlyMap<RepoPath, TreeEntry>
  /** Returns the path when a regular file stands there. */
  readonly file: (path: string) => RepoPath | undefined
  /** Returns the names in a directory, `''` being the top; undefined when there is no such directory. */
  readonly names: (directory: string) => ReadonlySet<string> | undefined
  /** Returns true below or at a link or a submodule: what stands there is not in this tree. */
  readonly isElsewhere: (path: string) => boolean
  /** Returns true when the tree holds sources that a build turns into modules of Python. */
  readonly hasExtensions: () => boolean
  /** Returns the paths that differ from the path in the case of letters alone. */
  readonly otherCases: (path: string) => readonly RepoPath[]
}

const extension = /\.(?:pyx|pxd|c|cc|cpp|rs|f90|f|swg)$|(?:^|\/)(?:Cargo\.toml|meson\.build|CMakeLists\.txt)$/

/** Returns the paths of a tree, ready to be asked; the directories are worked out on the first question about them. */
export function toPaths(all: ReadonlyMap<RepoPath, TreeEntry>): Paths {
  const known: ReadonlyMap<string, TreeEntry> = all
  const directories = once(() => listDirectories(all))
  const hasExtensions = once(() => [...all.keys()].some((path) => extension.test(path)))
  const lowered = once(() => byLowerCase(all))
  return {
    all,
    file: (path) => (known.get(path)?.mode.startsWith('100') === true ? (path as RepoPath) : undefined),
    names: (directory) => directories().get(directory),
    isElsewhere: (path) => chain(path).some((part) => { const mode = known.get(part)?.mode; return mode === '120000' || mode === '160000' }),
    hasExtensions,
    otherCases: (path) => (lowered().get(path.toLowerCase()) ?? []).filter((other) => other !== path),
  }
}

/** Returns the directory of a path, `''` at the top. */
export function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Returns the last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the path that a relative one leads to from a directory, or null when it leaves the tree. */
export function joinPath(directory: string, relative: string): string | null {
  const parts = directory === '' ? [] : directory.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}

/** Returns the path and every directory above it but the top, the path first. */
export function chain(path: string): readonly string[] {
  const found: string[] = []
  for (let at = path; at !== ''; at = directoryOf(at)) found.push(at)
  return found
}

function listDirectories(all: ReadonlyMap<RepoPath, TreeEntry>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>([['', new Set()]])
  const put = (path: string): void => {
    const directory = directoryOf(path)
    const names = found.get(directory) ?? new Set()
    names.add(nameOf(path))
    if (found.has(directory)) return
    found.set(directory, names)
    put(directory)
  }
  for (const path of all.keys()) put(path)
  return found
}

function byLowerCase(all: ReadonlyMap<RepoPath, TreeEntry>): ReadonlyMap<string, readonly RepoPath[]> {
  const found = new Map<string, RepoPath[]>()
  for (const path of all.keys()) {
    const same = found.get(path.toLowerCase())
    if (same === undefined) found.set(path.toLowerCase(), [path])
    else same.push(path)
  }
  return found
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
