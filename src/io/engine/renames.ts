import type { ChangedFile, Oid } from '../../core/model/tree.ts'

// A larger share of equal lines than this makes a created file the successor of a deleted one.
const similar = 0.5
const maxDeleted = 50
type Blobs = ReadonlyMap<Oid, Uint8Array>

/** Returns the base blob of each file; a file that moved keeps the base it had under its old name. */
export function basesOf(files: readonly ChangedFile[], blobs: Blobs): ReadonlyMap<ChangedFile, Oid | null> {
  const deleted = files.filter((file) => file.now === null && file.base !== null).slice(0, maxDeleted)
  return new Map(files.map((file) => [file, file.base ?? origin(file, deleted, blobs)]))
}

function origin(file: ChangedFile, deleted: readonly ChangedFile[], blobs: Blobs): Oid | null {
  if (file.now === null || deleted.length === 0) return null
  const same = deleted.find((old) => old.base === file.now)
  if (same !== undefined) return same.base
  const lines = linesOf(blobs.get(file.now))
  const rated = deleted.filter((old) => extension(old) === extension(file)).map((old) => ({ oid: old.base, share: share(lines, linesOf(old.base === null ? undefined : blobs.get(old.base))) }))
  const none: { readonly oid: Oid | null; readonly share: number } = { oid: null, share: similar }
  return rated.reduce((best, one) => (one.share > best.share ? one : best), none).oid
}

function extension({ path }: ChangedFile): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? ''
}

function linesOf(bytes: Uint8Array | undefined): ReadonlySet<string> {
  return new Set(new TextDecoder().decode(bytes).split('\n').map((line) => line.trim()).filter((line) => line.length > 3))
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((line) => b.has(line)).length
  return common / Math.max(1, a.size, b.size)
}
