import { Buffer } from 'node:buffer'
import type { LedgerOutcome, LedgerResult } from '../../core/audit/ledger.ts'
import { appendToLedger, ledgerOutcome, parseLedger, validateReproduction } from '../../core/audit/ledger.ts'
import type { Reproduction } from '../../core/fix/contract.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath } from '../../core/model/path.ts'
import { readIfThere, writeWhole } from '../../io/os/files.ts'
import type { Memory } from './memory.ts'
import { present } from './memory.ts'
import type { Session } from './session.ts'
import type { LedgerPlace } from './passing.ts'
import { isPassing } from './passing.ts'
import { failingBefore } from './red.ts'
import { isProtected } from './workspace.ts'

const inAll = 300_000

/** Appends the fixer's valid reproductions to the ledger; a refused one is noted, and Restore takes them all back (rulings 2.4, A4). */
export async function appendReproductions(session: Session, memory: Memory, reproductions: readonly Reproduction[]): Promise<void> {
  if (reproductions.length === 0) return
  const facts = present(memory)
  const bound = {
    approved: new Set(facts.approved.map((finding) => finding.id)),
    scope: new Set<string>(facts.change.files.map((file) => file.path)),
    existed: (path: string) => hasExisted(memory, parseRepoPath(path)),
    // A new file that git lists is on record after the fix; asking git again would cost a process.
    isIgnored: (path: string) => (memory.after?.entries.get(parseRepoPath(path)) ?? null) === null,
    isProtected: (path: string) => isProtected(parseRepoPath(path)),
  }
  const kept = reproductions.filter((reproduction) => {
    const checked = validateReproduction(reproduction, bound)
    if (!checked.ok) memory.notes.push(`a reproduction was dropped: ${checked.reason}`)
    return checked.ok
  })
  const red = await failingBefore(session, memory, kept)
  await writeWhole(session.relay.ledger, Buffer.from(appendToLedger(await ledgerText(session), red)))
}

// A tracked file that was as HEAD has it is on record only once the fixer changed it.
function hasExisted({ preFix, after }: Memory, path: RepoPath): boolean {
  return (preFix?.entries.get(path) ?? after?.heads.get(path) ?? null) !== null
}

/** Runs every line's command in order, each with its own limit and none with git's variables (GAR-062, rulings 2.4.3). */
export async function runLedger(text: string, place: LedgerPlace): Promise<LedgerOutcome> {
  const results: LedgerResult[] = []
  const until = performance.now() + inAll
  for (const line of parseLedger(text)) {
    place.signal.throwIfAborted()
    results.push({ line, passed: line.kind === 'command' && await isPassing(line.command, place, until) })
  }
  place.signal.throwIfAborted()
  return ledgerOutcome(results)
}

/** Returns the text of the run's ledger. */
export async function ledgerText(session: Session): Promise<string> {
  return (await readIfThere(session.relay.ledger))?.toString('utf8') ?? ''
}
