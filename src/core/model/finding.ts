import type { RepoPath } from './path.ts'

/** The three headings of the gate that hold findings. */
export type Heading = 'critical' | 'bug' | 'should_fix'
/** The gate's evidence labels. */
export type Label = 'verified' | 'inferred'
/** The lane vocabulary: exactly two strings (GAR-012). */
export type Lane = 'working-tree lane' | 'local-commits lane'
/** The gate's closed tag set; `none` belongs to round 1 (GAR-039, GAR-040). */
export type Tag = 'none' | 'closed' | 'open' | 'open and not acknowledged' | 'settled by a decision' | 'regressed' | 'new'
/** Which part of the evidence a finding was read from; `staged-scan` is content that only the index holds (GAR-027). */
export type Citation = 'staged-scan' | 'staged' | 'unstaged' | 'untracked' | 'tracked' | 'commit'

/** Lines, 1-based and inclusive. */
export type Range = { readonly start: number; readonly end: number }
export type Location = { readonly path: RepoPath; readonly range: Range }

export type Anchor = { readonly kind: 'diff' | 'intent' | 'none'; readonly quote?: string }

/** A finding after the controller gave it its run id, lane and anchor. */
export type Finding = {
  readonly id: string
  readonly heading: Heading
  readonly label: Label
  readonly tag: Tag
  readonly title: string
  /** Working-tree numbers when `lane` is the working-tree lane, else numbers of the cited content (GAR-023, GAR-024). */
  readonly location: Location
  /** Where the lines stand in the reviewed subject. */
  readonly cited: Location
  readonly lane: Lane
  readonly laneCase: number
  /** True when the Scope anchor holds (GAR-048). */
  readonly anchored: boolean
  readonly preExisting: boolean
  readonly scopeExtension: boolean
  readonly reproductionLine: boolean
  readonly evidence: string
  readonly consequence: string
  readonly fix: { readonly text: string; readonly paths: readonly RepoPath[] }
  readonly decisionRef: string | null
  readonly fingerprint: string
  readonly rule?: string
}

/** An entry under the decisions heading. */
export type Decision = {
  readonly id: string
  readonly title: string
  readonly findingIds: readonly string[]
  readonly options: readonly string[]
  readonly suggestedDefault: string
  readonly wording: string
}

/** The headings as the gate prints them. */
export const headingText: Readonly<Record<Heading, string>> = {
  critical: 'What is critical',
  bug: 'Bugs it may introduce',
  should_fix: 'What should be fixed though it is not a clear bug',
}

/** Returns `path:start` or `path:start-end` (GAR-022). */
export function renderLocation({ path, range }: Location): string {
  return range.start === range.end ? `${path}:${range.start}` : `${path}:${range.start}-${range.end}`
}

/** Returns the location a `path:start[-end]` text names, or undefined when it names none. */
export function parseLocation(text: string): Location | undefined {
  const parts = /^([^\0]+):(\d{1,9})(?:-(\d{1,9}))?$/.exec(text)
  if (!parts) return undefined
  const start = Number(parts[2])
  const end = parts[3] === undefined ? start : Number(parts[3])
  return start < 1 || end < start ? undefined : { path: parts[1] as RepoPath, range: { start, end } }
}

/** Returns true when the two ranges share a line. */
export function isIntersecting(a: Range, b: Range): boolean {
  return a.start <= b.end && b.start <= a.end
}
