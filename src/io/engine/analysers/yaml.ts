import type { Found } from '../found.ts'
import { lazy } from '../lazy.ts'
import { lineAt, lineStarts } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'

/** Returns the analyser of YAML: parse errors and repeated keys. */
export function yaml(): Analyser {
  const library = lazy(() => import('yaml'))
  return perSource((language) => language === 'yaml', async ({ text }) => {
    // A template becomes YAML only after it is filled in; expressions of workflow files stay inside plain values.
    if (/(?<!\$)\{\{|\{%/.test(text)) return []
    const { parseAllDocuments } = await library()
    const starts = lineStarts(text)
    const documents = parseAllDocuments(text, { uniqueKeys: true, logLevel: 'silent' })
    return [...documents].flatMap((document) => document.errors).map((error): Found => {
      const offset = Math.min(error.pos[0], text.length)
      const message = (error.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')
      return { rule: error.code === 'DUPLICATE_KEY' ? 'gar/duplicate-key' : 'syntax', message: `invalid YAML: ${message}`, line: lineAt(starts, offset), start: offset, end: offset }
    })
  })
}
