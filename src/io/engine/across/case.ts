import type { RepoPath } from '../../../core/model/path.ts'
import type { Edit } from '../found.ts'
import type { Reference } from './link.ts'

type Place = { readonly path: RepoPath; readonly near: RepoPath; readonly text: string }

/** Returns the edit that spells the reference as the file is spelt; null when the reference cannot be read off the file's path. */
export function caseEdit({ spec, start, end }: Reference, { path, near, text }: Place): Edit | null {
  const spelt = respell(spec, path, near)
  const quote = text[start]
  // The literal must hold the reference as it is, without escapes.
  if (spelt === null || (quote !== '"' && quote !== "'") || text.slice(start, end) !== `${quote}${spec}${quote}`) return null
  // Elsewhere the same text may name the file to something else, a mock for example; one half of a correction is none.
  const others = text.slice(0, start) + text.slice(end)
  return others.includes(`'${spec}'`) || others.includes(`"${spec}"`) ? null : { start: start + 1, end: end - 1, text: spelt }
}

/** Returns the relative import with its named parts spelt as in the path of the file. */
export function respell(spec: string, from: RepoPath, near: RepoPath): string | null {
  const named = spec.replace(/^(?:\.\.?\/)+/, '')
  const head = spec.slice(0, spec.length - named.length)
  const depth = (head.match(/\.\.\//g) ?? []).length
  const directory = from.split('/').slice(0, -1)
  if (depth > directory.length) return null
  const kept = directory.slice(0, directory.length - depth)
  const prefix = kept.length === 0 ? '' : `${kept.join('/')}/`
  // A difference further up is one of the directories the importing file lies in.
  if (!near.startsWith(prefix)) return null
  const spelt = near.slice(prefix.length, prefix.length + named.length)
  return spelt.toLowerCase() === named.toLowerCase() && spelt !== named ? head + spelt : null
}

const pattern = /^Write '([^'\n]+)' as '([^'\n]+)', as the file is spelt\.$/

/** Returns the text of a fix that corrects the case of an import. */
export function renderCase(spec: string, spelt: string): string {
  return `Write '${spec}' as '${spelt}', as the file is spelt.`
}

/** Returns what {@link renderCase} wrote, or null. */
export function parseCase(text: string): { readonly spec: string; readonly spelt: string } | null {
  const parts = pattern.exec(text)
  return parts === null ? null : { spec: parts[1] ?? '', spelt: parts[2] ?? '' }
}
