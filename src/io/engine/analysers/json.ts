import type { Found, Source } from '../found.ts'
import { lazy } from '../lazy.ts'
import { lineAt, lineStarts } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'

// Only here does a repeated key change what a program does; data files repeat keys on purpose.
const settings = /(?:^|\/)package\.json$|config|settings/i

/** Returns the analyser of JSON, with and without comments. */
export function json(): Analyser {
  const library = lazy(() => import('jsonc-parser'))
  return perSource((language) => language === 'json' || language === 'jsonc', async (source) => {
    // An empty file is no mistake of JSON but a placeholder.
    if (source.text.trim() === '') return []
    const { parseTree, printParseErrorCode } = await library()
    const errors: { error: number; offset: number; length: number }[] = []
    const relaxed = source.language === 'jsonc'
    const text = source.text.replace(/^\ufeff/, ' ')
    const root = parseTree(text, errors, { allowTrailingComma: relaxed, disallowComments: !relaxed })
    const [first] = errors
    if (first !== undefined) return [at(source, first.offset, { rule: 'syntax', message: `invalid JSON: ${words(printParseErrorCode(first.error))}` })]
    return root === undefined || !settings.test(source.path) ? [] : repeated(source, root)
  })
}

type Tree = { readonly type: string; readonly offset: number; readonly value?: unknown; readonly children?: readonly Tree[] }

function repeated(source: Source, node: Tree): readonly Found[] {
  const found = (node.children ?? []).flatMap((child) => repeated(source, child))
  if (node.type !== 'object') return found
  const seen = new Set<unknown>()
  for (const property of node.children ?? []) {
    const key = property.children?.[0]
    if (key !== undefined && seen.has(key.value)) found.push(at(source, key.offset, { rule: 'gar/duplicate-key', message: `duplicate key '${String(key.value)}'` }))
    seen.add(key?.value)
  }
  return found
}

function at(source: Source, offset: number, what: { rule: string; message: string }): Found {
  return { ...what, line: lineAt(lineStarts(source.text), offset), start: offset, end: offset }
}

function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
