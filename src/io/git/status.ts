import { Buffer } from 'node:buffer'
import { GarError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath } from '../../core/model/path.ts'
import type { Oid } from '../../core/model/tree.ts'
import { isZero, parseOid } from '../../core/model/tree.ts'
import type { GitCommand } from './command.ts'
import { records } from './command.ts'
import type { GitPlace } from './run.ts'
import { runGit } from './run.ts'

/** One path that git does not hold for the same in HEAD, index and work tree. */
export type StatusEntry = {
  readonly path: RepoPath
  /** `nested` is another repository inside this one that git does not track. */
  readonly kind: 'tracked' | 'untracked' | 'unmerged' | 'submodule' | 'nested'
  /** Index and work tree letters as git prints them; `??` for untracked. */
  readonly xy: string
  /** Modes are `000000` where the path is absent. */
  readonly headMode: string
  readonly headOid: Oid | null
  readonly indexMode: string
  readonly indexOid: Oid | null
  readonly worktreeMode: string
}
export type Status = {
  /** Null before the first commit. */
  readonly head: Oid | null
  /** Null on a detached HEAD. */
  readonly branch: string | null
  readonly upstream: string | null
  readonly entries: readonly StatusEntry[]
}

/** Lists every path that may differ from HEAD: one scan of the work tree, no optional lock, renames as delete and add. */
export function statusCommand(): GitCommand<Status> {
  const argv = ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--branch', '--ignore-submodules=dirty']
  return { argv, parse: (stdout) => parseStatus(records(stdout)) }
}

/** What git is told not to look at: edits of these paths can be neither reviewed nor guarded. */
export type Flags = { readonly assumed: ReadonlySet<RepoPath>; readonly skipped: ReadonlySet<RepoPath> }

/** Returns the assume-unchanged and the skip-worktree paths as the index holds them. */
export function readFlags(place: GitPlace): Promise<Flags> {
  // In a sparse checkout git drops the flag of a file that exists, in memory; this setting makes it tell what is written.
  return runGit(withSetting(place, 'sparse.expectFilesOutsideOfPatterns', 'true'), { argv: ['ls-files', '-v', '-z'], parse: (stdout) => parseFlags(records(stdout)) })
}

const plainTag = 0x48

function parseFlags(lines: readonly Buffer[]): Flags {
  // A large index is nearly all plain entries, which are not worth a text each.
  const flagged = lines.filter((line) => line[0] !== plainTag)
  const tagged = (tags: RegExp): ReadonlySet<RepoPath> => new Set(flagged.filter((line) => tags.test(line.toString('latin1', 0, 1))).map((line) => parseRepoPath(line.subarray(2))))
  return { assumed: tagged(/[a-z]/), skipped: tagged(/s/i) }
}

function withSetting({ cwd, env }: GitPlace, key: string, value: string): GitPlace {
  const n = Number(env['GIT_CONFIG_COUNT'] ?? '0')
  return { cwd, env: { ...env, GIT_CONFIG_COUNT: `${n + 1}`, [`GIT_CONFIG_KEY_${n}`]: key, [`GIT_CONFIG_VALUE_${n}`]: value } }
}

function parseStatus(lines: readonly Buffer[]): Status {
  const headers = new Map<string, string>()
  const entries: StatusEntry[] = []
  for (const line of lines) {
    if (line.subarray(0, 2).toString('latin1') === '# ') {
      const [name = '', ...value] = line.toString('utf8').slice(2).split(' ')
      headers.set(name, value.join(' '))
    } else {
      entries.push(parseEntry(line))
    }
  }
  const oid = headers.get('branch.oid')
  if (oid === undefined) throw unreadable(Buffer.from('no branch.oid'))
  const branch = headers.get('branch.head') ?? null
  return {
    head: parseOid(oid) ?? null,
    branch: branch === '(detached)' ? null : branch,
    upstream: headers.get('branch.upstream') ?? null,
    entries,
  }
}

function parseEntry(line: Buffer): StatusEntry {
  switch (line.toString('latin1', 0, 2)) {
    case '? ': return untracked(line)
    case '1 ': return tracked(line)
    case 'u ': return unmerged(line)
    default: throw unreadable(line)
  }
}

function untracked(line: Buffer): StatusEntry {
  const isDirectory = line[line.length - 1] === 0x2f
  return {
    path: parseRepoPath(line.subarray(2, isDirectory ? -1 : undefined)), kind: isDirectory ? 'nested' : 'untracked', xy: '??',
    headMode: '000000', headOid: null, indexMode: '000000', indexOid: null, worktreeMode: '000000',
  }
}

// 1 XY sub mH mI mW hH hI path. An intent-to-add whose file is gone again reads as an empty file of HEAD that was deleted (git 2.39); nothing tells the two apart.
function tracked(line: Buffer): StatusEntry {
  const [fields, path] = split(line, 8)
  const [, xy = '', sub = '', headMode = '', indexMode = '', worktreeMode = '', headOid = '', indexOid = ''] = fields
  const modes = [headMode, indexMode, worktreeMode]
  const kind = sub.startsWith('S') || modes.includes('160000') ? 'submodule' : 'tracked'
  return { path, kind, xy, headMode, headOid: oidAt(line, headOid), indexMode, indexOid: oidAt(line, indexOid), worktreeMode }
}

// u XY sub m1 m2 m3 mW h1 h2 h3 path; stage 2 is HEAD's side.
function unmerged(line: Buffer): StatusEntry {
  const [fields, path] = split(line, 10)
  const [, xy = '', , , headMode = '', , worktreeMode = '', , ours = ''] = fields
  return { path, kind: 'unmerged', xy, headMode, headOid: oidAt(line, ours), indexMode: '000000', indexOid: null, worktreeMode }
}

// The path is the rest of the record, blanks included.
function split(line: Buffer, count: number): [string[], RepoPath] {
  let at = 0
  for (let field = 0; field < count; field += 1) {
    at = line.indexOf(0x20, at) + 1
    if (at === 0) throw unreadable(line)
  }
  return [line.toString('latin1', 0, at - 1).split(' '), parseRepoPath(line.subarray(at))]
}

function oidAt(line: Buffer, text: string): Oid | null {
  const oid = parseOid(text)
  if (oid === undefined) throw unreadable(line)
  return isZero(oid) ? null : oid
}

function unreadable(line: Buffer): GarError {
  return new GarError('git-failed', `git status printed a record gar cannot read: ${JSON.stringify(line.toString('utf8').slice(0, 120))}`, { hint: 'Run "git status --porcelain=v2" to see it, and report it.' })
}
