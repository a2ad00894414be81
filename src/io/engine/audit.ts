import type { AuditReturn } from '../../core/audit/contract.ts'
import type { AuditAsk } from '../../core/audit/port.ts'
import { diffHunks } from '../../core/evidence/hunks.ts'
import { isIntersecting } from '../../core/model/finding.ts'
import type { Hunk } from '../../core/model/hunk.ts'
import { newRange, oldRange } from '../../core/model/hunk.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { withClaims } from './across/claims.ts'
import type { Analyse } from './analyse.ts'
import type { Bench, Located } from './bench.ts'
import { setBenches } from './bench.ts'
import { planEdits } from './plan.ts'
import { decodeText, encodeText, lineAt, lineStarts } from './text.ts'

type Entry = AuditReturn['hunks'][number]

/** Returns for each hunk whether it is, line for line, the edit expected for an approved finding. */
export async function audit(ask: AuditAsk, analyse: Analyse, maxFileBytes: number): Promise<AuditReturn> {
  const texts = new Map<RepoPath, string>()
  for (const { path, before } of ask.written) {
    const decoded = before === null ? null : decodeText(before, maxFileBytes)
    if (decoded?.ok === true) texts.set(path, decoded.text)
  }
  const benches = await setBenches(ask.approved, texts, { analyse: withClaims(analyse, ask.approved), signal: ask.signal })
  return { phase: 'DELTA', hunks: ask.hunks.map((hunk) => toEntry(hunk, benches.find(({ source }) => source.path === hunk.path))) }
}

function toEntry(hunk: Hunk, bench: Bench | undefined): Entry {
  const place = { file: hunk.path, ...newRange(hunk) }
  const explaining = bench === undefined ? [] : bench.located.filter((located) => touches(located, hunk, bench))
  const [first] = explaining
  if (bench === undefined || first === undefined) return { ...place, mapped: false, finding_id: null, reason: 'No approved finding expects a change here.' }
  return isExpected(hunk, bench, explaining)
    ? { ...place, mapped: true, finding_id: first.finding.id, reason: first.candidates[0]?.text.split('\n')[0] ?? '' }
    : { ...place, mapped: false, finding_id: null, reason: 'The text is not the one the approved fix would leave here.' }
}

function touches({ candidates }: Located, hunk: Hunk, { source }: Bench): boolean {
  const starts = lineStarts(source.text)
  const [candidate, ...more] = candidates
  if (candidate === undefined || more.length > 0) return false
  return candidate.edits.some((edit) => isIntersecting(reach(starts, edit), oldRange(hunk)))
}

// A line may be deleted with the line end before it, and an insertion stands at the border of two lines.
function reach(starts: readonly number[], edit: { readonly start: number; readonly end: number }): { readonly start: number; readonly end: number } {
  return { start: Math.max(1, lineAt(starts, edit.start) - 1), end: lineAt(starts, Math.max(edit.start, edit.end - 1)) + 1 }
}

// Which findings were carried out is not known, so the neighbours are tried together and one by one.
function isExpected(hunk: Hunk, bench: Bench, explaining: readonly Located[]): boolean {
  const groups = [explaining, ...explaining.map((located) => [located])]
  return groups.some((group) => {
    const plan = planEdits(bench, (finding) => group.some((located) => located.finding === finding))
    return diffHunks(bench.source.path, encodeText(bench.source.text), encodeText(plan.text)).some((expected) => isSame(expected, hunk))
  })
}

function isSame(a: Hunk, b: Hunk): boolean {
  const lines = (hunk: Hunk): string => JSON.stringify([hunk.oldStart, hunk.removed, hunk.added])
  return lines(a) === lines(b)
}
