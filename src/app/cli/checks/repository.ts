import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { resolveConfig } from '../../../core/config/resolve.ts'
import { GarError } from '../../../core/model/fault.ts'
import { displayPath } from '../../../core/model/path.ts'
import type { GitContext } from '../../../io/git/context.ts'
import { openContext, operationInProgress } from '../../../io/git/context.ts'
import { currentBranch, headFacts } from '../../../io/git/refs.ts'
import { runGit } from '../../../io/git/run.ts'
import { loadConfig } from '../../run/config.ts'
import type { CommandInput } from '../command.ts'
import type { Check } from './check.ts'

/** Opens the repository and says what it is; without one there is nothing more to look at. */
export async function checkRepository({ cwd, env }: CommandInput): Promise<{ readonly check: Check; readonly context: GitContext | null }> {
  try {
    const context = await openContext(cwd, env)
    const [{ commit }, branch] = await Promise.all([runGit(context, headFacts()), runGit(context, currentBranch())])
    const facts = [
      displayPath(context.top),
      branch === null ? 'detached HEAD' : `branch ${displayPath(branch)}`,
      ...(commit === null ? ['no commit yet'] : []),
      ...(context.gitDir === context.commonDir ? [] : ['linked work tree']),
      ...inProgress(operationInProgress(context)),
    ]
    return { check: { name: 'repository', ok: true, detail: facts.join(', ') }, context }
  } catch (error) {
    return { check: failed('repository', error), context: null }
  }
}

/** Returns whether gar may keep its state (lock, journal, verdicts) in the git directory. */
export async function checkState({ gitDir, commonDir }: GitContext): Promise<Check> {
  for (const directory of new Set([gitDir, commonDir])) {
    const isWritable = await access(directory, constants.W_OK | constants.X_OK).then(() => true, () => false)
    if (!isWritable) return { name: 'state', ok: false, detail: `${displayPath(directory)} cannot be written`, fix: `Give yourself write permission on ${displayPath(directory)}.` }
  }
  return { name: 'state', ok: true, detail: `${displayPath(gitDir)} can be written` }
}

/** Returns whether the configuration is valid, and where every value that is not a default comes from. */
export async function checkConfig({ env }: CommandInput, { top }: GitContext): Promise<Check> {
  try {
    const file = await loadConfig(top)
    const { origins } = resolveConfig({ file, env, flags: {} })
    const set = Object.entries(origins).filter(([, origin]) => origin !== 'default').map(([key, origin]) => `${key} by ${origin}`)
    const from = file === null ? 'no configuration file' : file.name
    return { name: 'configuration', ok: true, detail: set.length === 0 ? `${from}, defaults only` : `${from}; ${set.join(', ')}` }
  } catch (error) {
    return failed('configuration', error)
  }
}

function inProgress(operation: string | null): string[] {
  return operation === null ? [] : [`${operation} in progress`]
}

function failed(name: string, error: unknown): Check {
  if (error instanceof GarError) return { name, ok: false, detail: error.message, fix: error.hint }
  throw error
}
