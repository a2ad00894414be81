import * as z from 'zod'
import { GarError } from '../model/fault.ts'
import { displayPath } from '../model/path.ts'
import type { FileConfig, Limits } from './config.ts'
import { branchPolicies, defaults, limits, onErrors, severityFloors } from './config.ts'

const number = ({ min, max }: Limits): z.ZodInt => z.int().min(min).max(max)

const words = z.array(z.string().min(1).max(4000)).min(1).max(100)
/** The schema of one role's player. */
export const playerSchema = z.union([z.literal('engine'), z.strictObject({
  command: words.describe('Program and arguments, run without a shell.'),
  writing: words.optional().describe('The same for the fixer, where other flags let the agent write.'),
  env: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)).max(50).optional().describe('Environment variables the agent gets besides the usual ones.'),
  timeoutSeconds: number(limits.timeoutSeconds).optional().describe('Seconds one answer may take.'),
})])

/** The schema of a configuration file; descriptions and defaults are the documentation's source, and no default is filled in here. */
export const fileSchema = z.strictObject({
  $schema: z.string().optional().describe('Where an editor finds this schema; gar does not read it.'),
  branchPolicy: z.enum(branchPolicies).optional()
    .meta({ description: 'Which branches are reviewed: every branch, or the default branch only.', default: defaults.branchPolicy }),
  defaultBranch: z.string().min(1).max(250).optional()
    .meta({ description: 'Name of the default branch where git cannot tell it; otherwise git\'s own record is used.' }),
  roundCap: number(limits.roundCap).optional()
    .meta({ description: 'Rounds "gar run" may take before it stops.', default: defaults.roundCap }),
  severityFloor: z.enum(severityFloors).optional()
    .meta({ description: 'Least severity that is fixed: critical only, verified bugs too, or everything reported.', default: defaults.severityFloor }),
  reviewer: playerSchema.optional()
    .meta({ description: 'Who reviews: the offline engine, or a command run as an agent (allowed once with "gar trust").', default: defaults.reviewer }),
  verifier: playerSchema.optional()
    .meta({ description: 'Who refutes findings and audits fixes.', default: defaults.verifier }),
  fixer: playerSchema.optional()
    .meta({ description: 'Who applies the approved fixes.', default: defaults.fixer }),
  hooks: z.strictObject({
    roundCap: number(limits.hooksRoundCap).optional()
      .meta({ description: 'Rounds a hook may take; the last fixes are reviewed again only when a round is left.', default: defaults.hooks.roundCap }),
    budgetSeconds: number(limits.budgetSeconds).optional()
      .meta({ description: 'Seconds a hook may take before it stops and blocks.', default: defaults.hooks.budgetSeconds }),
    onError: z.enum(onErrors).optional()
      .meta({ description: 'What a hook does when a helper fails: block the operation, or warn and let it pass.', default: defaults.hooks.onError }),
  }).optional().describe('What differs when git calls gar.'),
  engine: z.strictObject({
    ignore: z.array(z.string().min(1).max(1000)).max(1000).optional()
      .meta({ description: 'Paths the engine does not look at, as gitignore patterns.', default: [...defaults.engine.ignore] }),
    maxFileKb: number(limits.maxFileKb).optional()
      .meta({ description: 'Files larger than this many kilobytes are not analysed; the report names them.', default: defaults.engine.maxFileKb }),
  }).optional().describe('The offline engine.'),
})

/** Returns the configuration a file's JSON value holds. Throws `GarError('config')` that names the file, the key and what was expected. */
export function parseConfig(value: unknown, file: string): FileConfig {
  const parsed = fileSchema.safeParse(value)
  if (!parsed.success) {
    const lines = parsed.error.issues.flatMap((issue) => describe(issue)).map((line) => `${file}: ${line}`)
    throw new GarError('config', lines.join('\n'), { hint: `Correct ${file}, then run "gar doctor".` })
  }
  const { $schema: _, ...config } = parsed.data
  return config
}

function describe(issue: z.core.$ZodIssue): string[] {
  const at = keyPath(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(issue.path)
    return issue.keys.map((key) => `${displayPath([at, key].filter((part) => part !== '').join('.'))}: unknown key, expected one of ${known}`)
  }
  const told = issue.message.replace(/^(?:Invalid input|Invalid option|Too small|Too big): /, '')
  return [at === '' ? told : `${displayPath(at)}: ${told}`]
}

// zod has this too, but reaching for it through `z.core` bundles every language zod speaks.
function keyPath(path: readonly PropertyKey[]): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('')
}

function knownKeys(path: readonly PropertyKey[]): string {
  const section = path[0] === 'hooks' ? defaults.hooks : path[0] === 'engine' ? defaults.engine : defaults
  return Object.keys(section).join(', ')
}

/** Returns the JSON Schema of a configuration file, as editors read it. */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(fileSchema, { io: 'input' })
  return { $schema, title: 'git-auto-review configuration', description: 'The content of .garrc.json, or of the "gar" key of package.json.', ...rest }
}
