import type { Reproduction } from '../fix/contract.ts'

/** One line of `ledger.txt`; a malformed one keeps its number, since it counts as failing there (rulings 2.4.6). */
export type LedgerLine =
  | { readonly kind: 'command'; readonly n: number; readonly path: string; readonly command: string }
  | { readonly kind: 'malformed'; readonly n: number; readonly path: string }
export type LedgerResult = { readonly line: LedgerLine; readonly passed: boolean }
export type LedgerOutcome = { readonly text: string; readonly failing: number | undefined }
/** What a reproduction is held against. */
export type ReproductionBound = {
  readonly approved: ReadonlySet<string>
  /** Paths under review. */
  readonly scope: ReadonlySet<string>
  /** True for a path that existed when the round's snapshot was taken. */
  readonly existed: (path: string) => boolean
  readonly isIgnored: (path: string) => boolean
  readonly isProtected: (path: string) => boolean
}
export type CheckedReproduction = { readonly ok: true } | { readonly ok: false; readonly reason: string }

const control = /\p{Cc}/u

/** Returns the lines of a ledger in order; each is the path, one TAB, then the command (GAR-061). */
export function parseLedger(text: string): readonly LedgerLine[] {
  if (text === '') return []
  return text.replace(/\n$/, '').split('\n').map((line, index) => {
    const [, path = '', command = ''] = /^([^\t]*)\t([^\r]*)$/.exec(line) ?? []
    const n = index + 1
    return path === '' || command.trim() === '' ? { kind: 'malformed', n, path } : { kind: 'command', n, path, command }
  })
}

/** Returns the ledger line of a reproduction. */
export function renderLedgerLine({ path, command }: Pick<Reproduction, 'path' | 'command'>): string {
  return `${path}\t${command}\n`
}

/** Returns the ledger with the reproductions it does not hold yet at its end (rulings 2.4.5). */
export function appendToLedger(text: string, reproductions: readonly Pick<Reproduction, 'path' | 'command'>[]): string {
  const lines = new Set(reproductions.map(renderLedgerLine))
  const held = new Set(text.split('\n').map((line) => `${line}\n`))
  return text + [...lines].filter((line) => !held.has(line)).join('')
}

/** Returns the paths whose lines are reproduction lines (GAR-052). */
export function ledgerPaths(text: string): ReadonlySet<string> {
  return new Set(parseLedger(text).map((line) => line.path).filter((path) => path !== ''))
}

/** Returns what `gar ledger` prints of the results, and the first failing line (GAR-062 to GAR-064). */
export function ledgerOutcome(results: readonly LedgerResult[]): LedgerOutcome {
  const judged = results.map(({ line, passed }) => ({ n: line.n, path: line.path, passed: passed && line.kind === 'command' }))
  return {
    text: judged.map(({ n, path, passed }) => `${n}\t${passed ? 'pass' : 'fail'}\t${path}\n`).join(''),
    failing: judged.find(({ passed }) => !passed)?.n,
  }
}

/** Returns whether a reproduction may enter the ledger (GAR-051, rulings 2.4.2 and 2.4.3). */
export function validateReproduction(reproduction: Reproduction, bound: ReproductionBound): CheckedReproduction {
  const reason = pathComplaint(reproduction.path, bound) ?? commandComplaint(reproduction.command)
    ?? (bound.approved.has(reproduction.finding_id) ? undefined : `${reproduction.finding_id} is no approved finding`)
  return reason === undefined ? { ok: true } : { ok: false, reason }
}

function pathComplaint(path: string, bound: ReproductionBound): string | undefined {
  if (control.test(path)) return 'the path holds a control character'
  if (!isPlainRelative(path)) return 'the path is not a plain path inside the repository'
  if (bound.scope.has(path)) return 'the path is under review'
  if (bound.existed(path)) return 'the path existed before the fix'
  if (bound.isIgnored(path)) return 'the path is ignored, or no new file stands there'
  return bound.isProtected(path) ? 'the path is protected' : undefined
}

function isPlainRelative(path: string): boolean {
  return !/^[A-Za-z]:/.test(path) && !path.includes('\\') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function commandComplaint(command: string): string | undefined {
  if (command.trim() === '') return 'the command is empty'
  return /[\0\n\r]/.test(command) ? 'the command is not one line' : undefined
}
