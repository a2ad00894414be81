import type { GateVerdict } from '../../core/gate/contract.ts'
import type { GateAsk } from '../../core/gate/port.ts'
import { renderLocation } from '../../core/model/finding.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { Across } from './across/across.ts'
import type { Analyse } from './analyse.ts'
import { anchorOf, isChangedLine } from './anchor.ts'
import { redact } from './analysers/secrets.ts'
import type { Match } from './delta.ts'
import { matchPrior } from './delta.ts'
import { newFindings } from './differential.ts'
import { describeFix } from './fixes/fixers.ts'
import type { Found, Source } from './found.ts'
import { ledgerPaths } from './ledger.ts'
import { withoutReact } from './react.ts'
import { classOf } from './rules.ts'
import type { ReadOptions, Subject } from './subject.ts'
import { readSubjects } from './subject.ts'
import { lineSpan, lineStarts, oneLine } from './text.ts'
import { titleOf } from './title.ts'
import type { News } from './undefined-names.ts'
import { mergeNames, withoutProjectGlobals } from './undefined-names.ts'
import type { Unnumbered } from './verdict.ts'
import { closedFinding, toVerdict } from './verdict.ts'

export type ReviewOptions = ReadOptions & { readonly across?: Across }
type Current = { readonly rule: string; readonly title: string; readonly path: RepoPath; readonly line: number; readonly found: Found; readonly news: News }

/** Returns the verdict on a change: what it introduced, and what became of the earlier findings. */
export async function review(ask: GateAsk, analyse: Analyse, options: ReviewOptions): Promise<GateVerdict> {
  const { subjects, unread, isIgnored } = await readSubjects(ask, options)
  const [own, across] = await Promise.all([
    introduced(subjects, analyse, ask.signal),
    options.across?.({ ask, subjects, isIgnored, maxFileBytes: options.maxFileBytes }) ?? { news: [], unread: [] },
  ])
  const all = [...own, ...across.news]
  const known = await withoutProjectGlobals(all, { analyse, objects: ask.objects, base: ask.change.base, tree: ask.change.tree, signal: ask.signal, maxFileBytes: options.maxFileBytes })
  const news = (await withoutReact(known, ask)).map(({ subject, found }) => ({ subject, found: mergeNames(found, (line) => isChangedLine(subject, line)) }))
  const current = news.flatMap((one) => one.found.map((found): Current => ({ rule: found.rule, title: titleOf(found), path: one.subject.path, line: found.line, found, news: one })))
  const { matches, closed } = matchPrior(current, ask.prior)
  const reproductions = await ledgerPaths(ask.ledger)
  const findings = await Promise.all(matches.map((match) => toFinding(match, ask, reproductions)))
  const lines = new Map<string, number>(subjects.map(({ path, now }) => [path, lineStarts(now.text).length]))
  const gone = closed.map((finding) => closedFinding(finding, lines.get(finding.cited.path) ?? Infinity))
  return toVerdict({ ask, findings: [...findings, ...gone], unread: [...unread, ...across.unread] })
}

async function introduced(subjects: readonly Subject[], analyse: Analyse, signal: AbortSignal): Promise<readonly News[]> {
  const versions = subjects.map((subject) => [subject.now, ...(subject.base === null ? [] : [subject.base]), ...subject.published])
  const results = await analyse(versions.flat(), signal)
  const found = new Map<Source, readonly Found[]>(versions.flat().map((source, index) => [source, results[index] ?? []]))
  const analysed = (source: Source): { text: string; found: readonly Found[] } => ({ text: source.text, found: found.get(source) ?? [] })
  return subjects.map((subject, index) => {
    const [now, ...earlier] = (versions[index] ?? []).map(analysed)
    return { subject, found: now === undefined ? [] : newFindings(now, earlier).filter((one) => isNews(one, subject, earlier)) }
  })
}

const needsBase = new Set(['shell', 'cpp', 'powershell'])

function isNews(found: Found, subject: Subject, earlier: readonly { readonly text: string; readonly found: readonly Found[] }[]): boolean {
  // Their parsers refuse some valid files, so only the step from parsing to not parsing says something.
  if (found.rule === 'syntax' && needsBase.has(subject.now.language)) return earlier.length > 0
  if (found.rule === 'gar/credential' || found.rule === 'gar/possible-credential') {
    const value = subject.now.text.slice(found.start, found.end)
    return !earlier.some(({ text }) => text.includes(value))
  }
  // Nothing is known of what a broken or unreadable version held.
  const isBlind = subject.isBlind || earlier.some((version) => version.found.some(({ rule }) => rule === 'syntax'))
  return !isBlind || isChangedLine(subject, found.line)
}

async function toFinding({ current, prior, tag }: Match<Current>, ask: GateAsk, reproductions: ReadonlySet<string>): Promise<Unnumbered> {
  const { found, news: { subject, found: siblings }, path, title } = current
  const { severity, consequence, advice } = classOf(found.rule, path)
  const clean = (text: string): Promise<string> => redact(text, path)
  const fix = describeFix({ found, siblings, text: subject.now.text, language: subject.now.language, base: subject.base?.text ?? null })
  const safeFix = fix === null || (await clean(fix)) !== fix ? advice : fix
  return {
    ...(prior !== null && { prior_id: prior.id }),
    ...severity,
    non_blocking: severity.heading !== 'critical',
    tag: ask.mode === 'first' ? 'none' : tag,
    title: await clean(title),
    location: renderLocation({ path, range: { start: found.line, end: found.line } }),
    lane: 'working-tree lane', lane_case: 8,
    anchor: await wireAnchor(found, subject),
    pre_existing: false, scope_extension: false, reproduction_line: reproductions.has(path),
    evidence: found.evidence === undefined ? await evidenceOf(found, subject, siblings) : (await clean(found.evidence)).slice(0, 4_000),
    consequence, fix: { text: safeFix, paths: [path] },
    decision_ref: prior?.decisionRef ?? null,
    rule: found.rule,
  }
}

async function wireAnchor(found: Found, subject: Subject): Promise<Unnumbered['anchor']> {
  const { kind, quote } = await anchorOf(found, subject)
  return quote === undefined ? { kind } : { kind, quote }
}

async function evidenceOf(found: Found, subject: Subject, siblings: readonly Found[]): Promise<string> {
  const { start, end } = lineSpan(subject.now.text, found.line)
  // A line in the middle of a key block matches no pattern by itself.
  const isInside = siblings.some((other) => other.rule.endsWith('credential') && other.start < start && other.end > start)
  // The whole line goes through the filter before it is cut, for half a credential matches no pattern either.
  const line = isInside ? '(a line of a credential)' : oneLine(await redact(subject.now.text.slice(start, end), subject.path), 300)
  return `${found.rule} matched line ${found.line}, and no earlier version of the file has the match:\n${line}`
}
