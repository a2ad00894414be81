import { Command, CommanderError } from 'commander'
import { GarError } from '../../core/model/fault.ts'
import { version } from './about.ts'
import type { CommandSpec } from './command-table.ts'
import { commands } from './command-table.ts'
import { helpAfter } from './help.ts'
import type { Surroundings } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Parses the words of the command line, runs the command they name and returns its exit code. */
export async function parseAndRun(argv: readonly string[], around: Surroundings): Promise<number> {
  let code = 0
  const program = buildProgram(around.io)
  for (const spec of commands) {
    addCommand(program, spec).action(async (...given: unknown[]) => {
      const command = given.at(-1)
      if (!(command instanceof Command)) throw new Error('commander hands the command over last')
      const { run } = await spec.load()
      code = await run({ ...around, options: command.opts(), args: command.args })
    })
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return translate(error)
  }
}

function buildProgram(io: Terminal): Command {
  return new Command('gar')
    .description('Reviews what you are about to publish, fixes what it can prove, and leaves every fix unstaged.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', helpAfter)
    .showSuggestionAfterError(true)
    .exitOverride()
    // Errors are rendered once, by the entry; what goes to stdout is the help that was asked for.
    .configureOutput({ writeOut: (text) => { io.out(text) }, writeErr: () => undefined, getOutHelpWidth: () => 100, getErrHelpWidth: () => 100 })
}

function addCommand(program: Command, { name, words, summary, options }: CommandSpec): Command {
  const command = program.command(name).description(summary)
  if (words) addWords(command, words)
  for (const [flags, meaning] of options) command.option(flags, meaning)
  return command
}

function addWords(command: Command, [notation, meaning]: readonly [string, string]): void {
  const [first = '', ...rest] = notation.split(' ')
  command.argument(first, meaning)
  for (const more of rest) command.argument(more)
}

function translate(error: unknown): number {
  if (!(error instanceof CommanderError)) throw error
  if (error.exitCode === 0) return 0
  if (error.code === 'commander.help') throw new GarError('usage', 'No command was given.', { hint: 'Run "gar --help" for the commands.', cause: error })
  const [message = '', ...suggestion] = error.message.replace(/^error: /, '').split('\n')
  const hint = [...suggestion.map((line) => line.replace(/^\((.*)\)$/, '$1')), 'Run "gar --help", or "gar help <command>".'].join(' ')
  throw new GarError('usage', message.charAt(0).toUpperCase() + message.slice(1), { hint, cause: error })
}
