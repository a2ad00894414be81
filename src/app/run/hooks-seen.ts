import { existsSync } from 'node:fs'
import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { LayoutFacts } from '../../core/hook/layout.ts'
import type { HookName, Parts, SeenFile, SeenHookFile, SeenScript } from '../../core/hook/seen.ts'
import type { GitContext } from '../../io/git/context.ts'
import { oneLine, records } from '../../io/git/command.ts'
import { runGit } from '../../io/git/run.ts'
import { hasCode } from '../../io/os/files.ts'

/** Returns what decides where hooks go in this repository, as git itself sees it with every scope of its settings. */
export async function seeLayout(context: GitContext, manager: string | null): Promise<LayoutFacts> {
  const hooksPath = await readHooksPath(context)
  // Git refuses to answer where hooks are when the setting is empty.
  const directory = hooksPath?.value === '' ? context.top
    : await runGit(context, { argv: ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'], parse: oneLine })
  const [top, commonDir, hooksDirectory] = await Promise.all([context.top, context.commonDir, directory].map(realOf))
  if (top === undefined || commonDir === undefined || hooksDirectory === undefined) throw new Error('three paths in, three out')
  return { top, commonDir, hooksDirectory, hooksPath, manager, hasHuskyRunner: existsSync(path.join(hooksDirectory, 'h')) }
}

/** Returns what stands at a hook's place and at the place of the hook before it. */
export async function seeHookFile(directory: string, name: HookName): Promise<SeenHookFile> {
  const file = path.join(directory, name)
  const before = `${file}.before-gar`
  return { kind: 'file', name, path: file, file: await seeFile(file), before: { path: before, file: await seeFile(before) } }
}

/** Returns what stands at the place of a manager's script. */
export async function seeScript(directory: string, name: HookName): Promise<SeenScript> {
  const file = path.join(directory, name)
  return { kind: 'block', name, path: file, file: await seeFile(file) }
}

/** Returns the texts that hooks are made of. */
export async function readParts(packageRoot: string): Promise<Parts> {
  const read = (name: string): Promise<string> => readFile(path.join(packageRoot, 'hooks', name), 'utf8')
  const [hook, block, replay, review] = await Promise.all([read('hook.sh'), read('block.sh'), read('replay.sh'), read('review.sh')])
  return { hook, block, replay, review }
}

/** Returns the package's directory as a hook finds it: from the top of the work tree when it lies in there, so that a copy of the tree works too. */
export async function locatePackage({ packageRoot, cwd, top }: { readonly packageRoot: string; readonly cwd: string; readonly top: string }): Promise<{ path: string; isInTree: boolean }> {
  const real = await realOf(packageRoot)
  // The link in node_modules is better than where it leads: a package manager's store changes with every version.
  for (let at = await realOf(cwd); isWithin(top, at); at = path.dirname(at)) {
    const linked = path.join(at, 'node_modules', 'git-auto-review')
    if (existsSync(linked) && await realOf(linked) === real) return { path: slashed(path.relative(top, linked)), isInTree: true }
    if (at === path.dirname(at)) break
  }
  return isWithin(top, real) ? { path: slashed(path.relative(top, real) === '' ? '.' : path.relative(top, real)), isInTree: true } : { path: slashed(real), isInTree: false }
}

/** Returns the other places hooks of gar may be left in: git's own directory, and husky's when it is no longer asked. */
export async function seeEarlierPlaces(facts: LayoutFacts): Promise<readonly LayoutFacts[]> {
  const own = await realOf(path.join(facts.commonDir, 'hooks'))
  const husky = await realOf(path.join(facts.top, '.husky', '_'))
  return [own, husky].map((hooksDirectory) => ({ ...facts, hooksPath: null, hooksDirectory, hasHuskyRunner: false }))
}

function isWithin(directory: string, inner: string): boolean {
  return inner === directory || inner.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep)
}

/** The shell on Windows takes either slash, but only one of them in patterns. */
function slashed(place: string): string {
  return path.sep === '/' ? place : place.replaceAll(path.sep, '/')
}

/** Returns the directory of the package that holds the directory; its built command line and its sources stand at different depths. */
export function findPackageRoot(from: string): string {
  if (existsSync(path.join(from, 'hooks', 'run.sh')) && existsSync(path.join(from, 'package.json'))) return from
  if (from === path.dirname(from)) throw new Error('the package does not hold its hook templates')
  return findPackageRoot(path.dirname(from))
}

async function readHooksPath(context: GitContext): Promise<LayoutFacts['hooksPath']> {
  const fields = await runGit(context, { argv: ['config', '--show-scope', '--show-origin', '-z', '--get', 'core.hooksPath'], ok: [0, 1], parse: (stdout) => records(stdout).map(String) })
  const [scope, origin, value] = fields
  return scope === undefined || origin === undefined ? null : { scope, origin: origin.replace(/^file:/, ''), value: value ?? '' }
}

async function seeFile(file: string): Promise<SeenFile> {
  const found = await lstat(file).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  })
  if (found === null) return { kind: 'absent' }
  if (found.isSymbolicLink()) return { kind: 'symlink', target: await readTarget(file) }
  return found.isFile() ? { kind: 'regular', bytes: await readFile(file), mode: found.mode & 0o7777 } : { kind: 'other' }
}

async function readTarget(file: string): Promise<Uint8Array | null> {
  const found = await stat(file).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return null
    throw error
  })
  return found?.isFile() === true ? readFile(file) : null
}

/** Returns the real path, of a path that is not there yet as far as it is. */
async function realOf(place: string): Promise<string> {
  try {
    return await realpath(place)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || place === path.dirname(place)) throw error
    return path.join(await realOf(path.dirname(place)), path.basename(place))
  }
}
