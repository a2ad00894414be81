import { GarError } from '../../core/model/fault.ts'
import type { Surroundings } from './command.ts'
import { listen } from './signals.ts'
import type { Terminal } from './terminal.ts'
import { createTerminal } from './terminal.ts'

/** Runs one command with the process's streams, environment and signals, and returns the exit code; nothing is thrown. */
export async function start(argv: readonly string[]): Promise<number> {
  const answer = outliveReader(process.stdout)
  outliveReader(process.stderr)
  const io = createTerminal({ stdout: process.stdout, stderr: process.stderr, env: process.env })
  const { signal, dispose } = listen({ now: () => performance.now(), exit: (code) => process.exit(code) })
  try {
    const code = await dispatch(argv, { cwd: process.cwd(), env: process.env, io, signal })
    await flushed(process.stdout)
    if (answer.failure) throw answer.failure
    return code
  } catch (error) {
    return await explain(error, io)
  } finally {
    dispose()
  }
}

async function dispatch(argv: readonly string[], around: Surroundings): Promise<number> {
  const [verb, name, ...args] = argv
  // Git waits for this one, so it does without the option parser; its options belong to git, not to gar.
  if (verb === 'hook' && name !== undefined && !name.startsWith('-')) {
    const { run } = await import('./commands/hook.ts')
    return run({ ...around, options: {}, args: [name, ...args] })
  }
  const { parseAndRun } = await import('./program.ts')
  return parseAndRun(argv, around)
}

async function explain(error: unknown, io: Terminal): Promise<number> {
  const [{ renderError }, { exitCodeOf }] = await Promise.all([import('./messages.ts'), import('./exit.ts')])
  const { bold } = await io.colour('note')
  const [first = '', ...rest] = renderError(error, process.env).split('\n')
  io.note([bold(first), ...rest].join('\n'))
  return exitCodeOf(error)
}

// A failure to write is told after the write; the exit code must wait for it.
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => { stream.write('', () => { setImmediate(resolve) }) })
}

// A reader that leaves early (`gar report | head`) or a terminal that is closed is no fault of the run.
const readerGone: readonly unknown[] = ['EPIPE', 'EIO']

/** Keeps a run alive whose words cannot be written: it may have files to put back. Other failures are told at the end. */
function outliveReader(stream: NodeJS.WriteStream): { readonly failure: GarError | undefined } {
  const kept: { failure: GarError | undefined } = { failure: undefined }
  stream.on('error', (cause: NodeJS.ErrnoException) => {
    if (!readerGone.includes(cause.code)) kept.failure ??= new GarError('helper', `The answer cannot be written: ${cause.message}.`, { hint: 'Make room where the output goes, and run it again.', cause })
  })
  return kept
}
