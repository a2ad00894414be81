import type { BranchPolicy, Config, FileConfig, OnError, Player, SeverityFloor } from './config.ts'
import { branchPolicies, defaults, limits, onErrors, severityFloors } from './config.ts'
import { parseRoundCap } from './round-cap.ts'
import type { TextParser } from './text.ts'
import { lowered, oneOf, player, refuse, within } from './text.ts'

/** Everything that may set a value. */
export type Sources = {
  /** The parsed file and the name messages call it by; null when there is none. */
  readonly file: { readonly name: string; readonly values: FileConfig } | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** Texts of the command's options by their long name without dashes (`round-cap`). */
  readonly flags: Readonly<Record<string, string | undefined>>
  /** Free words of the command, where "round cap <N>" may stand. */
  readonly prompt?: string
}

export type Resolved = {
  readonly config: Config
  /** Where each value comes from, by its key: `--round-cap`, `round cap phrase`, `GAR_BUDGET`, a file's name or `default`. */
  readonly origins: Readonly<Record<string, string>>
  /** What the run must say about its configuration (GAR-018). */
  readonly notes: readonly string[]
}

type Found<T> = { readonly value: T; readonly origin: string }
type Setting<T> = {
  readonly key: string
  readonly inFile: (file: FileConfig) => T | undefined
  readonly byDefault: T
  /** Set for values a flag, a phrase or a variable may give. */
  readonly text?: { readonly flag?: string; readonly env?: string; readonly phrase?: (prompt: string) => T | undefined; readonly parse: TextParser<T> }
}

const settings = {
  branchPolicy: setting<BranchPolicy>({ key: 'branchPolicy', inFile: (f) => f.branchPolicy, byDefault: defaults.branchPolicy,
    text: { flag: 'branch-policy', env: 'GAR_BRANCH_POLICY', parse: oneOf(branchPolicies) } }),
  defaultBranch: setting<string | undefined>({ key: 'defaultBranch', inFile: (f) => f.defaultBranch, byDefault: defaults.defaultBranch }),
  roundCap: setting<number>({ key: 'roundCap', inFile: (f) => f.roundCap, byDefault: defaults.roundCap,
    text: { flag: 'round-cap', env: 'GAR_ROUND_CAP', phrase: phraseCap, parse: within(limits.roundCap) } }),
  severityFloor: setting<SeverityFloor>({ key: 'severityFloor', inFile: (f) => f.severityFloor, byDefault: defaults.severityFloor,
    text: { flag: 'severity-floor', env: 'GAR_SEVERITY_FLOOR', parse: oneOf(severityFloors) } }),
  reviewer: setting<Player>({ key: 'reviewer', inFile: (f) => f.reviewer, byDefault: defaults.reviewer, text: { env: 'GAR_REVIEWER', parse: player } }),
  verifier: setting<Player>({ key: 'verifier', inFile: (f) => f.verifier, byDefault: defaults.verifier, text: { env: 'GAR_VERIFIER', parse: player } }),
  fixer: setting<Player>({ key: 'fixer', inFile: (f) => f.fixer, byDefault: defaults.fixer, text: { env: 'GAR_FIXER', parse: player } }),
  // One variable serves both caps, so a value fit for "gar run" alone must not make a hook fail: it is lowered.
  hooksRoundCap: setting<number>({ key: 'hooks.roundCap', inFile: (f) => f.hooks?.roundCap, byDefault: defaults.hooks.roundCap,
    text: { env: 'GAR_ROUND_CAP', parse: lowered(limits.roundCap, limits.hooksRoundCap.max) } }),
  budgetSeconds: setting<number>({ key: 'hooks.budgetSeconds', inFile: (f) => f.hooks?.budgetSeconds, byDefault: defaults.hooks.budgetSeconds,
    text: { env: 'GAR_BUDGET', parse: within(limits.budgetSeconds) } }),
  onError: setting<OnError>({ key: 'hooks.onError', inFile: (f) => f.hooks?.onError, byDefault: defaults.hooks.onError,
    text: { env: 'GAR_ON_ERROR', parse: oneOf(onErrors) } }),
  ignore: setting<readonly string[]>({ key: 'engine.ignore', inFile: (f) => f.engine?.ignore, byDefault: defaults.engine.ignore }),
  maxFileKb: setting<number>({ key: 'engine.maxFileKb', inFile: (f) => f.engine?.maxFileKb, byDefault: defaults.engine.maxFileKb }),
}

