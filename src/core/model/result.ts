import type { Decision, Heading, Lane } from './finding.ts'
import type { Status, Stop } from './stop.ts'

/** What became of a finding that the run did not fix (rulings 2.5). */
export const findingClasses = [
  'follow-up:pre-existing', 'follow-up:scope-extension', 'follow-up:lane', 'follow-up:severity', 'follow-up:tag',
  'reproduction-line', 'held-for-decision', 'triage-not-approved', 'charter-set-refused', 'not-fixed:stopped',
  'fixed-not-re-reviewed', 'fix-not-staged', 'fix-not-committed', 'declined',
] as const
export type FindingClass = (typeof findingClasses)[number]

/** The parts of the target a run covered; `partial` names those it could not (rulings C2). */
export type Bucket = 'committed' | 'staged' | 'unstaged' | 'untracked'
export type Coverage = { readonly kind: 'full' } | { readonly kind: 'partial'; readonly missing: readonly string[] }

/** One finding line of the report. */
export type ReportedFinding = {
  readonly id: string
  readonly heading: Heading
  readonly location: string
  readonly lane: Lane
  readonly class: FindingClass
  readonly blocking: boolean
  readonly title: string
  readonly reason: string
}

export type FixedFinding = { readonly id: string; readonly location: string; readonly title: string }

/** Everything the report says of one run. */
export type RunRecord = {
  readonly run: string
  readonly stem: string
  readonly branch: string
  readonly head: string
  readonly snapshot: string
  readonly backend: string
  readonly rounds: { readonly done: number; readonly cap: number }
  readonly gate: 'called' | 'pre-seeded'
  readonly stop: Stop
  readonly status: Status
  readonly coverage: Coverage
  readonly sentence: string
  readonly findings: readonly ReportedFinding[]
  readonly fixed: readonly FixedFinding[]
  readonly decisions: readonly Decision[]
  readonly notes: readonly string[]
}
