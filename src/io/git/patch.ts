import type { Buffer } from 'node:buffer'
import type { Oid } from '../../core/model/tree.ts'
import type { GitCommand } from './command.ts'
import { oneLine } from './command.ts'
import { emptyTree } from './tree.ts'

// Whatever the user's settings and attributes are, a patch has the same form and every byte of both sides.
const plain = [
  '--binary', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--full-index', '--src-prefix=a/', '--dst-prefix=b/',
  '-U3', '--diff-algorithm=myers', '--ignore-submodules=dirty', '--no-relative', '-O/dev/null',
]

/** Prints index and work tree together against a commit or tree (GAR-154). */
export function patchCommand(against: Oid): GitCommand<Buffer> {
  return { argv: ['diff', ...plain, against, '--'], parse: (stdout) => stdout }
}

/** Names the empty tree in this repository's hash; it stands for HEAD before the first commit. */
export function emptyTreeCommand(): GitCommand<Oid> {
  return { argv: ['rev-parse', '--show-object-format'], parse: (stdout) => oneLine(stdout) === 'sha256' ? emptyTree.sha256 : emptyTree.sha1 }
}
