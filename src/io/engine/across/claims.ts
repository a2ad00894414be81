import type { Finding } from '../../../core/model/finding.ts'
import type { Analyse } from '../analyse.ts'
import type { Edit, Found, Source } from '../found.ts'
import { isAcross } from '../rules.ts'
import { lineAt, lineSpan, lineStarts, lineText } from '../text.ts'
import { parseCase } from './case.ts'

/** Returns an analysis that also finds again what the checks across files claimed: they look at trees, and a fix is made in one text. */
export function withClaims(analyse: Analyse, findings: readonly Finding[]): Analyse {
  const claims = findings.filter(({ rule }) => isAcross(rule))
  if (claims.length === 0) return analyse
  return async (sources, signal) => {
    const results = await analyse(sources, signal)
    return sources.map((source, index) => [...(results[index] ?? []), ...claims.flatMap((finding) => claimIn(finding, source))])
  }
}

function claimIn(finding: Finding, source: Source): readonly Found[] {
  if (finding.location.path !== source.path) return []
  const fix = parseCase(finding.fix.text)
  const what = { rule: finding.rule ?? '', message: finding.title }
  if (fix !== null) return literals(source.text, fix).map((edit): Found => ({ ...what, line: lineAt(lineStarts(source.text), edit.start), start: edit.start, end: edit.end, edits: [edit] }))
  const { start: line } = finding.location.range
  const span = lineSpan(source.text, line)
  return [{ ...what, line, ...span }]
}

// One place or none: with two, nothing says that both are meant.
function literals(text: string, { spec, spelt }: { readonly spec: string; readonly spelt: string }): readonly Edit[] {
  const places = [`'${spec}'`, `"${spec}"`].flatMap((literal) => { const at = text.indexOf(literal); return at < 0 || !/\b(?:import|export|from|require)\b/.test(lineText(text, lineAt(lineStarts(text), at))) ? [] : [{ at: at + 1, isLast: text.lastIndexOf(literal) === at }] })
  const [place, ...more] = places
  return place === undefined || more.length > 0 || !place.isLast ? [] : [{ start: place.at, end: place.at + spec.length, text: spelt }]
}
