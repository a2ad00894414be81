import type { Planned, UninstallState } from '../../../core/hook/edit.ts'
import { uninstallHooks } from '../../run/hooks.ts'
import type { CommandInput } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { hookLine, nearPath, noteRefusals } from './hook-lines.ts'

/** Takes gar's hooks away, puts earlier ones back, and prints what was done and what is left. */
export async function run(input: CommandInput): Promise<number> {
  const done = await uninstallHooks({ cwd: input.cwd, env: input.env })
  if (done.kind === 'refused') {
    noteRefusals(input.io, done.refusals)
    return exitCodes.usage
  }
  input.io.out(render(done.hooks, input.cwd))
  const left = done.hooks.filter((hook) => hook.state === 'edited')
  noteRefusals(input.io, left.map(({ path }) => ({ path, what: `${nearPath(path, input.cwd)} holds changes of yours beside gar's lines; it is left as it is.`, next: 'Delete gar\'s lines in it by hand.' })))
  return left.length === 0 ? exitCodes.clean : exitCodes.usage
}

function render(hooks: readonly Planned<UninstallState>[], cwd: string): string {
  const told = hooks.filter((hook) => hook.state === 'removed' || hook.state === 'restored')
  return told.length === 0 ? 'No hook of gar is installed here.' : told.map((hook) => hookLine(hook, cwd)).join('\n')
}
