import type { RepoPath } from '../../core/model/path.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { TriageDecision, TriageReturn } from '../../core/triage/contract.ts'
import type { TriageAsk } from '../../core/triage/port.ts'
import { unprovenCases } from './across/case-proof.ts'
import { withClaims } from './across/claims.ts'
import type { Analyse } from './analyse.ts'
import type { Bench, Located } from './bench.ts'
import { setBenches } from './bench.ts'
import type { Source } from './found.ts'
import { applyEdits } from './found.ts'
import { planEdits } from './plan.ts'
import type { Refusal, Trial } from './refute.ts'
import { refute } from './refute.ts'
import { subjectTexts, workspaceTexts } from './texts.ts'
import { whyNoFix } from './why.ts'

type Context = { readonly ask: TriageAsk; readonly analyse: Analyse; readonly maxFileBytes: number }

/** Returns a decision for each qualifying finding; a fix is approved only when nothing refutes it. */
export async function triage(ask: TriageAsk, analyser: Analyse, maxFileBytes: number): Promise<TriageReturn> {
  const analyse = withClaims(analyser, ask.qualifying)
  const context: Context = { ask, analyse, maxFileBytes }
  const texts = await workspaceTexts(ask.qualifying, ask.read, maxFileBytes)
  const benches = await setBenches(ask.qualifying, texts.readable, { analyse, signal: ask.signal })
  const trials = await tryOut(benches, context)
  const absent = await inSubject(benches.flatMap(({ located }) => located.filter(({ found }) => found === null).map(({ finding }) => finding)), context)
  const decisions = ask.qualifying.map((finding): TriageDecision => {
    const bench = benches.find(({ source }) => source.path === finding.location.path)
    const unreadable = texts.unreadable.get(finding.location.path)
    const located = bench?.located.find((one) => one.finding === finding)
    if (bench === undefined || located === undefined) return refused(finding, { code: 'not-safe', reason: `No fix may touch the file: ${unreadable ?? 'it cannot be read'}.` })
    return decide({ located, bench, trials, isInSubject: absent.has(finding.id) })
  })
  return { phase: 'TRIAGE', decisions }
}

function refused(finding: Finding, { code, reason }: Refusal): TriageDecision {
  return { finding_id: finding.id, verdict: 'not-approved', code, reason }
}

type Case = { readonly located: Located; readonly bench: Bench; readonly trials: readonly Trial[]; readonly isInSubject: boolean }

function decide({ located, bench, trials, isInSubject }: Case): TriageDecision {
  const { finding, found, candidates } = located
  if (found === null) return refused(finding, whyAbsent(finding, bench, isInSubject))
  if (candidates.length === 0) return refused(finding, { code: 'not-safe', reason: whyNoFix(finding.rule ?? '') })
  const refusals = trials.filter((trial) => trial.located === located).map(refute)
  if (!refusals.includes(null)) return refused(finding, refusals.find((refusal) => refusal !== null) ?? { code: 'not-safe', reason: 'The fix could not be tried out.' })
  const what = candidates[0]?.text.split('\n')[0] ?? ''
  return { finding_id: finding.id, verdict: 'approved', reason: `${what} Tried out: the finding is gone, nothing new appears, the file parses.` }
}

// Absent here does not mean it was never there: what would be published may still hold it.
function whyAbsent(finding: Finding, { found }: Bench, isInSubject: boolean): Refusal {
  if (found.some(({ rule }) => rule === 'syntax')) return { code: 'not-safe', reason: 'The working-tree file does not parse, so the finding cannot be judged there.' }
  return isInSubject
    ? { code: 'not-anchored', reason: 'The working-tree file does not hold it any more, but the reviewed version does: stage the file.' }
    : { code: 'not-real', reason: `The analyser does not report ${finding.rule ?? 'it'} for this file.` }
}

/** Returns the trials of the benches: each candidate by itself, and all candidates of a file together. */
async function tryOut(benches: readonly Bench[], { ask, analyse, maxFileBytes }: Context): Promise<readonly Trial[]> {
  const bases = await subjectTexts(ask, 'base', maxFileBytes)
  const planned = benches.flatMap((bench) => [...alone(bench), ...together(bench)])
  const sources = planned.map(({ bench, text }): Source => ({ ...bench.source, text }))
  const results = await analyse(sources, ask.signal)
  const unproven = await unprovenCases(ask)
  return planned.map(({ bench, text, located, group }, index) => ({
    located, bench, together: group, unproven, base: bases.get(bench.source.path) ?? null, after: { text, found: results[index] ?? [] },
  }))
}

type Planned = { readonly bench: Bench; readonly located: Located; readonly group: readonly Located[]; readonly text: string }

function alone(bench: Bench): readonly Planned[] {
  return bench.located.flatMap((located) => {
    const [candidate] = located.candidates
    return candidate === undefined ? [] : [{ bench, located, group: [located], text: applyEdits(bench.source.text, candidate.edits) }]
  })
}

// Some fixes are right only with another: the import of a debugger and the call of it.
function together(bench: Bench): readonly Planned[] {
  const plan = planEdits(bench, () => true)
  return plan.planned.length < 2 ? [] : plan.planned.map((located) => ({ bench, located, group: plan.planned, text: plan.text }))
}

// Returns the ids of the findings that the reviewed version of their file holds.
async function inSubject(findings: readonly Finding[], { ask, analyse, maxFileBytes }: Context): Promise<ReadonlySet<string>> {
  if (findings.length === 0) return new Set()
  const texts = await subjectTexts(ask, 'now', maxFileBytes)
  const cited = findings.map((finding): Finding => ({ ...finding, location: finding.cited }))
  const readable = new Map<RepoPath, string>([...texts].filter(([path]) => cited.some(({ location }) => location.path === path)))
  const benches = await setBenches(cited, readable, { analyse, signal: ask.signal })
  return new Set(benches.flatMap(({ located }) => located.filter(({ found }) => found !== null).map(({ finding }) => finding.id)))
}
