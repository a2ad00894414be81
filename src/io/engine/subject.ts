import ignore from 'ignore'
import type { Hunk } from '../../core/model/hunk.ts'
import { newRange } from '../../core/model/hunk.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { displayPath } from '../../core/model/path.ts'
import type { ChangedFile, Oid } from '../../core/model/tree.ts'
import { isRegular } from '../../core/model/tree.ts'
import { diffHunks } from '../../core/evidence/hunks.ts'
import type { GateAsk } from '../../core/gate/port.ts'
import type { Source } from './found.ts'
import { languageOf } from './languages.ts'
import { basesOf } from './renames.ts'
import { decodeText } from './text.ts'

/** A changed file as the engine sees it: the version under review and the versions whose findings are no news. */
export type Subject = {
  readonly path: RepoPath
  readonly now: Source
  readonly base: Source | null
  readonly published: readonly Source[]
  readonly hunks: readonly Hunk[]
  /** True when an earlier version exists but cannot be analysed, so that only the changed lines may be judged. */
  readonly isBlind: boolean
}
export type Subjects = { readonly subjects: readonly Subject[]; readonly unread: readonly string[]; readonly isIgnored: (path: string) => boolean }
export type ReadOptions = { readonly ignore: readonly string[]; readonly maxFileBytes: number }

/** Returns the files of the change that can be analysed, and those that cannot with the reason. */
export async function readSubjects(ask: Pick<GateAsk, 'change' | 'objects'>, options: ReadOptions): Promise<Subjects> {
  const ignored = ignore({ allowRelativePaths: true }).add([...options.ignore])
  const files = ask.change.files.filter((file) => file.now !== null && isRegular(file.mode))
  const isIgnored = (path: string): boolean => ignored.ignores(path)
  const skipped = new Map(files.map((file) => [file, reasonToSkip(file.path, isIgnored)]))
  const open = files.filter((file) => skipped.get(file) === undefined)
  const gone = ask.change.files.filter((file) => file.now === null && isRegular(file.baseMode))
  const blobs = await ask.objects.blobs([...new Set([...open, ...gone].flatMap(oidsOf))])
  const bases = basesOf(ask.change.files, blobs)
  const read = open.map((file) => readSubject({ file, base: bases.get(file) ?? null, blobs, maxBytes: options.maxFileBytes }))
  const unread = files.flatMap((file) => unreadLine(file.path, skipped.get(file) ?? read.find((one) => 'reason' in one && one.path === file.path)))
  return { subjects: read.filter((one): one is Subject => 'now' in one), unread, isIgnored }
}

function oidsOf(file: ChangedFile): readonly Oid[] {
  return [file.now, file.base, ...file.published].filter((oid) => oid !== null)
}

function reasonToSkip(path: RepoPath, isIgnored: (path: string) => boolean): { readonly reason: string } | undefined {
  return isIgnored(path) ? { reason: 'matched by an ignore pattern' } : undefined
}

function unreadLine(path: RepoPath, what: object | undefined): readonly string[] {
  return what !== undefined && 'reason' in what ? [`${displayPath(path)}: ${String(what.reason)}`] : []
}

type Unread = { readonly path: RepoPath; readonly reason: string }
type Reading = { readonly file: ChangedFile; readonly base: Oid | null; readonly blobs: ReadonlyMap<Oid, Uint8Array>; readonly maxBytes: number }

function readSubject({ file, base, blobs, maxBytes }: Reading): Subject | Unread {
  const { path } = file
  const bytes = file.now === null ? undefined : blobs.get(file.now)
  if (bytes === undefined) return { path, reason: 'its content could not be read' }
  const now = decodeText(bytes, maxBytes)
  if (!now.ok) return { path, reason: now.reason }
  const before = base === null ? null : (blobs.get(base) ?? null)
  const source = (text: string): Source => ({ path, language: languageOf(path), text, added: [] })
  const earlier = [before, ...file.published.map((oid) => blobs.get(oid) ?? null)].map((version) => (version === null ? null : decodeText(version, maxBytes)))
  const [baseText, ...publishedTexts] = earlier.map((version) => (version?.ok === true ? source(version.text) : null))
  const hunks = diffHunks(path, before, bytes)
  return {
    path,
    now: { ...source(now.text), added: hunks.filter((hunk) => hunk.added.length > 0).map(newRange) },
    base: baseText ?? null,
    published: publishedTexts.filter((one) => one !== null),
    hunks,
    isBlind: earlier.some((version) => version !== null && !version.ok),
  }
}
