import path from 'node:path'

/** Every path name of a run's relay `.git_auto_review/<stem>/` (GAR-106 to GAR-121). */
export type Relay = {
  readonly root: string
  readonly stem: string
  readonly ignore: string
  readonly directory: string
  readonly gate: (round: number) => string
  readonly preseed: (round: number) => string
  readonly gatePrompt: (round: number) => string
  readonly fixer: (round: number) => string
  readonly verifier: (round: number) => string
  readonly diff: (round: number) => string
  readonly ledger: string
  readonly report: string
  readonly preFixPatch: string
  readonly preFixTar: string
  readonly preFixMeta: string
  readonly baselinePatch: string
  readonly baselineTar: string
  readonly authored: string
  readonly findings: string
}

/** Name of the relay directory at the top of the work tree. */
export const relayName = '.git_auto_review'

/** Returns the relay of a stem below the top of a work tree. */
export function relayAt(top: string, stem: string): Relay {
  const root = path.join(top, relayName)
  const directory = path.join(root, stem)
  const file = (name: string): string => path.join(directory, name)
  return {
    root, stem, directory,
    ignore: path.join(root, '.gitignore'),
    gate: (round) => file(`gate-r${round}.txt`),
    preseed: (round) => file(`gate-r${round}.preseed`),
    gatePrompt: (round) => file(`gate-r${round}-prompt.txt`),
    fixer: (round) => file(`fixer-r${round}.txt`),
    verifier: (round) => file(`verifier-r${round}.txt`),
    diff: (round) => file(`round-r${round}.diff.txt`),
    ledger: file('ledger.txt'),
    report: file('report.txt'),
    preFixPatch: file('pre-fix.patch'),
    preFixTar: file('pre-fix.untracked.tar'),
    preFixMeta: file('pre-fix.meta.json'),
    baselinePatch: file('baseline.patch'),
    baselineTar: file('baseline.untracked.tar'),
    authored: file('authored.txt'),
    findings: file('findings.jsonl'),
  }
}

/** Returns the run stem a task file's path gives, or undefined when it is no safe directory name (GAR-107, ruling A9). */
export function stemOf(task: string | null): string | undefined {
  if (task === null) return 'default'
  const { name } = path.parse(task)
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$/.test(name) ? name : undefined
}
