import { displayPath } from '../../../core/model/path.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import type { Problem } from './link.ts'

const maxNamed = 3
type Place = { readonly path: RepoPath; readonly line: number; readonly wasThere: boolean }
/** One reference with everything that is wrong with it: one cause, one finding. */
export type Trouble = { readonly first: Problem; readonly names: readonly string[] }

/** Returns the rule a problem breaks. */
export function ruleOf(problem: Problem): string {
  return problem.kind === 'file' ? 'gar/unresolved-import' : 'gar/missing-export'
}

/** Returns what the problem is, in the words of a title. */
export function messageOf({ first, names }: Trouble): string {
  if (first.kind === 'file') return `'${first.spec}' leads to no file`
  return names.length === 1 && first.name === 'default' ? `'${first.spec}' has no default export` : `'${first.spec}' offers no ${list(names)}`
}

/** Returns what the problem was concluded from. */
export function evidenceOf({ first, names }: Trouble, { path, line, wasThere }: Place): string {
  const place = `Line ${line} of ${displayPath(path)} names '${first.spec}'`
  if (first.kind === 'name') return `${place}, which is ${displayPath(first.file)}; in the tree under review that file does not export ${list(names)}.`
  const near = first.near === null ? '' : ` It does hold ${displayPath(first.near)}, which differs in the case of letters alone.`
  const before = wasThere ? ' The tree before the change holds one.' : ''
  return `${place}; the tree under review holds no file of that name, under any extension a resolver tries.${near}${before}`
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).map((name) => `'${name}'`).join(', ')
  return names.length > maxNamed ? `${shown} and ${names.length - maxNamed} more` : shown
}
