import type { Terminal } from './terminal.ts'

/** What a command is given; it reads nothing of the process itself. */
export type CommandInput = {
  /** Options by their camel-case name (`--round-cap 3` is `roundCap: '3'`); use {@link textOption} and {@link isSet}. */
  readonly options: Readonly<Record<string, unknown>>
  /** The words after the command's name that are not options. */
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly io: Terminal
  /** Aborted with an `EndOfRun` reason when the user or the system asks the run to end. */
  readonly signal: AbortSignal
}

/** The part of a command's input that does not depend on the command line. */
export type Surroundings = Omit<CommandInput, 'options' | 'args'>

/** A command module exports this `run`, and nothing imports the module before the command is asked for. */
export type Command = { readonly run: (input: CommandInput) => Promise<number> }

/** Returns the text given with an option, or undefined when the option was not given. */
export function textOption(input: Pick<CommandInput, 'options'>, name: string): string | undefined {
  const value = input.options[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns true when a switch was given. */
export function isSet(input: Pick<CommandInput, 'options'>, name: string): boolean {
  return input.options[name] === true
}

/** Returns the options that set configuration, by the names `resolveConfig` knows them by. */
export function configFlags(input: Pick<CommandInput, 'options'>): Record<string, string | undefined> {
  return {
    'round-cap': textOption(input, 'roundCap'),
    'branch-policy': textOption(input, 'branchPolicy'),
    'severity-floor': textOption(input, 'severityFloor'),
  }
}
