import { spawn } from 'node:child_process'

export type ShellCommand = {
  readonly command: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Runs a command line with `sh -c` in a process group of its own, input closed and output dropped; returns its exit code, or null when it was killed or did not start. */
export function runShell({ command, cwd, env, limit, signal }: ShellCommand): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: 'ignore' })
    const kill = (): void => { killGroup(child.pid) }
    const timer = setTimeout(kill, limit)
    signal.addEventListener('abort', kill, { once: true })
    const done = (code: number | null): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      // What the command left running ends with it.
      kill()
      resolve(code)
    }
    child.on('error', () => { done(null) })
    child.on('exit', (code) => { done(code) })
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
