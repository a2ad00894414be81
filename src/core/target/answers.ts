import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Decision, Finding } from '../model/finding.ts'
import { renderLocation } from '../model/finding.ts'
import type { Oid } from '../model/tree.ts'

const print = z.string().regex(/^[0-9a-f]{16}$/)
const version = z.literal(1)
const decline = z.strictObject({
  version, kind: z.literal('decline'), fingerprint: print, rule: z.string().nullable(), title: z.string(), path: z.string(),
  reason: z.string().trim().min(1), at: z.iso.datetime(),
})
const decided = z.strictObject({
  version, kind: z.literal('decision'), fingerprints: z.array(print).min(1), title: z.string(), paths: z.array(z.string()),
  option: z.string().min(1), at: z.iso.datetime(),
})
const answer = z.discriminatedUnion('kind', [decline, decided])

const seenFinding = z.strictObject({
  version, kind: z.literal('finding'), run: z.string(), round: z.number(), id: z.string(), fingerprint: print, rule: z.string().nullable(),
  heading: z.string(), label: z.string(), tag: z.string(), path: z.string(), location: z.string(), title: z.string(),
})
const seenDecision = z.strictObject({
  version, kind: z.literal('decision'), run: z.string(), round: z.number(), id: z.string(), title: z.string(),
  options: z.array(z.string()), fingerprints: z.array(print).min(1), paths: z.array(z.string()),
})
const seen = z.discriminatedUnion('kind', [seenFinding, seenDecision])

/** What the user said to a finding or a decision; it holds for exactly the code its fingerprints name (rulings C15, C16). */
export type Answer = z.infer<typeof answer>
export type Decline = z.infer<typeof decline>
export type Decided = z.infer<typeof decided>
/** One line of a run's findings journal (ruling C9): what maps the run's ids to fingerprints. */
export type Seen = z.infer<typeof seen>

export type Parsed<T> = { readonly ok: true; readonly lines: readonly T[] } | { readonly ok: false; readonly reason: string }

/** Returns the answers a text holds, one a line; a line that cannot be read makes the whole text unreadable. */
export function parseAnswers(text: string): Parsed<Answer> {
  return parseLines(answer, text)
}

/** Returns the lines of a findings journal. */
export function parseSeen(text: string): Parsed<Seen> {
  return parseLines(seen, text)
}

/** Returns one JSON line for each value. */
export function renderLines(values: readonly (Answer | Seen)[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

/** Returns a digest of what the answers change in a review; reasons and dates change nothing. */
export function answersHash(answers: readonly Answer[]): string {
  const declines = answers.flatMap((one) => (one.kind === 'decline' ? [one.fingerprint] : [])).sort()
  // Of two options for the same lines the later one holds, so their order counts.
  const decisions = answers.flatMap((one) => (one.kind === 'decision' ? [[one.fingerprints, one.option]] : []))
  return createHash('sha256').update(JSON.stringify([declines, decisions])).digest('hex')
}

/** Returns the answers with one more at the end; an earlier answer to the same question gives way. */
export function addAnswer(answers: readonly Answer[], added: Answer): readonly Answer[] {
  return [...answers.filter((earlier) => !isSameQuestion(earlier, added)), added]
}

/** Returns true when the answer was given to one of these fingerprints. */
export function isAbout(given: Answer, fingerprints: ReadonlySet<string>): boolean {
  return given.kind === 'decline' ? fingerprints.has(given.fingerprint) : given.fingerprints.some((one) => fingerprints.has(one))
}

function isSameQuestion(a: Answer, b: Answer): boolean {
  if (a.kind === 'decline') return b.kind === 'decline' && a.fingerprint === b.fingerprint
  return b.kind === 'decision' && a.title === b.title && areSame(a.fingerprints, b.fingerprints)
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one))
}

/** What a round's review brought, before the user's answers are applied. */
export type Reviewed = { readonly findings: readonly Finding[]; readonly decisions: readonly Decision[]; readonly tree: Oid }
export type Applied = {
  readonly findings: readonly Finding[]
  /** Decisions that are still pending. */
  readonly decisions: readonly Decision[]
  /** The reason of each decline, by fingerprint. */
  readonly declined: ReadonlyMap<string, string>
  /** In words, what became of each decision that is not pending any more. */
  readonly notes: readonly string[]
}
type Settled = { readonly decision: Decision; readonly option: string | null }

