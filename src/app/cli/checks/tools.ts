import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { GarError } from '../../../core/model/fault.ts'
import { oneLine } from '../../../io/git/command.ts'
import { gitEnv } from '../../../io/git/env.ts'
import { runGit } from '../../../io/git/run.ts'
import { enginePackages, nodeRange } from '../about.ts'
import type { CommandInput } from '../command.ts'
import type { Check } from './check.ts'
import { isAtLeast } from './check.ts'

const oldestGit = '2.31'
// Of the engine's packages these bring a file built for one platform, which an install can leave out.
const native: readonly string[] = ['oxc-parser']

/** Returns whether this Node is one the package is for. */
export function checkNode(version: string): Check {
  const detail = `${version} (${nodeRange} is needed)`
  return isAtLeast(version, nodeRange) ? { name: 'node', ok: true, detail } : { name: 'node', ok: false, detail, fix: `Install Node ${nodeRange}.` }
}

/** Returns whether a usable git is on PATH. */
export async function checkGit({ cwd, env }: CommandInput): Promise<Check> {
  try {
    const said = await runGit({ cwd, env: gitEnv(env) }, { argv: ['version'], parse: oneLine })
    return isAtLeast(said, oldestGit)
      ? { name: 'git', ok: true, detail: said.replace(/^git version /, '') }
      : { name: 'git', ok: false, detail: `${said} is older than ${oldestGit}`, fix: `Install git ${oldestGit} or later.` }
  } catch (error) {
    if (error instanceof GarError) return { name: 'git', ok: false, detail: error.message, fix: error.hint }
    throw error
  }
}

/** Returns whether every package of the engine is installed for this platform. */
export async function checkEngine(): Promise<Check> {
  const missing: string[] = []
  for (const name of enginePackages) if (!await isInstalled(name)) missing.push(name)
  for (const name of native) if (!missing.includes(name) && !await isLoadable(name)) missing.push(`${name} (its file for ${process.platform}-${process.arch})`)
  return missing.length === 0
    ? { name: 'engine', ok: true, detail: `${enginePackages.length} packages` }
    : { name: 'engine', ok: false, detail: `not installed: ${missing.join(', ')}`, fix: 'Reinstall git-auto-review, with its optional dependencies.' }
}

// Asked of the file system, not of the resolver: some packages offer no entry that `require` may resolve.
async function isInstalled(name: string): Promise<boolean> {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  for (const folder of folders) {
    if (await access(path.join(folder, name, 'package.json')).then(() => true, () => false)) return true
  }
  return false
}

async function isLoadable(name: string): Promise<boolean> {
  return import(name).then(() => true, () => false)
}
