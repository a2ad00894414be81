import path from 'node:path'
import type { InstallState, Planned } from '../../../core/hook/edit.ts'
import { GarError } from '../../../core/model/fault.ts'
import type { Installed, Refused } from '../../run/hooks.ts'
import { installHooks } from '../../run/hooks.ts'
import { findPackageRoot } from '../../run/hooks-seen.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { hookLine, nearPath, noteRefusals } from './hook-lines.ts'

/** Makes git call gar, and prints where and how; a build machine and a package installation are never stopped by it. */
export async function run(input: CommandInput): Promise<number> {
  const off = isSet(input, 'force') ? null : reasonToSkip(input)
  if (off !== null) {
    input.io.note(`gar: hooks not installed: ${off} (--force installs them all the same).`)
    return exitCodes.clean
  }
  const done = await install(input)
  if (done === null) return exitCodes.clean
  const problems = done.kind === 'refused' ? done.refusals : done.dormant
  if (done.kind === 'done') input.io.out(render(done, input.cwd))
  noteRefusals(input.io, problems)
  if (done.kind === 'refused') input.io.note('gar: hooks not installed.')
  return problems.length === 0 || isPrepare(input) ? exitCodes.clean : exitCodes.usage
}

/** Returns null where there is nothing to install into and nobody asked for hooks in so many words. */
async function install(input: CommandInput): Promise<Installed | Refused | null> {
  try {
    const packageRoot = findPackageRoot(import.meta.dirname)
    return await installHooks({ cwd: input.cwd, env: input.env, node: process.execPath, packageRoot, manager: textOption(input, 'manager') ?? null })
  } catch (error) {
    const isNowhere = error instanceof GarError && ['not-a-repository', 'bare-repository', 'git-missing'].includes(error.code)
    if (!isNowhere || !(isPrepare(input) || isOn(input.env['CI']))) throw error
    input.io.note(`gar: hooks not installed: ${error.message}`)
    return null
  }
}

function reasonToSkip({ env }: CommandInput): string | null {
  if (isOn(env['CI'])) return 'CI is set'
  const gar = env['GAR']
  return gar === '0' || gar === 'false' ? `GAR=${gar}` : null
}

function render({ hooks, layout }: Installed, cwd: string): string {
  const lines = hooks.map((hook) => hookLine(hook, cwd) + explain(hook, layout.kind))
  const changed = hooks.filter((hook) => hook.edits.length > 0).map((hook) => nearPath(hook.path, cwd))
  const isShared = layout.kind === 'husky' || layout.isShared
  const next = isShared && changed.length > 0
    ? `Next: git add ${changed.join(' ')}`
    : 'Next: commit as usual; GAR=0 or --no-verify skips gar once, "gar uninstall-hooks" undoes this.'
  return [...lines, next].join('\n')
}

function explain({ state, path: file }: Planned<InstallState>, kind: Installed['layout']['kind']): string {
  if (state !== 'chained') return ''
  return kind === 'husky' ? ' (what stood there still runs)' : ` (${path.basename(file)}.before-gar runs first)`
}

function isPrepare({ env }: CommandInput): boolean {
  return env['npm_lifecycle_event'] === 'prepare'
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