/** Every source of a value, the one that wins first. */
const precedence = [fromFlag, fromPhrase, fromEnv, fromFile]

/** Returns the effective configuration and where each value comes from. Throws `GarError`: `usage` for a bad flag, `config` for a bad variable. */
export function resolveConfig(sources: Sources): Resolved {
  const origins: Record<string, string> = {}
  const get = <T>(wanted: Setting<T>): T => {
    const { value, origin } = pick(wanted, sources)
    origins[wanted.key] = origin
    return value
  }
  const config: Config = {
    branchPolicy: get(settings.branchPolicy),
    defaultBranch: get(settings.defaultBranch),
    roundCap: get(settings.roundCap),
    severityFloor: get(settings.severityFloor),
    reviewer: get(settings.reviewer),
    verifier: get(settings.verifier),
    fixer: get(settings.fixer),
    hooks: { roundCap: get(settings.hooksRoundCap), budgetSeconds: get(settings.budgetSeconds), onError: get(settings.onError) },
    engine: { ignore: get(settings.ignore), maxFileKb: get(settings.maxFileKb) },
  }
  return { config, origins, notes: phraseNotes(sources.prompt, config.roundCap) }
}

/** Returns the names a value may also be given by, for the documentation. */
export function textNames(key: string): { readonly flag?: string; readonly env?: string } {
  return Object.values(settings).find((known) => known.key === key)?.text ?? {}
}

function setting<T>(of: Setting<T>): Setting<T> {
  return of
}

function pick<T>(wanted: Setting<T>, sources: Sources): Found<T> {
  for (const source of precedence) {
    const found = source(wanted, sources)
    if (found) return found
  }
  return { value: wanted.byDefault, origin: 'default' }
}

function fromFlag<T>({ text }: Setting<T>, { flags }: Sources): Found<T> | undefined {
  const given = text?.flag === undefined ? undefined : flags[text.flag]
  if (!text || given === undefined) return undefined
  const parsed = text.parse(given)
  return 'value' in parsed ? { value: parsed.value, origin: `--${text.flag}` } : refuse('usage', `--${text.flag}`, { given, ...parsed })
}

function fromPhrase<T>({ text }: Setting<T>, { prompt }: Sources): Found<T> | undefined {
  const value = prompt === undefined ? undefined : text?.phrase?.(prompt)
  return value === undefined ? undefined : { value, origin: 'round cap phrase' }
}

function fromEnv<T>({ text }: Setting<T>, { env }: Sources): Found<T> | undefined {
  const given = text?.env === undefined ? undefined : env[text.env]
  // An empty variable is how a shell spells "not set".
  if (!text || given === undefined || given === '') return undefined
  const parsed = text.parse(given)
  return 'value' in parsed ? { value: parsed.value, origin: `${text.env}` } : refuse('config', `${text.env}`, { given, ...parsed })
}

function fromFile<T>({ inFile }: Setting<T>, { file }: Sources): Found<T> | undefined {
  const value = file === null ? undefined : inFile(file.values)
  return file === null || value === undefined ? undefined : { value, origin: file.name }
}

function phraseCap(prompt: string): number | undefined {
  const phrase = parseRoundCap(prompt)
  return phrase.kind === 'cap' ? phrase.cap : undefined
}

function phraseNotes(prompt: string | undefined, cap: number): string[] {
  const phrase = parseRoundCap(prompt ?? '')
  return phrase.kind === 'not-a-cap' ? [`"round cap ${phrase.said}" is no round cap (a positive whole number is expected); the cap stays ${cap}.`] : []
}
