import path from 'node:path'
import type { StatusResult } from 'simple-git'
import { simpleGit } from 'simple-git'
import { parseReport } from '../../../core/report/parse.ts'
import { GarError } from '../../../core/model/fault.ts'
import { displayPath } from '../../../core/model/path.ts'
import type { GitContext } from '../../../io/git/context.ts'
import { openContext, operationInProgress } from '../../../io/git/context.ts'
import { childEnv } from '../../../io/git/env.ts'
import { readIfThere } from '../../../io/os/files.ts'
import type { JournalRead } from '../../../io/relay/journal.ts'
import { readJournal } from '../../../io/relay/journal.ts'
import { relayAt } from '../../../io/relay/layout.ts'
import type { CommandInput } from '../command.ts'
import { isSet } from '../command.ts'

type LastRun = { readonly stop: string; readonly status: string; readonly sentence: string }
type Interrupted = { readonly round: number; readonly event: string; readonly startedAt: string; readonly mayHaveWritten: boolean } | { readonly unreadable: string }
type Facts = {
  readonly branch: string | null
  readonly upstream: string | null
  readonly ahead: number
  readonly behind: number
  readonly staged: number
  readonly unstaged: number
  readonly untracked: number
  readonly unmerged: number
  readonly operation: string | null
  readonly lastRun: LastRun | null
  readonly interrupted: Interrupted | null
}

/** Prints what a run would find, how the last one ended, and whether one was interrupted. */
export async function run(input: CommandInput): Promise<number> {
  const context = await openContext(input.cwd, input.env)
  const facts = await gather(context, input.env)
  input.io.out(isSet(input, 'json') ? JSON.stringify(facts, null, 2) : render(facts))
  return 0
}

async function gather(context: GitContext, env: CommandInput['env']): Promise<Facts> {
  const [status, lastRun, journal] = await Promise.all([readStatus(context, env), readLastRun(context), readJournal(context.gitDir)])
  return {
    branch: status.detached ? null : status.current,
    upstream: status.tracking,
    ahead: status.ahead,
    behind: status.behind,
    ...count(status),
    operation: operationInProgress(context),
    lastRun,
    interrupted: interruptedRun(journal),
  }
}

async function readStatus(context: GitContext, env: CommandInput['env']): Promise<StatusResult> {
  const { GIT_DIR = '', GIT_WORK_TREE = '', GIT_INDEX_FILE = '' } = context.env
  // Without the optional lock git leaves the index as it is, which a question must.
  const own = { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }
  const git = simpleGit({ baseDir: context.top, allowEnvironment: Object.keys(own), config: ['core.fsmonitor=false'], unsafe: { allowUnsafeFsMonitor: true } })
  try {
    return await git.env({ ...childEnv(env), ...own }).status(['--untracked-files=all'])
  } catch (cause) {
    throw new GarError('git-failed', `git status failed: ${cause instanceof Error ? cause.message.trim() : String(cause)}`, { hint: 'Run "git status" to see why.', cause })
  }
}

function count({ files, conflicted }: StatusResult): Pick<Facts, 'staged' | 'unstaged' | 'untracked' | 'unmerged'> {
  const changed = files.filter((file) => file.index !== '?' && !conflicted.includes(file.path))
  return {
    staged: changed.filter((file) => file.index.trim() !== '').length,
    unstaged: changed.filter((file) => file.working_dir.trim() !== '').length,
    untracked: files.filter((file) => file.index === '?').length,
    unmerged: conflicted.length,
  }
}

async function readLastRun(context: GitContext): Promise<LastRun | null> {
  const bytes = await readIfThere(relayAt(context.top, 'default').report)
  if (bytes === null) return null
  const parsed = parseReport(bytes.toString('utf8'))
  if (!parsed.ok) return { stop: 'unknown', status: 'unreadable', sentence: `The report cannot be read: ${parsed.reason}` }
  const { stop, status, sentence } = parsed.record
  return { stop, status, sentence }
}

function interruptedRun(read: JournalRead): Interrupted | null {
  switch (read.kind) {
    case 'none': return null
    case 'unreadable': return { unreadable: read.file }
    case 'run': return { round: read.journal.round, event: read.journal.event, startedAt: read.journal.at, mayHaveWritten: read.journal.writing }
  }
}

function render(facts: Facts): string {
  const lines = [
    `On ${facts.branch === null ? 'a detached HEAD' : `branch ${displayPath(facts.branch)}`}${upstream(facts)}.`,
    `Changes: ${facts.staged} staged, ${facts.unstaged} unstaged, ${facts.untracked} untracked${facts.unmerged === 0 ? '' : `, ${facts.unmerged} unmerged`}.`,
  ]
  if (facts.operation !== null) lines.push(`A ${facts.operation} is in progress; gar reviews and writes nothing until it ends.`)
  lines.push(facts.lastRun === null ? 'No run has left a report.' : `Last run: ${facts.lastRun.status} (${facts.lastRun.stop}). ${facts.lastRun.sentence}`)
  if (facts.interrupted !== null) lines.push(...renderInterrupted(facts.interrupted))
  return lines.join('\n')
}

function upstream({ upstream: name, ahead, behind }: Facts): string {
  return name === null ? ', without an upstream' : `, ${ahead} ahead of and ${behind} behind ${displayPath(name)}`
}

function renderInterrupted(interrupted: Interrupted): string[] {
  if ('unreadable' in interrupted) return [`The journal ${path.basename(interrupted.unreadable)} of an earlier run cannot be read.`, 'Run "gar restore --dry-run" to see what it left.']
  const { round, event, startedAt, mayHaveWritten } = interrupted
  const wrote = mayHaveWritten ? 'it may have left half a fix' : 'it had written nothing'
  return [`A run (${displayPath(event)}, round ${round}, ${displayPath(startedAt)}) was interrupted; ${wrote}.`, 'Run "gar restore" to end it.']
}
