import { displayPath } from '../../../core/model/path.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import type { Problem } from './link.ts'

/** Returns the rule a problem breaks. */
export function ruleOf(problem: Problem): string {
  return problem.kind === 'file' ? 'gar/unresolved-import' : 'gar/missing-export'
}

/** Returns what the problem is, in the words of a title. */
export function messageOf(problem: Problem): string {
  if (problem.kind === 'file') return `'${problem.spec}' leads to no file`
  return problem.name === 'default' ? `'${problem.spec}' has no default export` : `'${problem.spec}' offers no '${problem.name}'`
}

/** Returns what the problem was concluded from. */
export function evidenceOf(problem: Problem, { path, line, wasThere }: { readonly path: RepoPath; readonly line: number; readonly wasThere: boolean }): string {
  const place = `Line ${line} of ${displayPath(path)} names '${problem.spec}'`
  const before = wasThere ? ' The tree before the change has it.' : ''
  if (problem.kind === 'name') return `${place}, which is ${displayPath(problem.file)}; in the tree under review that file does not export '${problem.name}'.${before}`
  const near = problem.near === null ? '' : ` It does hold ${displayPath(problem.near)}, which differs in the case of letters alone.`
  return `${place}; the tree under review holds no file of that name, under any extension a resolver tries.${near}${before}`
}
