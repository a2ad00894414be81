import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'

export type Process = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input?: Uint8Array
  /** Milliseconds after which the child is killed. */
  readonly timeout?: number
}

/** How a child ended: its exit code, or why there is none. */
export type Ended =
  | { readonly kind: 'exit'; readonly code: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly kind: 'signal'; readonly signal: string; readonly stderr: string }
  | { readonly kind: 'missing'; readonly cause: Error }

/** Runs a short child to its end and returns its bytes; starting it costs a third of what a process library does, and git is started often. */
export function runProcess(what: Process): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(what.file, what.args, { cwd: what.cwd, env: what.env, stdio: ['pipe', 'pipe', 'pipe'], ...(what.timeout !== undefined && { timeout: what.timeout, killSignal: 'SIGKILL' }) })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    // A child that ends without reading its input closes the pipe; its exit code says what happened.
    child.stdin.on('error', () => undefined)
    child.on('error', (cause) => { resolve({ kind: 'missing', cause }) })
    child.on('close', (code, signal) => {
      const stderr = Buffer.concat(err).toString('utf8')
      if (code === null) resolve({ kind: 'signal', signal: signal ?? 'unknown', stderr })
      else resolve({ kind: 'exit', code, stdout: Buffer.concat(out), stderr })
    })
    child.stdin.end(what.input)
  })
}
