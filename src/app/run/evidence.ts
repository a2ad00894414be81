import type { Content } from '../../core/gate/anchor.ts'
import { isTreeCitation } from '../../core/gate/lane.ts'
import { diffHunks, splitLines } from '../../core/evidence/hunks.ts'
import type { Hunk } from '../../core/model/hunk.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { Change, Oid } from '../../core/model/tree.ts'
import { fileOf } from '../../core/target/change.ts'
import type { Sides } from './subject.ts'
import type { Session } from './session.ts'
import { readWorktreeFile } from './workspace.ts'

/** Reads what the lane and anchor of findings on these paths are decided from; only these paths are read. */
export async function gatherContents(session: Session, change: Change, at: { paths: readonly RepoPath[]; fixed: readonly RepoPath[] }): Promise<(path: RepoPath) => Content> {
  const paths = [...new Set(at.paths)]
  const sides = await session.subject.sides(paths)
  const wanted = paths.flatMap((path) => [fileOf(change, path)?.base, fileOf(change, path)?.now, sides.get(path)?.head, sides.get(path)?.index])
  const blobs = await session.subject.objects.blobs([...new Set(wanted.filter((oid): oid is Oid => oid !== null && oid !== undefined))])
  const contents = new Map<RepoPath, Content>()
  for (const path of paths) {
    const worktree = await readWorktreeFile(session.context, path)
    contents.set(path, contentOf({ change, path, worktree, blobs, sides: sides.get(path), isFixed: at.fixed.includes(path) }))
  }
  return (path) => {
    const content = contents.get(path)
    if (content === undefined) throw new Error(`no evidence was gathered for ${path}`)
    return content
  }
}

type Facts = {
  readonly change: Change
  readonly path: RepoPath
  readonly worktree: Uint8Array | null
  readonly blobs: ReadonlyMap<Oid, Uint8Array>
  readonly sides: Sides | undefined
  readonly isFixed: boolean
}

function contentOf({ change, path, worktree, blobs, sides, isFixed }: Facts): Content {
  const bytes = (oid: Oid | null | undefined): Uint8Array | null => plain(oid === null || oid === undefined ? null : blobs.get(oid) ?? null)
  const file = fileOf(change, path) ?? { base: null, now: null }
  const [head, index, tree] = [bytes(sides?.head), bytes(sides?.index), plain(worktree)]
  const between = (before: Uint8Array | null, after: Uint8Array | null): readonly Hunk[] => (after === null ? [] : diffHunks(path, before, after))
  const citation = sides?.citation ?? 'commit'
  const untracked = citation === 'untracked'
  // What the loop has fixed is reviewed in its working-tree form, and so are its line numbers.
  const counted = isFixed ? 'unstaged' : citation
  return {
    hunks: diffHunks(path, bytes(file.base), bytes(file.now)),
    citation: counted,
    evidence: {
      tracked: !untracked, untracked,
      staged: between(head, index),
      unstaged: untracked ? [] : between(index, tree),
      // Beside a working-tree subject, what a finding cites as staged stands in the index.
      subject: linesOf(isTreeCitation(counted) ? index : bytes(file.now)),
      worktree: linesOf(tree),
    },
  }
}

function linesOf(bytes: Uint8Array | null): readonly string[] | null {
  return bytes === null ? null : splitLines(Buffer.from(bytes).toString('utf8'))
}

// Git may keep other line ends in its objects than on disk; for telling where lines are, they are the same lines.
function plain(bytes: Uint8Array | null): Uint8Array | null {
  return bytes?.includes(13) === true ? Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes
}
