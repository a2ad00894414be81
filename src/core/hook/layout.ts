import path from 'node:path'
import { displayPath } from '../model/path.ts'
import type { Refusal } from './edit.ts'

/** What is known of where git looks for hooks; directories are real paths. */
export type LayoutFacts = {
  readonly top: string
  readonly commonDir: string
  readonly hooksDirectory: string
  /** The effective `core.hooksPath`, null when git's own directory is used. */
  readonly hooksPath: { readonly value: string; readonly scope: string; readonly origin: string } | null
  /** Whether the directory holds the runner that husky 9 puts there. */
  readonly hasHuskyRunner: boolean
  readonly manager: string | null
}

/** Where gar's hooks go: files of their own (`shared` when the team has them too), blocks in husky's scripts, or nowhere. */
export type Layout =
  | { readonly kind: 'files'; readonly directory: string; readonly isShared: boolean }
  | { readonly kind: 'husky'; readonly directory: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Returns where hooks go in this repository; nothing outside it is ever written. */
export function decideLayout(facts: LayoutFacts): Layout {
  const { commonDir, hooksDirectory, hooksPath, manager } = facts
  if (manager !== null && manager !== 'husky') return refused(manager, `gar knows no hook manager "${manager}".`, 'Use --manager husky, or leave the option out.')
  if (hooksPath?.value === '') return refused('core.hooksPath', `core.hooksPath is empty in ${displayPath(hooksPath.origin)}, and git runs no hook.`, `Run "${unset(hooksPath.scope)}", then "gar install-hooks".`)
  if (isHusky(facts)) return { kind: 'husky', directory: path.dirname(hooksDirectory) }
  if (manager === 'husky') return refused('husky', 'husky does not run the hooks of this repository.', 'Run "npx husky" (or "npm install --save-dev husky && npx husky init"), then "gar install-hooks".')
  if (isInside(commonDir, hooksDirectory)) return { kind: 'files', directory: hooksDirectory, isShared: false }
  return isInTree(facts) ? { kind: 'files', directory: hooksDirectory, isShared: true } : outside(facts)
}

function isInTree({ top, commonDir, hooksDirectory }: LayoutFacts): boolean {
  return isInside(top, hooksDirectory) && !isInside(commonDir, hooksDirectory)
}

/** Husky 9 makes git look in a directory `_` of its own, whose stubs run the scripts one level up. */
function isHusky(facts: LayoutFacts): boolean {
  const parent = path.dirname(facts.hooksDirectory)
  return isInTree(facts) && path.basename(facts.hooksDirectory) === '_' && (facts.hasHuskyRunner || path.basename(parent) === '.husky')
}

function outside({ commonDir, hooksDirectory, hooksPath }: LayoutFacts): Layout {
  const named = hooksPath === null ? '' : ` (core.hooksPath, ${hooksPath.scope} setting, ${displayPath(hooksPath.origin)})`
  return refused(hooksDirectory, `Git runs the hooks in ${displayPath(hooksDirectory)}${named}, outside this repository; gar writes nothing there.`, [
    'Either call gar from the hooks there, with the line: gar hook "${0##*/}" "$@" >&2 || exit',
    `or give this repository hooks of its own: git config core.hooksPath "${displayPath(path.join(commonDir, 'hooks'))}" && gar install-hooks`,
    ...(hooksPath === null ? [] : [`or, when nobody needs the setting: ${unset(hooksPath.scope)} && gar install-hooks`]),
  ].join('\n'))
}

function unset(scope: string): string {
  return `git config ${scope === 'command' || scope === 'unknown' ? '' : `--${scope} `}--unset core.hooksPath`
}

function refused(about: string, what: string, next: string): Layout {
  return { kind: 'refused', refusal: { path: about, what, next } }
}

function isInside(directory: string, inner: string): boolean {
  const relative = path.relative(directory, inner)
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
}
