import type { Buffer } from 'node:buffer'
import path from 'node:path'
import { GarError, HelperError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { displayPath } from '../../core/model/path.ts'
import type { GitContext } from '../git/context.ts'
import { readFlags } from '../git/status.ts'
import { makeDirectory, writeState } from '../os/files.ts'
import { capture } from './capture.ts'
import { checkedOut } from './content.ts'
import { tarOf } from './export.ts'
import type { Head, Snapshot } from './model.ts'
import { differing, differingExactly, entryAt, pathsOf } from './model.ts'
import type { Change, Goal, Site } from './place.ts'
import { applyChanges } from './place.ts'
import { saveSnapshot } from './saved.ts'
import type { Store } from './store.ts'
import { readContent } from './store.ts'

export type RestoreOptions = {
  readonly target: Snapshot
  /** The tree right after the run's last own write. When the tree is no longer that, someone else wrote, and nothing is touched (ruling A5); null restores whatever stands there. */
  readonly expected: Snapshot | null
  readonly exclude?: readonly string[]
  /** Says what would be written and writes nothing. */
  readonly dryRun?: boolean
  /** Where copies of a foreign edit go; the store's directory unless said. */
  readonly saveIn?: string
}
export type Restored =
  | { readonly kind: 'restored'; readonly written: readonly RepoPath[]; readonly removed: readonly RepoPath[] }
  /** `saved` is an archive of the differing paths as they stand. */
  | { readonly kind: 'foreign'; readonly paths: readonly RepoPath[]; readonly saved: string }
  | { readonly kind: 'failed'; readonly reason: string }

type Work = { readonly context: GitContext; readonly store: Store; readonly options: RestoreOptions }

/** Brings the work tree back to a snapshot by writing the paths that differ and no others; the index is not touched, and what is written over is kept as the snapshot `undo`. */
export async function restore(context: GitContext, store: Store, options: RestoreOptions): Promise<Restored> {
  try {
    return await attempt({ context, store, options })
  } catch (error) {
    if (isFault(error)) return { kind: 'failed', reason: error.message }
    throw error
  }
}

async function attempt(work: Work): Promise<Restored> {
  const { store, options: { target, expected, dryRun } } = work
  const now = await look(work)
  if (expected !== null && (now.head !== expected.head || differing(expected, now).length > 0)) return keepForeign(work, now, expected)
  if (now.head !== target.head) return { kind: 'failed', reason: 'HEAD has moved since the snapshot was taken; its state cannot be told from the new commit.' }
  const changes = await plan(work, now)
  if (dryRun === true || changes.length === 0) return outcome(changes)
  await saveSnapshot(store, 'undo', now)
  const done = await write(work, now, changes)
  const { after, found } = await putBackHidden(work, await look(work))
  const left = [...differingExactly(target, after), ...[...after.uncovered].filter((name) => !target.uncovered.has(name))]
  return left.length === 0 ? outcome([...done, ...found]) : { kind: 'failed', reason: `The captured state could not be reproduced: ${left.slice(0, 5).map(displayPath).join(', ')} still differ${left.length === 1 ? 's' : ''}.` }
}

// Ignore rules and attributes decide what git lists and how it writes. They go back first, and the tree is read again before anything else is judged by them:
// otherwise a file the user ignores would count as one the fixer made, and be removed.
async function write(work: Work, now: Snapshot, changes: readonly Change[]): Promise<readonly Change[]> {
  const site = siteOf(work)
  const rules = changes.filter((change) => /(?:^|\/)\.git(?:ignore|attributes)$/.test(change.path))
  await applyChanges(site, rules.length === 0 ? changes : rules)
  if (rules.length === 0) return changes
  const then = await look(work)
  const rest = await plan(work, then)
  await saveSnapshot(work.store, 'undo', { ...then, entries: new Map([...then.entries, ...now.entries]) })
  await applyChanges(site, rest)
  return [...rules, ...rest]
}

// Git does not see a deletion behind a link that leads to itself until that link is gone. Only files that are absent are put back here: whatever else differs now, someone else wrote.
async function putBackHidden(work: Work, after: Snapshot): Promise<{ after: Snapshot; found: readonly Change[] }> {
  const found = (await plan(work, after)).filter((change) => change.now === null)
  if (found.length === 0) return { after, found }
  await applyChanges(siteOf(work), found)
  return { after: await look(work), found }
}

function siteOf({ context, store }: Work): Site {
  return { top: context.top, temp: store.temp }
}

// Every path on record is read raw, so that what a write replaces is in the store even where git calls it clean.
function look({ context, store, options: { target, expected, exclude } }: Work): Promise<Snapshot> {
  return capture(context, store, { also: pathsOf(target, expected), ...(exclude && { exclude }) })
}

async function plan({ context, store, options: { target } }: Work, now: Snapshot): Promise<readonly Change[]> {
  const paths = differingExactly(target, now)
  const hidden = paths.find((name) => [...target.uncovered].some((directory) => name.startsWith(`${directory}/`)))
  // What stood in there is on no record, so it cannot be told from what the run added.
  if (hidden !== undefined) throw new HelperError('helper-script', `${displayPath(hidden)} lies in a directory that was another repository when the snapshot was taken.`)
  const fromHead = await headContents(context, paths.filter((name) => entryAt(target, name) === undefined), now)
  const changes = paths.map((name): Change => ({ path: name, now: now.entries.get(name) ?? null, goal: recordedGoal(store, target, name) ?? fromHead.get(name) ?? { kind: 'absent' } }))
  return changes.filter((change) => change.now !== null || change.goal.kind !== 'absent')
}

function recordedGoal(store: Store, target: Snapshot, name: RepoPath): Goal | undefined {
  const entry = entryAt(target, name)
  if (entry === undefined) return undefined
  if (entry === null) return { kind: 'absent' }
  const read = (): Buffer => readContent(store, entry)
  return entry.mode === '120000' ? { kind: 'link', read } : { kind: 'file', read, perm: entry.perm, isExecutable: null }
}

// A path that was clean when the snapshot was taken is as git checks it out; in a sparse checkout it was not there at all.
async function headContents(context: GitContext, names: readonly RepoPath[], now: Snapshot): Promise<ReadonlyMap<RepoPath, Goal>> {
  const heads = new Map<RepoPath, Head>()
  for (const name of names) {
    const head = now.heads.get(name)
    if (head !== undefined && head !== null) heads.set(name, head)
  }
  if (heads.size === 0) return new Map()
  const { skipped } = await readFlags(context)
  for (const name of skipped) heads.delete(name)
  const contents = await checkedOut(context, heads)
  return new Map([...contents].map(([name, bytes]) => [name, headGoal(bytes, heads.get(name)?.mode ?? '', now.entries.get(name)?.mode)]))
}

function headGoal(bytes: Buffer, mode: string, modeNow: string | undefined): Goal {
  if (mode === '120000') return { kind: 'link', read: () => bytes }
  return { kind: 'file', read: () => bytes, perm: null, isExecutable: mode === modeNow ? null : mode === '100755' }
}

async function keepForeign({ store, options: { saveIn } }: Work, now: Snapshot, expected: Snapshot): Promise<Restored> {
  const paths = differing(expected, now)
  const directory = saveIn ?? store.directory
  const saved = path.join(directory, `foreign-${now.id.slice(0, 12)}.tar`)
  await makeDirectory(directory, 0o700)
  await writeState(saved, tarOf(store, now, paths))
  return { kind: 'foreign', paths, saved }
}

function outcome(changes: readonly Change[]): Restored {
  const isRemoval = (change: Change): boolean => change.goal.kind === 'absent'
  return { kind: 'restored', written: changes.filter((change) => !isRemoval(change)).map((change) => change.path), removed: changes.filter(isRemoval).map((change) => change.path) }
}

// What the tree, the disk or git can do to a restore is its outcome; everything else is a defect.
function isFault(error: unknown): error is Error {
  return error instanceof HelperError || error instanceof GarError || (error instanceof Error && 'syscall' in error)
}
