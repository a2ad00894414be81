import type { Parsers } from '../analysers/parsers.ts'
import { addedReferences, problemsOfAdded } from './added.ts'
import type { Linker } from './link.ts'
import { lockNews } from './lock.ts'
import { pythonLinker } from './python-linker.ts'
import { newsOfRemovals } from './removed.ts'
import { findRemovals } from './removals.ts'
import { scriptLinker } from './script-linker.ts'
import type { AcrossInput, AcrossNews, Scene } from './scene.ts'
import { toWorlds } from './world.ts'

export type Across = (given: AcrossInput) => Promise<AcrossNews>

/** Returns the checks that look at more than one file: references that lead nowhere, and a manifest that its lock contradicts. */
export function acrossFiles(parserOf: Parsers): Across {
  return async (given) => {
    const { news, unread } = await references(given, [scriptLinker(), pythonLinker(parserOf)])
    return { news: [...news, ...(await lockNews(given))], unread }
  }
}

async function references(given: AcrossInput, linkers: readonly Linker[]): Promise<AcrossNews> {
  const added = await addedReferences(given, linkers)
  const removals = await findRemovals(given, linkers)
  // The tree is listed only when there is a question about it.
  if (added.length === 0 && removals.length === 0) return { news: [], unread: [] }
  const scene: Scene = { ...given, linkers, worlds: await toWorlds(given.ask, given.maxFileBytes) }
  const removed = await newsOfRemovals(removals, { scene, added })
  return { news: [...(await problemsOfAdded(added, scene)), ...removed.news], unread: removed.unread }
}
