import { Buffer } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { HelperError } from '../../core/model/fault.ts'
import { displayPath } from '../../core/model/path.ts'
import { makeDirectory, readIfThere, removeTree, writeWhole } from '../os/files.ts'
import type { Captured, TreeEnded } from '../os/process-tree.ts'
import { runTree } from '../os/process-tree.ts'
import type { AgentBackend, AgentCall, AgentText } from './backend.ts'

export type CommandOptions = {
  /**
   * The program and its arguments, run without a shell. `{prompt_file}`, `{schema_file}`, `{out_file}`, `{root}` and `{role}` inside an
   * argument are replaced; with `{out_file}` the answer is that file, else standard output.
   */
  readonly argv: readonly string[]
  /** The same for the fixer, where an agent needs other flags to be allowed to write. */
  readonly writingArgv?: readonly string[]
  /** The whole environment of the agent: an allow-list, and what the user lets through by name. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds from the request to end until the agent's processes are killed. */
  readonly grace?: number
  /** Bytes of one output stream. */
  readonly maxBytes?: number
}

const defaultGrace = 3000
const drain = 300
const defaultMaxBytes = 20_000_000
const strict = new TextDecoder('utf-8', { fatal: true })

/** Returns the back end that runs any command as an agent, with the prompt on its closed standard input. */
export function createCommandBackend(options: CommandOptions): AgentBackend {
  return { name: nameOf(options), ask: (call) => ask(options, call) }
}

function nameOf({ argv, writingArgv }: CommandOptions): string {
  const digest = createHash('sha256').update(JSON.stringify([argv, writingArgv ?? null])).digest('hex')
  return `${displayPath(path.basename(argv[0] ?? ''))}-${digest.slice(0, 8)}`
}

type Files = { readonly directory: string; readonly temp: string; readonly prompt: string; readonly schema: string; readonly out: string }

async function ask(options: CommandOptions, call: AgentCall): Promise<AgentText> {
  // A place of its own for each call: an answer left by an earlier one must not be taken for this one's.
  const directory = path.join(call.scratch, `agent-${randomUUID()}`)
  const files: Files = {
    directory, temp: path.join(directory, 'tmp'), prompt: path.join(directory, 'prompt.md'), schema: path.join(directory, 'schema.json'), out: path.join(directory, 'answer.txt'),
  }
  await makeDirectory(files.temp, 0o700)
  try {
    return { text: await answer(options, call, files) }
  } finally {
    await removeTree(directory)
  }
}

async function answer(options: CommandOptions, call: AgentCall, files: Files): Promise<string> {
  const given = call.mayWrite ? options.writingArgv ?? options.argv : options.argv
  const [file, ...args] = fill(given, call, files)
  if (file === undefined) throw new HelperError('spawn-failure', 'The agent command is empty.')
  await writeWhole(files.prompt, Buffer.from(call.prompt))
  await writeWhole(files.schema, Buffer.from(`${JSON.stringify(call.schema)}\n`))
  const ended = await runTree({
    file, args, cwd: call.root, env: environment(options, call, files), input: call.prompt,
    deadline: call.deadline, grace: options.grace ?? defaultGrace, drain, maxBytes: options.maxBytes ?? defaultMaxBytes, signal: call.signal,
  })
  const stdout = judge(ended, call)
  const usesFile = given.some((argument) => argument.includes('{out_file}'))
  return decode(usesFile ? await readIfThere(files.out) : stdout)
}

// One pass, so that a path which happens to hold a placeholder is not filled in again.
function fill(argv: readonly string[], call: AgentCall, files: Files): readonly string[] {
  const values: Readonly<Record<string, string>> = { prompt_file: files.prompt, schema_file: files.schema, out_file: files.out, root: call.root, role: call.role }
  return argv.map((argument) => argument.replace(/\{(prompt_file|schema_file|out_file|root|role)\}/g, (whole, name: string) => values[name] ?? whole))
}

function environment({ env }: CommandOptions, { role }: AgentCall, { temp }: Files): Record<string, string> {
  // With GAR_HOOK set, a hook that git starts inside the agent does not start a review of its own.
  return { ...env, TMPDIR: temp, TMP: temp, TEMP: temp, TERM: 'dumb', NO_COLOR: '1', GAR_HOOK: role }
}

function judge(ended: TreeEnded, { signal, deadline }: AgentCall): Buffer {
  switch (ended.kind) {
    case 'not-started': throw new HelperError('spawn-failure', `The agent did not start: ${ended.cause.message}`, { cause: ended.cause })
    case 'cancelled': signal.throwIfAborted(); throw death('was cancelled', ended.stderr)
    case 'timed-out': throw death(`did not answer within ${deadline} ms`, ended.stderr)
    case 'output-limit': throw death('wrote more than its output may hold', ended.stderr)
    case 'signalled': throw death(`was ended by ${ended.signal}`, ended.stderr)
    case 'exited':
      if (ended.code !== 0) throw death(`ended with exit code ${ended.code}`, ended.stderr)
      return ended.stdout.bytes
  }
}

function death(how: string, stderr: Captured): HelperError {
  const [line = ''] = stderr.bytes.toString('utf8').trimEnd().split('\n').slice(-1)
  return new HelperError('mid-run-death', `The agent ${how}${line.trim() === '' ? '.' : `: ${displayPath(line.trim().slice(-300))}`}`)
}

function decode(bytes: Uint8Array | null): string {
  if (bytes === null) throw new HelperError('contract-violating', 'The agent wrote no answer file.')
  const text = decodeStrictly(bytes)
  if (text.trim() === '') throw new HelperError('contract-violating', 'The answer is empty.')
  return text
}

function decodeStrictly(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch (cause) {
    throw new HelperError('contract-violating', 'The answer is not UTF-8 text.', { cause })
  }
}
