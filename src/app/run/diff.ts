import { diffHunks, renderHunks } from '../../core/evidence/hunks.ts'
import type { ObjectReader } from '../../core/gate/port.ts'
import { displayPath } from '../../core/model/path.ts'
import type { Change, ChangedFile, Oid } from '../../core/model/tree.ts'
import { isRegular } from '../../core/model/tree.ts'

/** Returns the change as text for a reviewer that cannot read the private objects: zero-context hunks, and a line for what is no text. */
export async function diffText(change: Change, objects: ObjectReader): Promise<string> {
  const oids = change.files.flatMap((file) => [file.base, file.now]).filter((oid): oid is Oid => oid !== null)
  const files = change.files.filter((file) => isRegular(file.mode) || isRegular(file.baseMode))
  const blobs = await objects.blobs(oids.filter((oid) => files.some((file) => file.base === oid || file.now === oid)))
  // A credential is told by its form and place; its value goes to no one.
  const { redact } = await import('../../io/engine/analysers/secrets.ts')
  const texts = change.files.map(async (file) => (files.includes(file) ? redact(textOf(file, blobs), file.path) : `${displayPath(file.path)}: mode ${file.mode}, no text\n`))
  return (await Promise.all(texts)).join('')
}

function textOf(file: ChangedFile, blobs: ReadonlyMap<Oid, Uint8Array>): string {
  const [before, after] = [file.base, file.now].map((oid) => (oid === null ? null : blobs.get(oid) ?? null))
  if (before?.includes(0) === true || after?.includes(0) === true) return `${displayPath(file.path)}: binary\n`
  return renderHunks(diffHunks(file.path, before ?? null, after ?? null))
}
