import { lstatSync } from 'node:fs'
import path from 'node:path'
import { GarError } from '../../core/model/fault.ts'
import { makeDirectory } from '../os/files.ts'
import type { GitCommand } from './command.ts'
import { oneLine } from './command.ts'
import { gitEnv } from './env.ts'
import type { GitPlace } from './run.ts'
import { GitError, runGit } from './run.ts'

/** The repository a run works in; every path is absolute and real, whatever the hook's environment said (git-facts 1.1, 2.1). */
export type GitContext = GitPlace & {
  readonly top: string
  /** Per work tree: journal, lock and snapshots live under it. */
  readonly gitDir: string
  /** Shared by all work trees: verdicts live under it. */
  readonly commonDir: string
  /** The index that holds what will be committed: the one `GIT_INDEX_FILE` names in a hook. */
  readonly index: string
}

const questions = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir'] as const

/**
 * Opens the repository around `cwd` as git itself would see it with this environment. A bare one can push and be given hooks: there, and only there, it
 * opens with an empty work tree in the git directory. Throws for no repository, another bare one, or a git before 2.31.
 */
export async function openContext(cwd: string, env: Readonly<Record<string, string | undefined>>, may = { beBare: env['GAR_HOOK'] === 'pre-push' }): Promise<GitContext> {
  // While a push is received its objects are not the repository's yet, and nothing may be written beside them.
  if ((env['GIT_QUARANTINE_PATH'] ?? '') !== '') throw new GarError('usage', 'gar was called while a repository receives a push.', { hint: 'Review before the push: gar is a hook of the repository that pushes.' })
  const place: GitPlace = { cwd, env: { ...gitEnv(env), ...located(env) } }
  const [top, gitDir, commonDir] = await answers(place).catch((error: unknown) => bareAnswers(place, may.beBare, error))
  const named = env['GIT_INDEX_FILE']
  // A relative GIT_INDEX_FILE counts from the top of the work tree (git-facts 2.1).
  const index = named === undefined || named === '' ? path.join(gitDir, 'index') : path.resolve(top, named)
  return { cwd: top, top, gitDir, commonDir, index, env: { ...gitEnv(env), GIT_DIR: gitDir, GIT_WORK_TREE: top, GIT_INDEX_FILE: index } }
}

function located(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR']) {
    const value = env[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}

async function answers(place: GitPlace): Promise<[string, string, string]> {
  try {
    const lines = await runGit(place, ask([...questions]))
    const [top, gitDir, commonDir] = lines
    // A path may hold a newline; then the answers can only be told apart one by one.
    if (lines.length === 3 && top !== undefined && gitDir !== undefined && commonDir !== undefined) return [top, gitDir, commonDir]
    const one = async (question: string): Promise<string> => (await runGit(place, { ...ask([question]), parse: oneLine }))
    return [await one(questions[0]), await one(questions[1]), await one(questions[2])]
  } catch (error) {
    throw error instanceof GitError ? explain(place, error) : error
  }
}

// A linked work tree whose repository is bare has files of its own, and a directory inside .git belongs to a repository that is not bare.
async function bareAnswers(place: GitPlace, mayBeBare: boolean, error: unknown): Promise<[string, string, string]> {
  if (!mayBeBare || !(error instanceof GarError) || error.code !== 'bare-repository') throw error
  const [isBare, gitDir, commonDir] = await runGit(place, ask(['--is-bare-repository', '--absolute-git-dir', '--git-common-dir']))
  if (isBare !== 'true' || gitDir === undefined || gitDir !== commonDir) throw error
  const top = path.join(gitDir, 'gar', 'no-files')
  await makeDirectory(top, 0o700)
  return [top, gitDir, commonDir]
}

function ask(names: readonly string[]): GitCommand<string[]> {
  return { argv: ['rev-parse', '--path-format=absolute', ...names], parse: (stdout) => {
    const lines = oneLine(stdout).split('\n')
    if (lines[0] === '--path-format=absolute') throw new GarError('git-too-old', 'This git is older than 2.31.', { hint: 'Install git 2.31 or later.' })
    return lines
  } }
}

function explain(place: GitPlace, error: GitError): GarError {
  if (error.stderr.includes('must be run in a work tree')) {
    return new GarError('bare-repository', `${place.cwd} is a bare repository or a git directory; gar reviews work trees.`, { hint: 'Run gar in a clone of it.' })
  }
  if (error.stderr.includes('not a git repository')) {
    return new GarError('not-a-repository', `${place.cwd} is not inside a git repository.`, { hint: 'Run "git init" first, or change to a repository.' })
  }
  return error
}

/** Returns the operation that is in progress (merge, rebase ...), or null; gar then reviews without writing (git-facts 1.11). */
export function operationInProgress(context: GitContext): string | null {
  const marks = { MERGE_HEAD: 'merge', CHERRY_PICK_HEAD: 'cherry-pick', REVERT_HEAD: 'revert', 'rebase-merge': 'rebase', 'rebase-apply': 'rebase', BISECT_LOG: 'bisect' }
  for (const [file, name] of Object.entries(marks)) if (exists(path.join(context.gitDir, file))) return name
  return null
}

function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined
}
