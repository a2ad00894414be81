import { fence } from '../evidence/fence.ts'
import { renderHunks } from '../evidence/hunks.ts'
import { dataRule, findingsBlock } from '../gate/prompt.ts'
import type { AuditAsk } from './port.ts'

export type AuditPromptInput = Pick<AuditAsk, 'round' | 'approved' | 'hunks' | 'ledger'>

/** Returns the prompt of a delta audit: every hunk of the round's diff is explained by an approved finding, or is not (GAR-121, GAR-132). */
export function auditPrompt({ round, approved, hunks, ledger }: AuditPromptInput): string {
  const parts = [
    `# Audit of the fixes, round ${round}`,
    dataRule,
    'Map each hunk to the approved finding whose fix needs it. Refute by default: a hunk that no finding needs is not mapped. Write nothing.',
    `Reproductions are named in ${ledger}; map a hunk of such a file to the word "reproduction".`,
    `## Approved findings\n\n${findingsBlock(approved)}`,
    `## Hunks\n\n${fence(renderHunks(hunks), 'diff')}`,
    '## Answer\n\nReturn one JSON object of the delta schema with exactly one entry a hunk: the file, and the first and last line of its new side; a pure deletion is the line before it, at least 1.',
  ]
  return `${parts.join('\n\n')}\n`
}
