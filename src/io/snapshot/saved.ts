import path from 'node:path'
import { HelperError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { parseRepoPath } from '../../core/model/path.ts'
import { parseOid } from '../../core/model/tree.ts'
import { readIfThere, writeState } from '../os/files.ts'
import { field, parseLines, renderLines, unfield } from './lines.ts'
import type { Entry, Head, Snapshot } from './model.ts'
import { parseEntry } from './stat-cache.ts'
import type { Store } from './store.ts'

/** The names a snapshot is kept under; `undo` holds what the last restore wrote over. */
export type SnapshotName = 'open' | 'baseline' | 'undo' | `pre-fix-r${number}` | `after-r${number}`

const kind = 'gar snapshot 1'

/** Keeps a snapshot under a name, replacing the one before; it and its contents are durable when this returns. */
export async function saveSnapshot(store: Store, name: SnapshotName, snapshot: Snapshot): Promise<void> {
  store.sync()
  await writeState(fileOf(store, name), renderLines(kind, toLines(snapshot)))
}

/** Returns the snapshot kept under a name, or null when there is none. Throws `HelperError('helper-script')` for a damaged one. */
export async function loadSnapshot(store: Store, name: SnapshotName): Promise<Snapshot | null> {
  const bytes = await readIfThere(fileOf(store, name))
  if (bytes === null) return null
  const lines = parseLines(kind, bytes)
  if (lines === null) throw new HelperError('helper-script', `The snapshot ${fileOf(store, name)} is damaged; it cannot be restored.`)
  return fromLines(lines)
}

function fileOf(store: Store, name: SnapshotName): string {
  return path.join(store.directory, `${name}.snapshot`)
}

function toLines({ id, head, branch, entries, heads, untracked, uncovered, notes }: Snapshot): (string | number)[][] {
  const paths = [...entries].map(([name, entry]) => ['path', field(name), untracked.has(name) ? '?' : '-', ...headFields(heads.get(name)), ...entryFields(entry)])
  const others = [...[...uncovered].map((name) => ['uncovered', field(name)]), ...notes.map((note) => ['note', field(note)])]
  return [[id, head ?? '-', field(branch ?? '')], ...others, ...paths]
}

function headFields(head: Head | null | undefined): string[] {
  if (head === undefined) return ['unlisted', '-']
  return head === null ? ['absent', '-'] : [head.mode, head.oid]
}

function entryFields(entry: Entry | null): (string | number)[] {
  return entry === null ? ['-', 0, '-', 0, 0] : [entry.mode, entry.perm, entry.oid, entry.size, entry.offset]
}

function fromLines([first = [], ...rest]: readonly string[][]): Snapshot {
  const [id = '', head = '', branch = ''] = first
  const texts = (kindOf: string): string[] => rest.filter(([what]) => what === kindOf).map(([, text = '']) => unfield(text))
  const rows = rest.filter(([what]) => what === 'path').map(toRow)
  return {
    id,
    head: parseOid(head) ?? null,
    branch: unfield(branch) === '' ? null : unfield(branch),
    entries: new Map(rows.map((row) => [row.name, row.entry])),
    heads: new Map(rows.flatMap(({ name, head: side }) => side === undefined ? [] : [[name, side] as const])),
    untracked: new Set(rows.filter((row) => row.isUntracked).map((row) => row.name)),
    uncovered: new Set(texts('uncovered').map(parseRepoPath)),
    notes: texts('note'),
  }
}

type Row = { readonly name: RepoPath; readonly isUntracked: boolean; readonly head: Head | null | undefined; readonly entry: Entry | null }

function toRow([, text = '', mark, mode = '', oid = '', ...content]: readonly string[]): Row {
  return { name: parseRepoPath(unfield(text)), isUntracked: mark === '?', head: toHead(mode, oid), entry: content[0] === '-' ? null : parseEntry(content) }
}

function toHead(mode: string, text: string): Head | null | undefined {
  if (mode === 'unlisted') return undefined
  const oid = parseOid(text)
  return oid === undefined ? null : { mode, oid }
}
