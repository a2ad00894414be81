import { fence } from '../evidence/fence.ts'
import { renderHunks } from '../evidence/hunks.ts'
import { dataRule, findingsBlock } from '../gate/prompt.ts'
import type { FixAsk, Setback } from './port.ts'

export type FixPromptInput = Pick<FixAsk, 'round' | 'approved' | 'setback'>

/** Returns the prompt of a fixer call: the whole approved set, and on a retry the failure that led to it (GAR-140). */
export function fixPrompt({ round, approved, setback }: FixPromptInput): string {
  const parts = [
    `# Fix, round ${round}`,
    dataRule,
    'Apply the fix of every finding below in the working tree, and nothing else. Touch only the paths a fix names, and new files that reproduce a finding.',
    'Never commit, stage, push, stash, reset, restore, check out or switch. Never write under .git, the relay directory or a hook directory, nor CHARTER.md, nor outside the repository.',
    'Let a file grow by no more than half of its lines, or 200 lines where half is less. Add no dependency.',
    `## Approved findings\n\n${findingsBlock(approved)}`,
    ...(setback === null ? [] : [`## Why this is a retry\n\nThe files are back at their state before the round.\n\n${setbackText(setback)}`]),
    '## Answer\n\nReturn one JSON object of the fixer schema with exactly one resolution a finding, and the reproductions you added.',
  ]
  return `${parts.join('\n\n')}\n`
}

function setbackText(setback: Setback): string {
  switch (setback.by) {
    case 'ledger': return `Line ${setback.line} of ledger.txt failed after the last attempt.`
    case 'audit': return `No approved finding explains these hunks of the last attempt:\n\n${fence(renderHunks(setback.hunks), 'diff')}`
  }
}
