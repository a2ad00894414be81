import type { ObjectReader } from '../../core/gate/port.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { Change } from '../../core/model/tree.ts'
import type { ReadWorkspace } from '../../core/triage/port.ts'
import { decodeText } from './text.ts'

export type Texts = { readonly readable: ReadonlyMap<RepoPath, string>; readonly unreadable: ReadonlyMap<RepoPath, string> }

/** Returns the working-tree texts of the files the findings are about, and why there is none. */
export async function workspaceTexts(findings: readonly Finding[], read: ReadWorkspace, maxBytes: number): Promise<Texts> {
  const readable = new Map<RepoPath, string>()
  const unreadable = new Map<RepoPath, string>()
  for (const path of new Set(findings.map(({ location }) => location.path))) {
    const bytes = await read(path)
    const decoded = bytes === null ? { ok: false as const, reason: 'it is no regular file that may be changed' } : decodeText(bytes, maxBytes)
    if (decoded.ok) readable.set(path, decoded.text)
    else unreadable.set(path, decoded.reason)
  }
  return { readable, unreadable }
}

/** Returns the texts of one side of the change, by path. */
export async function subjectTexts(ask: { readonly change: Change; readonly objects: ObjectReader }, side: 'now' | 'base', maxBytes: number): Promise<ReadonlyMap<RepoPath, string>> {
  const blobs = await ask.objects.blobs(ask.change.files.flatMap((file) => file[side] ?? []))
  return new Map(ask.change.files.flatMap((file): [RepoPath, string][] => {
    const oid = file[side]
    const bytes = oid === null ? undefined : blobs.get(oid)
    const decoded = bytes === undefined ? undefined : decodeText(bytes, maxBytes)
    return decoded?.ok === true ? [[file.path, decoded.text]] : []
  }))
}
