export const branchPolicies = ['any', 'default-only'] as const
export const severityFloors = ['critical', 'bug', 'all'] as const
export const onErrors = ['block', 'warn'] as const
export type BranchPolicy = (typeof branchPolicies)[number]
export type SeverityFloor = (typeof severityFloors)[number]
export type OnError = (typeof onErrors)[number]

/** Who plays a role: the offline engine, or a command run as an agent. */
export type Player = 'engine' | {
  /** Program and arguments, run without a shell. */
  readonly command: readonly string[]
  /** The same with the flags the agent needs to write, for the fixer. */
  readonly writing?: readonly string[] | undefined
  /** Names of environment variables the agent gets besides the allow-list. */
  readonly env?: readonly string[] | undefined
  readonly timeoutSeconds?: number | undefined
}

/** The effective configuration: every key has a value, `defaultBranch` apart, which may be left to git. */
export type Config = {
  readonly branchPolicy: BranchPolicy
  readonly defaultBranch: string | undefined
  readonly roundCap: number
  readonly severityFloor: SeverityFloor
  readonly reviewer: Player
  readonly verifier: Player
  readonly fixer: Player
  readonly hooks: { readonly roundCap: number; readonly budgetSeconds: number; readonly onError: OnError }
  readonly engine: { readonly ignore: readonly string[]; readonly maxFileKb: number }
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }
/** What a configuration file holds: any part of it may be left out. */
export type FileConfig = Loose<Omit<Config, 'hooks' | 'engine'>> & {
  readonly hooks?: Loose<Config['hooks']> | undefined
  readonly engine?: Loose<Config['engine']> | undefined
}

export const defaults: Config = {
  branchPolicy: 'any',
  defaultBranch: undefined,
  roundCap: 5,
  severityFloor: 'bug',
  reviewer: 'engine',
  verifier: 'engine',
  fixer: 'engine',
  hooks: { roundCap: 2, budgetSeconds: 60, onError: 'block' },
  engine: { ignore: [], maxFileKb: 1000 },
}

export type Limits = { readonly min: number; readonly max: number }
/** The ranges of the numbers, ends included. */
export const limits = {
  roundCap: { min: 1, max: 50 },
  hooksRoundCap: { min: 1, max: 10 },
  budgetSeconds: { min: 1, max: 3600 },
  maxFileKb: { min: 1, max: 100_000 },
  timeoutSeconds: { min: 1, max: 7200 },
} as const satisfies Record<string, Limits>
