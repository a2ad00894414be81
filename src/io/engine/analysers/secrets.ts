import type { RepoPath } from '../../../core/model/path.ts'
import type { Found, Source } from '../found.ts'
import { lazy } from '../lazy.ts'
import { lineSpan, lineText } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'
import type { SecretRule } from './secret-rules.ts'

const madeUp = /example|placeholder|your[_-]?|changeme|dummy|sample|xxxx|<[^>]+>|\$\{|\{\{|test|fake|mock|redacted|not[_-]?a[_-]?real|1234567|abcdef|foobar|secret_?key$|process\.env|os\.environ|getenv/i

export type Secret = { readonly id: string; readonly generic: boolean; readonly value: string; readonly start: number; readonly end: number }

const load = lazy(async () => (await import('./secret-rules.ts')).secretRules())

/** Returns the analyser of credentials on the lines that the change added. */
export function secrets(): Analyser {
  return perSource(() => true, async (source) => {
    const all: Found[] = []
    for (const range of source.added) all.push(...(await inRange(source, range)))
    return all
  })
}

async function inRange(source: Source, range: { readonly start: number; readonly end: number }): Promise<readonly Found[]> {
  const from = lineSpan(source.text, range.start).start
  const part = source.text.slice(from, lineSpan(source.text, range.end).end)
  return (await findSecrets(part, source.path)).map((secret) => ({
    rule: secret.generic ? 'gar/possible-credential' : 'gar/credential',
    message: `a credential (${secret.id}) in the file: ${hint(secret.value)}`,
    line: source.text.slice(0, from + secret.start).split('\n').length,
    start: from + secret.start,
    end: from + secret.end,
  }))
}

/** Returns the credentials in a text; the surer rule wins where two find the same. */
export async function findSecrets(text: string, path: RepoPath): Promise<readonly Secret[]> {
  const lower = text.toLowerCase()
  const found = (await load())
    .filter((rule) => rule.keywords.length === 0 || rule.keywords.some((word) => lower.includes(word)))
    .filter((rule) => rule.appliesTo(path))
    .flatMap((rule) => byRule(rule, text, path))
    .sort((a, b) => (a.generic === b.generic ? a.start - b.start : Number(a.generic) - Number(b.generic)))
  return found.filter((one, index) => !found.slice(0, index).some((earlier) => earlier.start < one.end && one.start < earlier.end))
}

function byRule(rule: SecretRule, text: string, path: RepoPath): readonly Secret[] {
  return [...text.matchAll(rule.pattern())].flatMap((match) => {
    const secret = rule.secretOf(match)
    const start = match.index + Math.max(0, match[0].indexOf(secret))
    const line = lineText(text, text.slice(0, start).split('\n').length)
    // A long key block holds any short word by chance.
    if (secret.length < 200 && madeUp.test(secret)) return []
    if (rule.allows({ secret, match: match[0], line, path })) return []
    return [{ id: rule.id, generic: rule.generic, value: secret, start, end: start + secret.length }]
  })
}

/** Returns what may be shown of a credential: its first characters and its length. */
export function hint(value: string): string {
  const shown = value.length >= 16 && !value.startsWith('-----') ? `${value.slice(0, 4)}…, ` : ''
  return `${shown}${value.length} characters`
}

/** Returns the text with every credential in it replaced by its hint. */
export async function redact(text: string, path: RepoPath): Promise<string> {
  let [result, at] = ['', 0]
  const found = [...(await findSecrets(text, path))].sort((a, b) => a.start - b.start)
  for (const secret of found) {
    result += `${text.slice(at, secret.start)}[redacted: ${hint(secret.value)}]`
    at = secret.end
  }
  return result + text.slice(at)
}
