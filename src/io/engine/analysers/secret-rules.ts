import * as z from 'zod'
import data from '../data/secret-rules.json' with { type: 'json' }
import type { RepoPath } from '../../../core/model/path.ts'

const pattern = z.object({ regex: z.string(), flags: z.string() })
const allowance = z.object({ all: z.boolean(), target: z.enum(['secret', 'match', 'line']), regexes: z.array(pattern), paths: z.array(pattern), stopwords: z.array(z.string()) })
const rules = z.object({
  allow: allowance,
  rules: z.array(pattern.extend({
    id: z.string(), group: z.number(), entropy: z.number(), keywords: z.array(z.string()),
    path: pattern.nullable(), generic: z.boolean(), allow: z.array(allowance),
  })),
})
type Pattern = z.infer<typeof pattern>
type Allowance = z.infer<typeof allowance>

export type Hit = { readonly secret: string; readonly match: string; readonly line: string; readonly path: RepoPath }
export type SecretRule = {
  readonly id: string
  readonly generic: boolean
  /** Lower-case words one of which must occur before the pattern is worth trying. */
  readonly keywords: readonly string[]
  readonly pattern: () => RegExp
  readonly secretOf: (match: RegExpMatchArray) => string
  readonly appliesTo: (path: RepoPath) => boolean
  readonly allows: (hit: Hit) => boolean
}

const compile = ({ regex, flags }: Pattern): (() => RegExp) => {
  let compiled: RegExp | undefined
  return () => (compiled ??= new RegExp(regex, flags))
}

const meets = (make: () => RegExp, text: string): boolean => text.search(make()) >= 0

/** Returns the rules, each compiled when it is first tried. */
export function secretRules(): readonly SecretRule[] {
  const parsed = rules.parse(data)
  const common = toAllows(parsed.allow)
  return parsed.rules.map((rule) => {
    const [path, own] = [rule.path === null ? null : compile(rule.path), rule.allow.map(toAllows)]
    return {
      id: rule.id,
      generic: rule.generic,
      keywords: rule.keywords,
      pattern: compile(rule),
      secretOf: (match) => match[rule.group === 0 ? -1 : rule.group] ?? match.slice(1).find((group) => group !== undefined && group !== '') ?? match[0],
      appliesTo: (file) => path === null || meets(path, file),
      allows: (hit) => entropy(hit.secret) < rule.entropy || common(hit) || own.some((allows) => allows(hit)),
    }
  })
}

function toAllows(allow: Allowance): (hit: Hit) => boolean {
  const [regexes, paths] = [allow.regexes.map(compile), allow.paths.map(compile)]
  return (hit) => {
    const answers = [
      ...(paths.length === 0 ? [] : [paths.some((path) => meets(path, hit.path))]),
      ...(regexes.length === 0 ? [] : [regexes.some((regex) => meets(regex, hit[allow.target]))]),
      ...(allow.stopwords.length === 0 ? [] : [allow.stopwords.some((word) => hit.secret.toLowerCase().includes(word))]),
    ]
    return allow.all ? answers.every(Boolean) && answers.length > 0 : answers.some(Boolean)
  }
}

/** Returns the Shannon entropy of the text in bits a character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}
