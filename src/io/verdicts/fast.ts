import { Buffer } from 'node:buffer'
import { lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Oid } from '../../core/model/tree.ts'
import type { GitContext } from '../git/context.ts'
import { hasCode, lookAt, makeDirectory, readIfThere, removeFile, writeWhole } from '../os/files.ts'
import type { Rule } from './fast-proof.ts'
import { cannotConfigure, renderProof } from './fast-proof.ts'

// What hooks/fast.sh reads with the shell's builtins alone: byte by byte, so that long files are left to Node.
const largest = 16 * 1024
const mostKept = 64

/** What a proof is about: a commit in preparation on HEAD's commit, or a pushed tip and what the remote's ref holds. */
export type Proven = { readonly kind: 'commit'; readonly head: Oid; readonly tree: Oid } | { readonly kind: 'push'; readonly local: Oid; readonly remote: Oid }

/** Returns the files that set the rules as they stand, or null where the shell could not compare them. */
export async function readRules(context: GitContext): Promise<readonly Rule[] | null> {
  const own = [path.join(context.top, '.garrc.json'), path.join(context.top, '.garignore'), path.join(context.commonDir, 'gar', 'answers.jsonl')]
  const rules = [...await Promise.all(own.map(readRule)), await readShared(path.join(context.top, 'package.json'))]
  const found = rules.filter((rule) => rule !== null)
  const size = found.reduce((sum, rule) => sum + (rule.state === 'file' ? rule.text.length : 0), 0)
  return found.length < rules.length || size > largest ? null : found
}

/** Stores what lets the hook pass without starting Node; `unfit` when the shell could not check it, `unwritable` when there is no place for it. */
export async function storeProof(context: GitContext, proven: Proven, by: { build: string; rules: readonly Rule[] }): Promise<'stored' | 'unfit' | 'unwritable'> {
  const key = keyOf(proven)
  const bytes = renderProof({ key, top: context.top, ...by })
  if (bytes === null) return 'unfit'
  const directory = path.join(context.gitDir, 'gar', 'fast')
  try {
    await makeDirectory(directory, 0o700)
    if (await lookAt(directory) !== 'directory') return 'unwritable'
    await makeRoom(directory)
    await writeWhole(path.join(directory, key), bytes)
    return 'stored'
  } catch (error) {
    // The proof saves time and nothing else; that it is missing is an answer, as long as the disk is what refused it.
    if (hasCode(error, 'ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EMFILE', 'ENFILE')) return 'unwritable'
    throw error
  }
}

function keyOf(proven: Proven): string {
  return proven.kind === 'commit' ? `${proven.head}-${proven.tree}` : `push-${proven.local}-${proven.remote}`
}

// A proof serves a repeated attempt; old ones serve no one, and each can be had again.
async function makeRoom(directory: string): Promise<void> {
  const kept = await readdir(directory)
  if (kept.length >= mostKept) await Promise.all(kept.map((name) => removeFile(path.join(directory, name))))
}

async function readRule(file: string): Promise<Rule | null> {
  const name = path.basename(file)
  const kind = await lookAt(file)
  if (kind === null) return { name, state: 'absent' }
  return kind === 'file' ? readText(file) : null
}

// The configuration may be a key of a file that serves others too; a link to it is followed, as when it is read.
async function readShared(file: string): Promise<Rule | null> {
  const found = await stat(file).catch((error: unknown) => { if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return null; throw error })
  if (found?.isFile() !== true) return { name: path.basename(file), state: 'free' }
  const rule = await readText(file)
  if (rule?.state === 'file' && cannotConfigure(rule.text)) return { name: rule.name, state: 'free' }
  return (await lstat(file)).isFile() ? rule : null
}

async function readText(file: string): Promise<Rule | null> {
  const bytes = await readIfThere(file)
  // The shell's "read" drops NUL bytes.
  if (bytes === null || bytes.length > largest || bytes.includes(0)) return null
  return { name: path.basename(file), state: 'file', text: Buffer.from(bytes).toString('latin1') }
}
