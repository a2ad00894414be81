import type { Finding } from '../../core/model/finding.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { Analyse } from './analyse.ts'
import { redact } from './analysers/secrets.ts'
import type { Candidate } from './fixes/fixer.ts'
import { candidatesFor } from './fixes/fixers.ts'
import { parseRestore } from './fixes/restore.ts'
import type { Found, Source } from './found.ts'
import { languageOf } from './languages.ts'
import { titleOf } from './title.ts'

/** A finding looked up again in a text: what the analysers say there, and the ways to remove it. */
export type Located = { readonly finding: Finding; readonly found: Found | null; readonly candidates: readonly Candidate[] }
/** One file with the findings about it. */
export type Bench = { readonly source: Source; readonly found: readonly Found[]; readonly located: readonly Located[] }

/** Returns a bench for each text, analysed in one go; findings about other files are left out. */
export async function setBenches(findings: readonly Finding[], texts: ReadonlyMap<RepoPath, string>, run: { readonly analyse: Analyse; readonly signal: AbortSignal }): Promise<readonly Bench[]> {
  const sources = [...texts].map(([path, text]): Source => ({ path, language: languageOf(path), text, added: credentialLines(findings, path) }))
  const results = await run.analyse(sources, run.signal)
  return Promise.all(sources.map(async (source, index) => {
    const found = results[index] ?? []
    return { source, found, located: await locate(findings.filter(({ location }) => location.path === source.path), found, source) }
  }))
}

// Credentials are looked for only where one is said to be.
function credentialLines(findings: readonly Finding[], path: RepoPath): Source['added'] {
  return findings.filter(({ rule, location }) => location.path === path && rule?.endsWith('credential') === true).map(({ location }) => {
    // A key block is longer than the line it is reported on.
    return { start: location.range.start, end: location.range.end + 200 }
  })
}

async function locate(findings: readonly Finding[], found: readonly Found[], source: Source): Promise<readonly Located[]> {
  const titles = new Map(await Promise.all(found.map(async (one): Promise<[Found, string]> => [one, await redact(titleOf(one), source.path)])))
  const pairs = findings.flatMap((finding) => found.filter((one) => one.rule === finding.rule && titles.get(one) === finding.title).map((one) => ({ finding, one })))
  const distance = ({ finding, one }: (typeof pairs)[number]): number => Math.abs(finding.location.range.start - one.line)
  const taken = new Map<Finding, Found>()
  for (const { finding, one } of pairs.sort((a, b) => distance(a) - distance(b)))
    if (!taken.has(finding) && ![...taken.values()].includes(one)) taken.set(finding, one)
  return findings.map((finding) => {
    const one = taken.get(finding) ?? null
    return { finding, found: one, candidates: one === null ? [] : candidates(finding, one, { source, found }) }
  })
}

function candidates(finding: Finding, found: Found, { source, found: siblings }: Pick<Bench, 'source' | 'found'>): readonly Candidate[] {
  return candidatesFor({ found, siblings, text: source.text, language: source.language, restore: parseRestore(finding.fix.text) })
}
