import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath } from '../../core/model/path.ts'
import type { Oid } from '../../core/model/tree.ts'
import { parseOid } from '../../core/model/tree.ts'
import type { GitCommand } from './command.ts'
import { records } from './command.ts'

/** What the index holds of a path: its blob, and how long the file was when git last looked at it. */
export type Sized = { readonly oid: Oid; readonly size: number }

// Five lines of numbers follow each name, and the next record begins behind them.
const numbers = /^(?: {2}[^\n]*\n){4} {2}size: (\d+)\tflags: [^\n]*\n/

/** Reads the file sizes the index remembers; a path whose record git writes in another form is left out. */
export function indexSizes(): GitCommand<ReadonlyMap<RepoPath, Sized>> {
  return { argv: ['ls-files', '-s', '--debug', '-z'], parse: (stdout) => {
    const found = new Map<RepoPath, Sized>()
    let head = ''
    let path: RepoPath | null = null
    for (const record of records(stdout)) {
      const text = record.toString('latin1')
      const [behind = '', size] = numbers.exec(text) ?? []
      if (path !== null && size !== undefined) note(found, { head, path, size })
      const tab = text.indexOf('\t', behind.length)
      head = text.slice(behind.length, Math.max(tab, behind.length))
      path = tab < 0 ? null : parseRepoPath(record.subarray(tab + 1))
    }
    return found
  } }
}

function note(found: Map<RepoPath, Sized>, { head, path, size }: { head: string; path: RepoPath; size: string }): void {
  const [, oid = '', stage] = head.split(' ')
  const parsed = parseOid(oid)
  if (parsed !== undefined && stage === '0') found.set(path, { oid: parsed, size: Number(size) })
}
