import { Buffer } from 'node:buffer'
import * as z from 'zod'
import type { LedgerOutcome } from '../../core/audit/ledger.ts'
import { GarError, HelperError } from '../../core/model/fault.ts'
import { displayPath } from '../../core/model/path.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { GitContext } from '../../io/git/context.ts'
import { openContext } from '../../io/git/context.ts'
import { childEnv } from '../../io/git/env.ts'
import { listTracked, listUnmerged } from '../../io/git/index-entries.ts'
import { runGit } from '../../io/git/run.ts'
import { lookAt, readIfThere, writeWhole } from '../../io/os/files.ts'
import { initRelay } from '../../io/relay/init.ts'
import type { Relay } from '../../io/relay/layout.ts'
import { relayAt, relayName, stemOf } from '../../io/relay/layout.ts'
import { capture } from '../../io/snapshot/capture.ts'
import { exportPair } from '../../io/snapshot/export.ts'
import type { Snapshot } from '../../io/snapshot/model.ts'
import { restore } from '../../io/snapshot/restore.ts'
import { loadSnapshot, saveSnapshot } from '../../io/snapshot/saved.ts'
import type { Store } from '../../io/snapshot/store.ts'
import { holdingTree } from './ground.ts'
import { runLedger } from './ledger.ts'
import { refuseUnfinished } from './recovery.ts'
import { readTask } from './run.ts'

/** Where a single step of the loop is done by hand. */
export type Place = { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>>; readonly stem: string }

// Rounds count from one, so no run ever writes this name.
const byHand = 'pre-fix-r0'

/** Returns the relay of the named run. Throws `GarError('usage')` for what names no run. */
export function relayOf(context: GitContext, stem: string): Relay {
  // With an ending of its own, a name that `stemOf` gives back whole holds no directory part.
  if (stemOf(`${stem}.txt`) !== stem) throw new GarError('usage', '--stem: expected the name of a run, as it stands under .git_auto_review.', { hint: 'Leave --stem out for the run without a task file.' })
  return relayAt(context.top, stem)
}

/** Creates a run's relay and clears what an earlier run left there, as a run does (GAR-106 to GAR-113). Throws `HelperError('helper-script')`. */
export async function makeRelay({ cwd, env, stem }: Place, task: string | null): Promise<Relay> {
  const context = await openContext(cwd, env)
  const relay = relayOf(context, task === null ? stem : (await readTask(context, task)).stem)
  return holdingTree(context, { event: 'relay', patience: 0 }, async ({ store }) => {
    await refuseUnfinished(context, store)
    await initRelay(context, relay)
    return relay
  })
}

export type Taken = { readonly relay: Relay; readonly id: string; readonly isBaseline: boolean }

/** Puts the present state on record as a round's pre-fix pair, and as the baseline pair where there is none (GAR-153 to GAR-156). Throws `HelperError('helper-script')`. */
export async function takeSnapshot({ cwd, env, stem }: Place): Promise<Taken> {
  const context = await openContext(cwd, env)
  const relay = relayOf(context, stem)
  return holdingTree(context, { event: 'snapshot', patience: 0 }, async ({ store }) => {
    await refuseUnfinished(context, store)
    const [unmerged] = await runGit(context, listUnmerged())
    if (unmerged !== undefined) throw new GarError('unmerged', `The index holds unmerged paths (${displayPath(unmerged)}).`, { hint: 'Resolve the conflict and run "git add" on the paths, then repeat.' })
    if (!await isUsable(context, relay)) await initRelay(context, relay)
    return asHelper(() => writePairs(context, store, relay))
  })
}

async function writePairs(context: GitContext, store: Store, relay: Relay): Promise<Taken> {
  const now = await capture(context, store, { also: [], exclude: [relayName] })
  const pair = await exportPair(context, store, now)
  const ledger = (await readIfThere(relay.ledger))?.length ?? 0
  const isBaseline = await readIfThere(relay.baselinePatch) === null || await readIfThere(relay.baselineTar) === null
  await writeWhole(relay.preFixPatch, pair.patch)
  await writeWhole(relay.preFixTar, pair.tar)
  await writeWhole(relay.preFixMeta, Buffer.from(`${JSON.stringify({ run: null, snapshot: now.id, head: now.head, store: store.directory, ledger })}\n`))
  if (isBaseline) {
    await writeWhole(relay.baselinePatch, pair.patch)
    await writeWhole(relay.baselineTar, pair.tar)
  }
  // Last, so that a snapshot which can be restored is one whose files are whole.
  await saveSnapshot(store, byHand, now)
  return { relay, id: now.id, isBaseline }
}

