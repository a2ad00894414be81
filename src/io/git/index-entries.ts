import { createHash } from 'node:crypto'
import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath } from '../../core/model/path.ts'
import type { Oid } from '../../core/model/tree.ts'
import { parseOid } from '../../core/model/tree.ts'
import type { GitCommand } from './command.ts'
import { records } from './command.ts'

/** Lists the tracked paths at or below a path. */
export function listTracked(below: string): GitCommand<readonly RepoPath[]> {
  return { argv: ['ls-files', '-z', '--cached', '--', below], parse: (stdout) => records(stdout).map(parseRepoPath) }
}

/** Lists the unmerged paths of the index. */
export function listUnmerged(): GitCommand<readonly RepoPath[]> {
  return { argv: ['ls-files', '-z', '--unmerged'], parse: (stdout) => [...new Set(records(stdout).map((record) => parseRepoPath(record.subarray(record.indexOf(9) + 1))))] }
}

/** Reads the index's blobs of these paths; a path the index does not know, or holds unmerged, is not in the answer. */
export function stagedBlobs(paths: readonly RepoPath[]): GitCommand<ReadonlyMap<RepoPath, Oid>> {
  return { argv: ['ls-files', '-s', '-z', '--', ...paths], parse: (stdout) => {
    const found = new Map<RepoPath, Oid>()
    for (const record of records(stdout)) {
      const tab = record.indexOf(9)
      const [, oid = '', stage] = record.subarray(0, tab).toString('latin1').split(' ')
      const parsed = parseOid(oid)
      if (parsed !== undefined && stage === '0') found.set(parseRepoPath(record.subarray(tab + 1)), parsed)
    }
    return found
  } }
}

/** Asks for a digest of every entry and flag of the index; a refresh of its file does not move it. */
export function indexDigest(): GitCommand<string> {
  return { argv: ['ls-files', '-s', '-v', '-z'], parse: (stdout) => createHash('sha256').update(stdout).digest('hex') }
}
