import { GarError } from '../../core/model/fault.ts'
import type { Env } from './env.ts'
import { runProcess } from '../os/spawn.ts'
import type { GitCommand } from './command.ts'
import { fixedArgs, privateWriters, readers } from './command.ts'

/** Where and how git runs: the directory and the complete environment. */
export type GitPlace = { readonly cwd: string; readonly env: Env }

/** A git command failed in a way that is no answer; keeps argv, exit code and what git said. */
export class GitError extends GarError {
  override readonly name = 'GitError'
  readonly argv: readonly string[]
  readonly exit: number | string
  readonly stderr: string
  constructor(argv: readonly string[], exit: number | string, stderr: string) {
    const said = stderr.trim().split('\n')[0] ?? ''
    super('git-failed', `git ${argv[0] ?? ''} failed (${exit})${said === '' ? '' : `: ${said}`}`, { hint: `Run "git ${argv.join(' ')}" to see why, or skip gar once with --no-verify.` })
    this.argv = argv
    this.exit = exit
    this.stderr = stderr
  }
}

/** Runs one git command at a place and returns its parsed answer. Throws `GitError`, or `GarError('git-missing')`. */
export async function runGit<T>(place: GitPlace, command: GitCommand<T>): Promise<T> {
  assertListed(place, command)
  const ended = await runProcess({
    file: 'git', args: [...fixedArgs, ...command.argv], cwd: place.cwd, env: place.env, ...(command.input && { input: command.input }),
  })
  switch (ended.kind) {
    case 'missing':
      throw new GarError('git-missing', 'git was not found on PATH.', { hint: 'Install git 2.31 or later, or put it on PATH.', cause: ended.cause })
    case 'signal':
      throw new GitError(command.argv, ended.signal, ended.stderr)
    case 'exit':
      if (!(command.ok ?? [0]).includes(ended.code)) throw new GitError(command.argv, ended.code, ended.stderr)
      return command.parse(ended.stdout, ended.code)
  }
}

function assertListed(place: GitPlace, command: GitCommand<unknown>): void {
  const verb = command.argv[0] ?? ''
  const isReader = (readers as readonly string[]).includes(verb)
  const isPrivate = command.writes === 'private-index' && (privateWriters as readonly string[]).includes(verb) && place.env['GAR_PRIVATE_INDEX'] === '1'
  if (!isReader && !isPrivate) throw new Error(`git ${verb} is not on the list of commands gar may run here`)
}
