import { toRaw } from './bytes.ts'
import type { SeenFile } from './seen.ts'

const direct = '"$gar_before" "$@"'
const shebang = /^#! *(?:\/usr)?\/bin\/(?:env +)?(sh|dash|bash)( -[eux]+)? *\n/
// Scripts that serve several hooks look at the name they were called by; husky 4 does so in a file it reads.
const asksItsName = /\bbasename\b|##\*\/|\bCreated by Husky v/

/**
 * Returns the shell command that runs the earlier hook. Its directory is the one it always had; its name has `.before-gar` at the end,
 * except for shell scripts that look at their name, which are read under the name they had.
 */
export function callOf(before: SeenFile): string {
  const raw = before.kind === 'regular' ? toRaw(before.bytes) : before.kind === 'symlink' && before.target !== null ? toRaw(before.target) : ''
  const [, shell, flags = ''] = shebang.exec(raw) ?? []
  if (shell === undefined || !asksItsName.test(raw) || raw.includes('BASH_SOURCE')) return direct
  return `${shell}${flags} -c '. "$0.before-gar"' "$0" "$@"`
}
