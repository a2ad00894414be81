import type { Hunk } from '../model/hunk.ts'
import type { RepoPath } from '../model/path.ts'

const minimumGrowth = 200
// The value tells a dependency from any other member of a manifest: a version range, a tag, or a place to fetch from that is no file of the package.
const member = /"([^"]+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g
const source = /^(?:[~^<>=v\s]*\d|[~^]?[x*]$|latest$|next$|(?:workspace|npm|file|link|portal|git|git\+\w+|https?|ssh|github|gitlab|bitbucket|gist):|[\w-][\w.-]*\/[\w.-]+(?:#.*)?$)/
const ownFile = /\.(?:[cm]?[jt]sx?|json|css|wasm|node)$/
const ownMembers: ReadonlySet<string> = new Set(['version', 'node', 'npm', 'packageManager'])

/** Returns the files that grew by more than half, where half is more than 200 lines, else by more than 200 lines (ruling C23). */
export function overgrown(hunks: readonly Hunk[], sizes: ReadonlyMap<string, number>): ReadonlySet<RepoPath> {
  const growth = new Map<RepoPath, number>()
  for (const { path, added, removed } of hunks) growth.set(path, (growth.get(path) ?? 0) + added.length - removed.length)
  const over = [...growth].filter(([path, lines]) => lines > Math.max(minimumGrowth, (sizes.get(path) ?? 0) / 2))
  return new Set(over.map(([path]) => path))
}

/** Returns true when the hunk gives a `package.json` a dependency whose name it did not also remove (ruling C23). */
export function addsDependency({ path, added, removed }: Hunk): boolean {
  if (!/(?:^|\/)package\.json$/.test(path)) return false
  const before = new Set(dependenciesOf(removed))
  return dependenciesOf(added).some((name) => !before.has(name))
}

function dependenciesOf(lines: readonly string[]): readonly string[] {
  const members = Array.from(lines.join('\n').matchAll(member), ([, name = '', value = '']) => ({ name, value }))
  return members.filter(({ name, value }) => !ownMembers.has(name) && source.test(value) && !ownFile.test(value)).map(({ name }) => name)
}
