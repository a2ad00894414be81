import type { Buffer } from 'node:buffer'
import { parseOid } from '../../core/model/tree.ts'
import type { Oid } from '../../core/model/tree.ts'

/** A git command as data: what to run, which exit codes are answers, and how its output reads. */
export type GitCommand<T> = {
  readonly argv: readonly string[]
  readonly input?: Uint8Array
  /** Exit codes that are answers; 0 alone unless said. */
  readonly ok?: readonly number[]
  /** Set for commands that write: only into a private index or a private object directory, never the user's. */
  readonly writes?: 'private-index'
  readonly parse: (stdout: Buffer, code: number) => T
}

// Settings of the user that would change what git prints or that would run programs while gar reads (git-facts 8).
const settings = [
  // What a user relaxes for speed lets an edit pass for none when size and time are the same.
  'core.trustctime=true', 'core.checkStat=default',
  'core.fsmonitor=false', 'core.untrackedCache=keep', 'core.quotePath=false', 'core.safecrlf=false', 'submodule.recurse=false', 'color.ui=false',
  'diff.noprefix=false', 'diff.mnemonicPrefix=false', 'diff.relative=false', 'diff.ignoreSubmodules=none', 'diff.submodule=short',
  'diff.renames=false', 'status.renames=false', 'status.relativePaths=false', 'log.showSignature=false', 'gc.auto=0', 'maintenance.auto=false',
]
/** Options that precede every subcommand. */
export const fixedArgs: readonly string[] = ['--no-pager', '--no-optional-locks', '--literal-pathspecs', ...settings.flatMap((s) => ['-c', s])]

/** Every subcommand gar may run; the second list writes, and only where `writes` says. Nothing else starts. */
export const readers = ['rev-parse', 'status', 'ls-files', 'ls-tree', 'cat-file', 'diff', 'diff-tree', 'diff-index', 'rev-list', 'log', 'merge-base', 'symbolic-ref', 'for-each-ref', 'config', 'grep', 'check-ignore', 'check-attr', 'remote', 'version'] as const
export const privateWriters = ['update-index', 'write-tree', 'read-tree', 'hash-object', 'checkout-index'] as const

/** Returns the text without the one final newline git adds. */
export function oneLine(stdout: Buffer): string {
  return stdout.toString('utf8').replace(/\n$/, '')
}

/** Splits NUL-terminated records without decoding them. */
export function records(stdout: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let from = 0; from < stdout.length; ) {
    const to = stdout.indexOf(0, from)
    const end = to < 0 ? stdout.length : to
    found.push(stdout.subarray(from, end))
    from = end + 1
  }
  return found
}

/** Returns the object id a command printed alone on its line, or undefined when git said there is none. */
export function oidOrNone(stdout: Buffer, code: number): Oid | undefined {
  return code === 0 ? parseOid(oneLine(stdout)) : undefined
}
