import type { Scope } from '../../run/scope.ts'
import { readScope } from '../../run/scope.ts'
import type { CommandInput } from '../command.ts'
import { isSet, textOption } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { requestOf } from '../request.ts'

/** Prints what a run would review; exit 0, or 1 when there is nothing, or 5 when the branch is no target. */
export async function run(input: CommandInput): Promise<number> {
  const request = await requestOf(input, { prompt: '', progress: () => undefined })
  const scope = await readScope(request, textOption(input, 'base'))
  if ('declined' in scope) {
    input.io.note(`gar: declined: ${scope.declined}.`)
    return exitCodes.declined
  }
  input.io.out(isSet(input, 'json') ? JSON.stringify(scope) : tell(scope))
  return scope.empty ? exitCodes.notClean : exitCodes.clean
}

function tell(scope: Scope): string {
  const { coverage } = scope
  const base = scope.base === null ? 'none; local commits are not covered, name a start with --base' : `${scope.base.slice(0, 12)} (${scope.baseRef ?? '--base'}), ${scope.commits} local commit${scope.commits === 1 ? '' : 's'}`
  const list = (name: string, paths: readonly string[]): readonly string[] => paths.map((path) => `${name.padEnd(10)}${path}`)
  return [
    `branch    ${scope.branch}`, `base      ${base}`, `coverage  ${coverage.kind === 'full' ? 'full' : `partial, without ${coverage.missing.join(', ')}`}`,
    ...list('committed', scope.committed), ...list('staged', scope.staged), ...list('unstaged', scope.unstaged), ...list('untracked', scope.untracked),
    ...(scope.empty ? ['There is nothing to review.'] : []),
  ].join('\n')
}
