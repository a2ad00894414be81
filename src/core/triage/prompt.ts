import { fence } from '../evidence/fence.ts'
import { dataRule, findingsBlock } from '../gate/prompt.ts'
import { displayPath } from '../model/path.ts'
import { refusalCodes } from './contract.ts'
import type { TriageAsk } from './port.ts'

export type TriagePromptInput = Pick<TriageAsk, 'round' | 'qualifying' | 'change' | 'ledger'> & { readonly charter?: string }

/** Returns the prompt of a triage call: refute by default, one decision for each qualifying finding (GAR-121, GAR-130). */
export function triagePrompt({ round, qualifying, change, ledger, charter }: TriagePromptInput): string {
  const parts = [
    `# Triage, round ${round}`,
    dataRule,
    'Judge each finding. Refute by default: approve it only when it is real and its fix is minimum, anchored in the change, and safe. Write nothing.',
    `Reproductions are named in ${ledger}; a finding on such a path is not anchored.`,
    `Reviewed tree: ${change.tree}, base: ${change.base ?? 'the empty tree'}. Paths in scope:\n\n${fence(change.files.map(({ path }) => displayPath(path)).join('\n'))}`,
    `## Findings\n\n${findingsBlock(qualifying)}`,
    ...(charter === undefined ? [] : [`## CHARTER.md\n\nA fix against it is not safe; say "charter" in the reason.\n\n${fence(charter)}`]),
    `## Answer\n\nReturn one JSON object of the triage schema with exactly one decision a finding: "approved", or "not-approved" with a reason and one code of ${refusalCodes.join(', ')}.`,
  ]
  return `${parts.join('\n\n')}\n`
}
