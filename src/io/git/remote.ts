import type { GitContext } from './context.ts'
import { fixedArgs } from './command.ts'
import { runProcess } from '../os/spawn.ts'

const limit = 5_000

/** Asks the remote for its HEAD branch without moving a ref; null when it does not say so within five seconds (GAR-169, GAR-170). */
export async function remoteHeadBranch(context: GitContext, remote: string): Promise<string | null> {
  const ended = await runProcess({ file: 'git', args: [...fixedArgs, 'remote', 'show', remote], cwd: context.top, env: context.env, timeout: limit })
  if (ended.kind !== 'exit' || ended.code !== 0) return null
  const name = /^\s*HEAD branch: (.+)$/m.exec(ended.stdout.toString('utf8'))?.[1]
  return name === undefined || name.startsWith('(') ? null : name
}
