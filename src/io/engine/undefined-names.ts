import type { ObjectReader } from '../../core/gate/port.ts'
import type { Oid } from '../../core/model/tree.ts'
import type { Analyse } from './analyse.ts'
import type { Found, Source } from './found.ts'
import { declaresGlobal } from './global-names.ts'
import { isScript, languageOf } from './languages.ts'
import type { Language } from './languages.ts'
import { isUndefinedName } from './rules.ts'
import type { Subject } from './subject.ts'
import { decodeText } from './text.ts'

const maxFiles = 50
export type News = { readonly subject: Subject; readonly found: readonly Found[] }
export type Lookup = {
  readonly analyse: Analyse
  readonly objects: ObjectReader
  readonly base: Oid | null
  readonly tree: Oid
  readonly signal: AbortSignal
  readonly maxFileBytes: number
}

/** Returns the findings without the names that are globals of the project: the base uses them undefined elsewhere, or the tree declares them for all files. */
export async function withoutProjectGlobals(news: readonly News[], lookup: Lookup): Promise<readonly News[]> {
  const suspects = news.flatMap(({ found }) => found.filter((one) => isUndefinedName(one.rule)))
  const names = new Set(suspects.flatMap((one) => one.name ?? []))
  if (names.size === 0) return news
  const known = new Set([...(await usedUndefined(names, news, lookup)), ...(await declared(names, lookup))])
  return news.map(({ subject, found }) => ({ subject, found: found.filter((one) => !isUndefinedName(one.rule) || !known.has(keyOf(one.rule, one.name))) }))
}

function keyOf(rule: string, name: string | undefined): string {
  return `${rule} ${name ?? ''}`
}

async function usedUndefined(names: ReadonlySet<string>, news: readonly News[], lookup: Lookup): Promise<readonly string[]> {
  if (lookup.base === null) return []
  const changed = new Set<string>(news.map(({ subject }) => subject.path))
  const families = new Set(news.map(({ subject }) => familyOf(subject.now.language)))
  const sources = await usersOf(names, lookup.base, { lookup, isWanted: (path, language) => !changed.has(path) && families.has(familyOf(language)) })
  const results = await lookup.analyse(sources, lookup.signal)
  return results.flat().filter((one) => isUndefinedName(one.rule)).map((one) => keyOf(one.rule, one.name))
}

async function declared(names: ReadonlySet<string>, lookup: Lookup): Promise<readonly string[]> {
  const sources = await usersOf(names, lookup.tree, { lookup, isWanted: (_path, language) => isScript(language) })
  return [...names].filter((name) => sources.some((source) => declaresGlobal(source, name))).map((name) => keyOf('eslint/no-undef', name))
}

type Users = { readonly lookup: Lookup; readonly isWanted: (path: string, language: Language) => boolean }

async function usersOf(names: ReadonlySet<string>, tree: Oid, { lookup: { objects, signal, maxFileBytes }, isWanted }: Users): Promise<readonly Source[]> {
  const files = new Map<string, Awaited<ReturnType<ObjectReader['filesWith']>>[number]>()
  for (const name of names) {
    signal.throwIfAborted()
    for (const file of await objects.filesWith(tree, name)) if (isWanted(file.path, languageOf(file.path))) files.set(file.path, file)
  }
  // Declaration files first: they are few, and one of them answers for all.
  const few = [...files.values()].sort((a, b) => Number(b.path.endsWith('.d.ts')) - Number(a.path.endsWith('.d.ts'))).slice(0, maxFiles)
  const blobs = await objects.blobs(few.map(({ oid }) => oid))
  return few.flatMap(({ path, oid }) => {
    const bytes = blobs.get(oid)
    const decoded = bytes === undefined ? undefined : decodeText(bytes, maxFileBytes)
    return decoded?.ok === true ? [{ path, language: languageOf(path), text: decoded.text, added: [] }] : []
  })
}

function familyOf(language: Language): Language {
  return language === 'typescript' ? 'javascript' : language
}

/** Returns the findings with the uses of one undefined name drawn together: one cause, one finding, at a changed line if there is one. */
export function mergeNames(found: readonly Found[], isChanged: (line: number) => boolean): readonly Found[] {
  const merged: Found[] = []
  for (const one of found) {
    const index = isUndefinedName(one.rule) ? merged.findIndex((other) => other.rule === one.rule && other.message === one.message) : -1
    const first = merged[index]
    if (first === undefined) merged.push(one)
    else if (!isChanged(first.line) && isChanged(one.line)) merged[index] = one
  }
  return merged
}
