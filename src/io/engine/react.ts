import type { GateAsk } from '../../core/gate/port.ts'
import type { News } from './undefined-names.ts'

/** Returns the findings without those of the React rules, unless a package of the tree depends on React or Preact. */
export async function withoutReact(news: readonly News[], ask: Pick<GateAsk, 'change' | 'objects'>): Promise<readonly News[]> {
  const isReact = (rule: string): boolean => rule.startsWith('react/')
  if (!news.some(({ found }) => found.some(({ rule }) => isReact(rule))) || (await dependsOnReact(ask))) return news
  return news.map(({ subject, found }) => ({ subject, found: found.filter(({ rule }) => !isReact(rule)) }))
}

async function dependsOnReact({ change, objects }: Pick<GateAsk, 'change' | 'objects'>): Promise<boolean> {
  for (const word of ['react', 'preact']) {
    const manifests = (await objects.filesWith(change.tree, word)).filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
    const blobs = await objects.blobs(manifests.map(({ oid }) => oid))
    const isNamed = [...blobs.values()].some((bytes) => new RegExp(`"${word}"\\s*:`).test(new TextDecoder().decode(bytes)))
    if (isNamed) return true
  }
  return false
}
