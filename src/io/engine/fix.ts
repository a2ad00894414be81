import type { FixReturn } from '../../core/fix/contract.ts'
import type { FixAsk, Setback } from '../../core/fix/port.ts'
import type { Finding } from '../../core/model/finding.ts'
import { isIntersecting } from '../../core/model/finding.ts'
import { oldRange } from '../../core/model/hunk.ts'
import { withClaims } from './across/claims.ts'
import type { Analyse } from './analyse.ts'
import type { Bench } from './bench.ts'
import { setBenches } from './bench.ts'
import { planEdits } from './plan.ts'
import { encodeText, lineAt, lineStarts } from './text.ts'
import { workspaceTexts } from './texts.ts'

type Resolution = FixReturn['resolutions'][number]

/** Makes the approved edits, one write a file, and returns what became of each finding. */
export async function fix(ask: FixAsk, analyse: Analyse, maxFileBytes: number): Promise<FixReturn> {
  const { readable } = await workspaceTexts(ask.approved, ask.read, maxFileBytes)
  const benches = await setBenches(ask.approved, readable, { analyse: withClaims(analyse, ask.approved), signal: ask.signal })
  const fixed = new Map<string, string>()
  for (const bench of benches) {
    const { path, text } = bench.source
    const plan = planEdits(bench, (finding) => !isBlamed(finding, bench, ask.setback))
    if (plan.text === text) continue
    ask.signal.throwIfAborted()
    await ask.write(path, encodeText(plan.text))
    for (const { finding } of plan.planned) fixed.set(finding.id, path)
  }
  const resolutions = ask.approved.map((finding): Resolution => {
    const path = fixed.get(finding.id)
    return path === undefined
      ? { finding_id: finding.id, resolution: 'unresolved', rationale: unresolved(ask.setback), files: [] }
      : { finding_id: finding.id, resolution: 'fixed', files: [path] }
  })
  return { phase: 'FIX', status: 'success', changed_workspace: fixed.size > 0, resolutions, reproductions: [] }
}

// After a setback the fixes it speaks of are left out: the same edits would fail in the same way.
function isBlamed(finding: Finding, bench: Bench, setback: Setback | null): boolean {
  if (setback === null) return false
  // The engine cannot tell which of its edits a reproduction minds.
  if (setback.by === 'ledger') return true
  const starts = lineStarts(bench.source.text)
  const edits = bench.located.filter((located) => located.finding === finding).flatMap(({ candidates }) => candidates.flatMap((candidate) => candidate.edits))
  const ranges = edits.map((edit) => ({ start: lineAt(starts, edit.start), end: lineAt(starts, Math.max(edit.start, edit.end - 1)) }))
  return setback.hunks.some((hunk) => hunk.path === bench.source.path && ranges.some((range) => isIntersecting(range, oldRange(hunk))))
}

function unresolved(setback: Setback | null): string {
  if (setback === null) return 'The edit overlaps another one of this round, or the file has changed since it was approved.'
  return setback.by === 'ledger' ? `Left out, because line ${setback.line} of the ledger failed after the edits.` : 'Left out, because its place held a change that no finding explained.'
}
