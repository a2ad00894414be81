import { runShell } from '../../io/os/shell.ts'

const perLine = 60_000

/** Where a ledger's commands run. */
export type LedgerPlace = { readonly directory: string; readonly env: Readonly<Record<string, string>>; readonly signal: AbortSignal }

/** Runs one reproduction's command; anything but exit 0 in time is a failure. */
export async function isPassing(command: string, { directory, env, signal }: LedgerPlace, until: number): Promise<boolean> {
  const limit = Math.min(perLine, until - performance.now())
  return limit > 0 && await runShell({ command, cwd: directory, env, limit, signal }) === 0
}
