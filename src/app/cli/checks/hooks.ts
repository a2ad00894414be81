import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { displayPath } from '../../../core/model/path.ts'
import { oneLine } from '../../../io/git/command.ts'
import type { GitContext } from '../../../io/git/context.ts'
import { runGit } from '../../../io/git/run.ts'
import type { CommandInput } from '../command.ts'
import type { Check } from './check.ts'

const guarded = ['pre-commit', 'pre-merge-commit', 'pre-push'] as const
const marks = ['# gar-hook v', '# >>> gar v']
const install = 'Run "gar install-hooks".'

/** Returns, for each hook gar guards, whether it is installed where git looks for it and whether git would run it. */
export async function checkHooks({ env }: CommandInput, context: GitContext): Promise<readonly Check[]> {
  // Git resolves core.hooksPath, work trees and relative paths; nothing here does so a second time.
  const directory = await runGit(context, { argv: ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'], parse: oneLine })
  const checks = await Promise.all(guarded.map((name) => checkHook(directory, name)))
  const off = env['GAR']
  if (off !== '0' && off !== 'false') return checks
  return [...checks, { name: 'environment', ok: false, detail: `GAR=${off} switches every gar hook off`, fix: 'Unset GAR.' }]
}

async function checkHook(directory: string, name: string): Promise<Check> {
  const file = path.join(directory, name)
  const found = await read(file)
  if (found === null) return { name, ok: false, detail: 'not installed', fix: install }
  if (!found.isExecutable) return { name, ok: false, detail: `${displayPath(file)} is not executable, so git skips it`, fix: `Run "chmod +x ${displayPath(file)}".` }
  const shown = displayPath(file)
  if (isOurs(found.text)) return { name, ok: true, detail: `installed at ${shown}` }
  // Husky has git run its own file, which runs the one a directory further up.
  const husky = path.basename(directory) === '_' ? await read(path.join(path.dirname(directory), name)) : null
  if (husky !== null && isOurs(husky.text)) return { name, ok: true, detail: `installed at ${displayPath(path.join(path.dirname(directory), name))}, run by husky` }
  return { name, ok: false, detail: `${shown} does not call gar`, fix: install }
}

function isOurs(text: string): boolean {
  return marks.some((mark) => text.includes(mark))
}

async function read(file: string): Promise<{ readonly text: string; readonly isExecutable: boolean } | null> {
  try {
    const [text, { mode }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    return { text, isExecutable: (mode & 0o111) !== 0 }
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR')) return null
    throw error
  }
}