export type SnapshotRestored = { readonly isDone: boolean; readonly written: readonly RepoPath[]; readonly removed: readonly RepoPath[] }

/** Brings the work tree back to what {@link takeSnapshot} put on record, and the ledger to its length then; a dry run only says what would change (GAR-157 to GAR-163). Throws `GarError('restore-failed')`. */
export async function restoreSnapshot({ cwd, env, stem }: Place, dryRun: boolean): Promise<SnapshotRestored> {
  const context = await openContext(cwd, env)
  const relay = relayOf(context, stem)
  return holdingTree(context, { event: 'restore', patience: 0 }, async ({ store }) => {
    await refuseUnfinished(context, store)
    const target = await loadSnapshot(store, byHand)
    if (target === null) throw new GarError('restore-failed', 'There is no snapshot to go back to.', { hint: 'Run "gar snapshot" to take one.' })
    const ledger = await ledgerAt(context, relay, target)
    const restored = await restore(context, store, { target, expected: null, exclude: [relayName], dryRun })
    if (restored.kind !== 'restored') {
      const why = restored.kind === 'failed' ? restored.reason : `${restored.paths.map(displayPath).join(', ')} changed meanwhile`
      throw new GarError('restore-failed', `The files could not be put back: ${why}`, { hint: 'Look at "git diff".' })
    }
    if (!dryRun && ledger !== null) await writeWhole(relay.ledger, ledger)
    return { isDone: !dryRun, written: restored.written, removed: restored.removed }
  })
}

// A run's own meta file says nothing of the ledger.
const meta = z.object({ snapshot: z.string(), ledger: z.number().int().nonnegative().optional() })

// A reproduction that Restore removes must not be asked for again; a ledger of another snapshot is none of its business (ruling A4).
async function ledgerAt(context: GitContext, relay: Relay, target: Snapshot): Promise<Buffer | null> {
  const [bytes, ledger] = [await readIfThere(relay.preFixMeta), await readIfThere(relay.ledger)]
  if (bytes === null || ledger === null || !await isUsable(context, relay)) return null
  const { snapshot, ledger: length } = parseMeta(relay, bytes.toString('utf8'))
  return snapshot === target.id && length !== undefined && length < ledger.length ? ledger.subarray(0, length) : null
}

function parseMeta(relay: Relay, text: string): z.infer<typeof meta> {
  try {
    return meta.parse(JSON.parse(text))
  } catch (cause) {
    throw new HelperError('helper-script', `${relay.preFixMeta} is damaged; nothing was put back. Remove it to restore the files without the ledger.`, { cause })
  }
}

/** Runs the commands of a run's ledger in order; they come from an earlier run, and only the user's own call starts them (GAR-061 to GAR-064, rulings 2.4). */
export async function runLedgerByHand({ cwd, env, stem }: Place, signal: AbortSignal): Promise<LedgerOutcome> {
  const context = await openContext(cwd, env)
  const relay = relayOf(context, stem)
  return holdingTree(context, { event: 'ledger', patience: 0 }, async () => {
    const text = await readIfThere(relay.ledger)
    if (text === null) throw new GarError('no-report', `There is no ledger of a run "${stem}" in this repository.`, { hint: 'Run "gar relay" or "gar run" to begin one.' })
    // Commands that came with a clone are nobody's reproductions.
    if (!await isUsable(context, relay)) throw new HelperError('helper-script', `${relayName} is not gar's own: it is a link, no directory, or holds tracked files.`)
    return runLedger(text.toString('utf8'), { directory: context.top, env: childEnv(env), signal })
  })
}

async function isUsable(context: GitContext, relay: Relay): Promise<boolean> {
  const kinds = [await lookAt(relay.root), await lookAt(relay.directory)]
  if (kinds.some((kind) => kind !== 'directory')) return false
  return (await runGit(context, listTracked(relayName))).length === 0
}

// What git or the disk refuses is a failed step, as it is inside a run.
async function asHelper<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOutside = (error instanceof GarError && error.code === 'git-failed') || (error instanceof Error && 'syscall' in error)
    throw isOutside ? new HelperError('helper-script', error.message, { cause: error }) : error
  }
}
