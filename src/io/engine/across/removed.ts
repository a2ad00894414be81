import { diffHunks } from '../../../core/evidence/hunks.ts'
import { newRange } from '../../../core/model/hunk.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import { displayPath } from '../../../core/model/path.ts'
import type { Found } from '../found.ts'
import { languageOf } from '../languages.ts'
import type { Subject } from '../subject.ts'
import { encodeText, lineAt, lineSpan, lineStarts } from '../text.ts'
import type { News } from '../undefined-names.ts'
import type { AcrossNews, Scene } from './scene.ts'
import { isLookedAt } from './scene.ts'
import type { Added } from './added.ts'
import type { Linker, Problem, Reference } from './link.ts'
import { problemKey } from './link.ts'
import type { Removal } from './removals.ts'

// Each removal is one search through the whole tree.
const maxSearches = 10
const maxImporters = 200
const maxNamed = 5
type Importer = { readonly path: RepoPath; readonly line: number; readonly spec: string }
type Context = { readonly scene: Scene; readonly added: readonly Added[] }

/** Returns the findings about removals that other files still count on, each placed where the removal is, and what was not looked at. */
export async function newsOfRemovals(removals: readonly Removal[], context: Context): Promise<AcrossNews> {
  const all: News[] = []
  const reported = new Set<string>()
  let [read, skipped] = [0, Math.max(0, removals.length - maxSearches)]
  for (const removal of removals.slice(0, maxSearches)) {
    context.scene.ask.signal.throwIfAborted()
    const users = await candidatesFor(removal, context.scene)
    const candidates = users.slice(0, maxImporters - read)
    read += candidates.length
    if (candidates.length < users.length) skipped += 1
    const importers = await importersAmong(candidates, { ...context, removal, reported })
    const subject = importers.length === 0 ? null : await subjectOf(removal.path, context.scene)
    if (subject !== null) all.push({ subject, found: [toFound(removal, importers, subject)] })
  }
  return { news: all, unread: skipped === 0 ? [] : [`the users of ${skipped} of ${removals.length} removed files and names: there are too many`] }
}

async function candidatesFor({ linker, word, path }: Removal, scene: Scene): Promise<readonly RepoPath[]> {
  const files = await scene.ask.objects.filesWith(scene.ask.change.tree, word)
  return files.map((file) => file.path).filter((other) => other !== path && linker.covers(languageOf(other)) && isLookedAt(other, scene))
}

type Search = Context & { readonly removal: Removal; readonly reported: Set<string> }

async function importersAmong(candidates: readonly RepoPath[], search: Search): Promise<readonly Importer[]> {
  const { now } = search.scene.worlds
  await now.load(candidates)
  const found: Importer[] = []
  for (const path of candidates) {
    const text = await now.text(path)
    const unit = text === null || search.removal.linker.isIdle(text) ? null : await search.removal.linker.read(path, text)
    for (const reference of unit?.references ?? [])
      if (await isBroken(path, reference, search)) found.push({ path, spec: reference.spec, line: lineAt(lineStarts(text ?? ''), reference.start) })
  }
  return found
}

// Only what was right before the change and is wrong after it is the change's doing.
async function isBroken(path: RepoPath, reference: Reference, { scene: { worlds }, removal, added, reported }: Search): Promise<boolean> {
  const { linker, name } = removal
  if (name !== null && !reference.names.includes(name)) return false
  if (name === null && !linker.targets(worlds.before, path, reference).includes(removal.path)) return false
  const problems = (await linker.problems(worlds.now, path, reference)).filter((one) => name === null || (one.kind === 'name' && one.name === name))
  const fresh = problems.filter((one) => !reported.has(problemKey(path, one)) && !isAdded(path, one, added))
  if (fresh.length === 0) return false
  const before = await keysBefore(path, reference, { linker, scene: worlds.before })
  const broken = fresh.filter((one) => !before.has(problemKey(path, one)))
  for (const one of broken) reported.add(problemKey(path, one))
  return broken.length > 0
}

async function keysBefore(path: RepoPath, reference: Reference, { linker, scene }: { readonly linker: Linker; readonly scene: Scene['worlds']['before'] }): Promise<ReadonlySet<string>> {
  return new Set((await linker.problems(scene, path, reference)).map((one) => problemKey(path, one)))
}

// What the change itself added is reported where it was added.
function isAdded(path: RepoPath, problem: Problem, added: readonly Added[]): boolean {
  const references = added.find(({ subject }) => subject.path === path)?.references ?? []
  return references.some(({ spec, names }) => spec === problem.spec && (problem.kind === 'file' || names.includes(problem.name)))
}

async function subjectOf(path: RepoPath, { subjects, worlds }: Scene): Promise<Subject | null> {
  const changed = subjects.find((subject) => subject.path === path)
  if (changed !== undefined) return changed
  const text = await worlds.before.text(path)
  if (text === null) return null
  const source = { path, language: languageOf(path), text: '', added: [] }
  return { path, now: source, base: { ...source, text }, published: [], hunks: diffHunks(path, encodeText(text), null), isBlind: false }
}

function toFound({ name }: Removal, importers: readonly Importer[], subject: Subject): Found {
  const hunk = subject.hunks.find(({ removed }) => name !== null && removed.some((line) => line.includes(name))) ?? subject.hunks[0]
  const line = hunk === undefined ? 1 : newRange(hunk).start
  const what = name === null ? 'the deleted file' : name === 'default' ? 'the default export that was here' : `'${name}'`
  const named = importers.slice(0, maxNamed).map(({ path, line: at, spec }) => `${displayPath(path)}:${at} takes it from '${spec}'`)
  const more = importers.length > maxNamed ? [`and ${importers.length - maxNamed} more`] : []
  return {
    rule: 'gar/still-imported', message: name === null ? `${what} is still imported` : `${what} is gone and still imported`, line, ...lineSpan(subject.now.text, line),
    evidence: `The change removes it, and files of the tree under review still need it:\n${[...named, ...more].join('\n')}`,
    ...(name !== null && { name }),
  }
}
