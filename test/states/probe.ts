// Stands where the hook expects Node: records the state's directory before gar begins and after it, and leaves a line about what gar changed.
//
//   probe ROOT LOGS before PID    the shell of the hook begins
//   probe ROOT LOGS after PID     it ends without having started Node
//   probe ROOT LOGS gar.js hook NAME ...    it became this process
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Change, World } from './record.ts'
import { changes, record } from './record.ts'

/** One time that git asked gar; `hook` is empty where the shell answered alone. */
export type Call = {
  readonly hook: string
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
  readonly changes: readonly Change[]
}

const [root = '', logs = '', ...argv] = process.argv.slice(2)
// A signal to the whole group is gar's to answer; the probe waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

if (argv[0] === 'before') writeFileSync(kept(argv[1]), JSON.stringify([...record(root)]))
else if (argv[0] === 'after') tell({ hook: '', code: 0, signal: null, stdout: '', stderr: '', milliseconds: 0, changes: changes(before(argv[1]), record(root)) })
else become()

function become(): void {
  const was = before(`${process.pid}`)
  const start = performance.now()
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, argv, { stdio: ['inherit', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 1 << 26 })
  const milliseconds = Math.round(performance.now() - start)
  tell({ hook: argv[2] ?? '', code: status, signal, stdout, stderr, milliseconds, changes: changes(was, record(root)) })
  process.stderr.write(stderr)
  process.exitCode = status ?? 1
}

function before(pid = ''): World {
  return new Map(JSON.parse(readFileSync(kept(pid), 'utf8')) as [string, never][])
}

function kept(pid = ''): string {
  return path.join(logs, `before-${pid}`)
}

function tell(call: Call): void {
  appendFileSync(path.join(logs, 'calls'), `${JSON.stringify(call)}\n`)
}
