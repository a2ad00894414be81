import { EndOfRun } from '../../core/model/fault.ts'
import { signalCodes } from './exit.ts'

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// One Ctrl-C under "git commit" arrives twice: from the terminal, and again from git, which passes it on to its hook.
const oneKeypress = 500

/** The clock, and the way out that does not wait for anything. */
export type End = { readonly now: () => number; readonly exit: (code: number) => void }

/** Returns a signal that is aborted when the process is asked to end, so that a run can restore first; a second Ctrl-C ends at once. */
export function listen({ now, exit }: End): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const controller = new AbortController()
  let first: number | undefined
  const heard = (name: NodeJS.Signals): void => {
    if (name === 'SIGINT' && first !== undefined && now() - first > oneKeypress) exit(signalCodes.SIGINT)
    if (name === 'SIGINT') first ??= now()
    controller.abort(new EndOfRun('interrupted', name))
  }
  for (const name of names) process.on(name, heard)
  return { signal: controller.signal, dispose: () => { for (const name of names) process.off(name, heard) } }
}
