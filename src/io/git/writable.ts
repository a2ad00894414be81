import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath } from '../../core/model/path.ts'
import type { GitCommand } from './command.ts'
import { records } from './command.ts'

/** Of these paths, lists those whose working-tree edits git is told not to see (assume-unchanged, skip-worktree). */
export function flaggedAmong(paths: readonly RepoPath[]): GitCommand<ReadonlySet<RepoPath>> {
  return { argv: ['ls-files', '-v', '-z', '--', ...paths], parse: (stdout) => (
    new Set(records(stdout).filter((record) => /^[a-zS]/.test(record.toString('latin1', 0, 1))).map((record) => parseRepoPath(record.subarray(2))))
  ) }
}

/** Of these paths, lists those whose bytes on disk are not the bytes git stores: filters, encodings, keyword expansion. */
export function convertedAmong(paths: readonly RepoPath[]): GitCommand<ReadonlySet<RepoPath>> {
  return { argv: ['check-attr', '-z', 'filter', 'working-tree-encoding', 'ident', '--', ...paths], parse: (stdout) => {
    const parts = records(stdout)
    const found = new Set<RepoPath>()
    for (let at = 0; at + 2 < parts.length; at += 3) {
      const [path, , value] = [parts[at], parts[at + 1], parts[at + 2]?.toString('utf8')]
      if (path !== undefined && value !== 'unspecified' && value !== 'unset') found.add(parseRepoPath(path))
    }
    return found
  } }
}