/** Returns the review with the user's answers applied: an answered decision holds no finding back any more, and its option goes with the finding. */
export function applyAnswers(answers: readonly Answer[], reviewed: Reviewed): Applied {
  const declined = new Map(answers.flatMap((one) => (one.kind === 'decline' ? [[one.fingerprint, one.reason] as const] : [])))
  const settled = reviewed.decisions.flatMap((decision): readonly Settled[] => {
    const by = settle(decision, reviewed, { answers, declined })
    return by === undefined ? [] : [{ decision, option: by }]
  })
  return {
    findings: reviewed.findings.map((finding) => release(finding, settled)),
    decisions: reviewed.decisions.filter((decision) => !settled.some((one) => one.decision === decision)),
    declined,
    notes: settled.map(({ decision, option }) => `decision ${decision.id} (${decision.title}) is not pending: ${option === null ? 'its findings are declined' : `answered "${option}"`}`),
  }
}

// The option that settles it, null when all it is about is declined, undefined while it is pending.
function settle(decision: Decision, reviewed: Reviewed, given: { answers: readonly Answer[]; declined: ReadonlyMap<string, string> }): string | null | undefined {
  const fingerprints = decisionFingerprints(decision, reviewed)
  // Another question on the same lines has other options; an answer that is none of them was not given to this one.
  const options = given.answers.flatMap((one) => (one.kind === 'decision' && areSame(one.fingerprints, fingerprints) && decision.options.includes(one.option) ? [one.option] : []))
  const last = options.at(-1)
  if (last !== undefined) return last
  return fingerprints.every((one) => given.declined.has(one)) ? null : undefined
}

function release(finding: Finding, settled: readonly Settled[]): Finding {
  const mine = settled.filter(({ decision }) => isHeldBy(finding, decision))
  if (mine.length === 0) return finding
  const words = mine.flatMap(({ decision, option }) => (option === null ? [] : [`The user decided "${decision.title}": ${option}`]))
  const isFree = mine.some(({ decision }) => decision.id === finding.decisionRef)
  // The contract's bound on evidence holds for what a later verdict repeats, too.
  return { ...finding, decisionRef: isFree ? null : finding.decisionRef, evidence: [...words, finding.evidence].join('\n').slice(0, 4000) }
}

function isHeldBy(finding: Finding, decision: Decision): boolean {
  return finding.decisionRef === decision.id || decision.findingIds.includes(finding.id)
}

// A decision about no finding is about the whole subject, and its answer holds for that tree alone.
function decisionFingerprints(decision: Decision, { findings, tree }: Reviewed): readonly string[] {
  const own = findings.filter((finding) => isHeldBy(finding, decision)).map((finding) => finding.fingerprint)
  if (own.length > 0) return [...new Set(own)].sort()
  const text = JSON.stringify([decision.title, decision.wording, decision.options, tree])
  return [createHash('sha256').update(text).digest('hex').slice(0, 16)]
}

/** Returns the journal lines of a round's review. */
export function seenIn(at: { readonly run: string; readonly round: number }, reviewed: Reviewed): readonly Seen[] {
  const findings = reviewed.findings.map((finding): Seen => ({
    version: 1, kind: 'finding', ...at, id: finding.id, fingerprint: finding.fingerprint, rule: finding.rule ?? null, heading: finding.heading,
    label: finding.label, tag: finding.tag, path: finding.cited.path, location: renderLocation(finding.location), title: finding.title,
  }))
  const decisions = reviewed.decisions.map((decision): Seen => ({
    version: 1, kind: 'decision', ...at, id: decision.id, title: decision.title, options: [...decision.options],
    fingerprints: [...decisionFingerprints(decision, reviewed)],
    paths: [...new Set(reviewed.findings.filter((finding) => isHeldBy(finding, decision)).map((finding) => finding.cited.path as string))],
  }))
  return [...findings, ...decisions]
}

/** Returns what a helper is told of the answers on these paths, one JSON line each; it is data, to be fenced. An empty text says there is none. */
export function answersText(answers: readonly Answer[], paths: ReadonlySet<string>): string {
  return answers.filter((one) => touches(one, paths)).map((one) => JSON.stringify(one.kind === 'decline'
    ? { declined: one.title, path: one.path, reason: one.reason }
    : { decided: one.title, paths: one.paths, option: one.option })).join('\n')
}

function touches(given: Answer, paths: ReadonlySet<string>): boolean {
  if (given.kind === 'decline') return paths.has(given.path)
  return given.paths.length === 0 || given.paths.some((path) => paths.has(path))
}

function parseLines<T>(schema: z.ZodType<T>, text: string): Parsed<T> {
  if (text === '') return { ok: true, lines: [] }
  if (!text.endsWith('\n')) return { ok: false, reason: 'its last line is cut' }
  const lines: T[] = []
  for (const [n, line] of text.slice(0, -1).split('\n').entries()) {
    const parsed = schema.safeParse(toJson(line))
    if (!parsed.success) return { ok: false, reason: `line ${n + 1} is not in its form: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}` }
    lines.push(parsed.data)
  }
  return { ok: true, lines }
}

// No record is `undefined`, so what is no JSON fails the form.
function toJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
