/** What the engine needs to know of the machine and of the repository's wishes. */
export type EngineOptions = {
  /** Absolute directory in which it may create and delete things. */
  readonly scratch: string
  readonly nodePath: string
  /** Environment of child processes. */
  readonly env: Readonly<Record<string, string>>
  /** Patterns in the syntax of .gitignore; nothing is looked for in these paths. */
  readonly ignore: readonly string[]
  readonly maxFileBytes?: number
  /** How long an analyser's process may take. */
  readonly deadlineMs?: number
}
