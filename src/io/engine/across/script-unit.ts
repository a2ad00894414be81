import type { parseSync } from 'oxc-parser'
import type { RepoPath } from '../../../core/model/path.ts'
import { isTest } from '../languages.ts'
import { lazy } from '../lazy.ts'
import { isTooDeep } from './depth.ts'
import type { Reference, Unit } from './link.ts'
import { nameOf } from './paths.ts'
import { findRequires } from './script-require.ts'

/** What a script says to other files. */
export type ScriptUnit = Unit & {
  /** True when it is written as a module; only then are its exports all there is. */
  readonly isModule: boolean
  /** Files whose names it passes on with `export *`. */
  readonly passedOn: readonly string[]
}
export type ReadScript = (path: RepoPath, text: string) => Promise<ScriptUnit | null>
type Parsed = ReturnType<typeof parseSync>

/** Returns a reader of scripts that parses each text once. */
export function scriptReader(): ReadScript {
  const library = lazy(() => import('oxc-parser'))
  const known = new Map<string, ScriptUnit | null>()
  return async (path, text) => {
    const key = `${path}\0${text}`
    const seen = known.get(key)
    if (seen !== undefined) return seen
    const unit = isTooDeep(text) ? null : toUnit((await library()).parseSync(nameOf(path), text, { sourceType: 'unambiguous' }), path, text)
    known.set(key, unit)
    return unit
  }
}

const isRelative = (spec: string): boolean => /^\.\.?(?:\/|$)/.test(spec)

function toUnit(parsed: Parsed, path: RepoPath, text: string): ScriptUnit | null {
  if (parsed.errors.length > 0) return null
  const { module } = parsed
  const exports = module.staticExports.flatMap((statement) => statement.entries)
  const offered = exports.flatMap(({ exportName }) => nameIn(exportName))
  const passedOn = exports.flatMap(({ exportName, moduleRequest }) => (isKind(exportName, 'None') && moduleRequest !== null ? [moduleRequest.value] : []))
  const isSilenced = silencer(text)
  const references = [...imported(parsed), ...passed(parsed), ...findRequires(parsed, text, isTest(path))]
  return { isModule: module.hasModuleSyntax, offered: new Set(offered), passedOn, references: references.filter((one) => isRelative(one.spec) && !isSilenced(one.start)) }
}

function imported({ module }: Parsed): readonly Reference[] {
  return module.staticImports.map(({ moduleRequest: { value, start, end }, entries }) => {
    return { spec: value, names: entries.flatMap(({ importName }) => nameIn(importName)), start, end }
  })
}

function passed({ module }: Parsed): readonly Reference[] {
  const entries = module.staticExports.flatMap((statement) => statement.entries)
  const places = new Map<number, Reference & { readonly names: string[] }>()
  for (const { moduleRequest, importName } of entries) {
    if (moduleRequest === null) continue
    const { value, start, end } = moduleRequest
    const place = places.get(start) ?? { spec: value, start, end, names: [] }
    place.names.push(...nameIn(importName))
    places.set(start, place)
  }
  return [...places.values()]
}

type Named = { readonly kind: string; readonly name: string | null }

// The kinds are an enumeration without values at run time; compared as the texts they are.
function isKind({ kind }: Named, wanted: 'Name' | 'Default' | 'None'): boolean {
  return kind === wanted
}

function nameIn(named: Named): readonly string[] {
  if (isKind(named, 'Default')) return ['default']
  return isKind(named, 'Name') && named.name !== null ? [named.name] : []
}

const longestComment = 500

// The author knows of the import and says so, on its line or on the one before.
function silencer(text: string): (offset: number) => boolean {
  const mark = /@ts-(?:ignore|expect-error)|(?:eslint|oxlint)-disable(?:-next-line|-line)\b(?:\s*(?:$|\*\/|--)|.*\b(?:import|n|node)\/)/
  if (/@ts-nocheck|(?:eslint|oxlint)-disable\s+.*\bimport\//.test(text)) return () => true
  if (!/@ts-|lint-disable/.test(text)) return () => false
  return (offset) => {
    const end = text.indexOf('\n', offset)
    const before = text.lastIndexOf('\n', text.lastIndexOf('\n', offset - 1) - 1)
    return mark.test(text.slice(Math.max(before + 1, offset - longestComment), Math.min(end < 0 ? text.length : end, offset + longestComment)))
  }
}
