import type { GateAsk } from '../../../core/gate/port.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import { isExempt } from '../languages.ts'
import type { Subject } from '../subject.ts'
import type { News } from '../undefined-names.ts'
import type { Linker } from './link.ts'
import type { Worlds } from './world.ts'

export type AcrossInput = { readonly ask: GateAsk; readonly subjects: readonly Subject[]; readonly isIgnored: (path: string) => boolean; readonly maxFileBytes: number }
/** What the checks across files work on. */
export type Scene = AcrossInput & { readonly worlds: Worlds; readonly linkers: readonly Linker[] }

/** What the checks across files found, and what they did not look at. */
export type AcrossNews = { readonly news: readonly News[]; readonly unread: readonly string[] }

/** Returns true for files in which references are looked at. */
export function isLookedAt(path: RepoPath, { isIgnored }: Pick<AcrossInput, 'isIgnored'>): boolean {
  return !isExempt(path) && !/\p{Cc}/u.test(path) && !isIgnored(path)
}
