import type { TriageAsk } from '../../../core/triage/port.ts'
import { parseCase } from './case.ts'
import { toPaths } from './paths.ts'
import { resolveScript } from './script-resolve.ts'

/** Returns the ids of findings whose corrected path is not, in the reviewed tree, the one file the import can mean. */
export async function unprovenCases({ qualifying, change, objects }: Pick<TriageAsk, 'qualifying' | 'change' | 'objects'>): Promise<ReadonlySet<string>> {
  const fixes = qualifying.flatMap(({ id, location, fix }) => { const parsed = parseCase(fix.text); return parsed === null ? [] : [{ id, from: location.path, ...parsed }] })
  if (fixes.length === 0) return new Set()
  const paths = toPaths(await objects.paths(change.tree))
  const unproven = new Set<string>()
  for (const { id, from, spec, spelt } of fixes) {
    const [before, after] = [resolveScript(paths, from, spec), resolveScript(paths, from, spelt)]
    const [file, ...others] = after.kind === 'files' ? after.files : []
    const isOne = before.kind === 'nowhere' && file !== undefined && others.length === 0
    if (!isOne) unproven.add(id)
  }
  return unproven
}
