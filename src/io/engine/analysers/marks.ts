import type { Found, Source } from '../found.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'

const bidi = /[\u202a-\u202e\u2066-\u2069]/g
const prose = new Set(['text', 'json', 'jsonc', 'yaml'])

/** Returns the analyser of marks that no language wants: conflict markers, and direction controls that make code read otherwise than it runs. */
export function marks(): Analyser {
  const analyser = perSource(() => true, (source) => [...conflicts(source.text), ...(prose.has(source.language) ? [] : controls(source))])
  return { ...analyser, isForAll: true }
}

// The ordered triple: a heading underline of seven `=` or a quoted `>>>>>>> ` alone is no conflict.
function conflicts(text: string): readonly Found[] {
  if (!text.includes('<<<<<<< ')) return []
  const found: Found[] = []
  let open: Found | undefined
  let isSplit = false
  for (const { line, start, content } of lines(text)) {
    if (content.startsWith('<<<<<<< ')) {
      open = { rule: 'gar/conflict-marker', message: 'unresolved merge conflict', line, start, end: start + content.length }
      isSplit = false
    }
    if (open !== undefined && content === '=======') isSplit = true
    if (open === undefined || !isSplit || !content.startsWith('>>>>>>> ')) continue
    found.push(open)
    open = undefined
  }
  return found
}

function* lines(text: string): Generator<{ line: number; start: number; content: string }> {
  let [line, start] = [1, 0]
  for (const content of text.split('\n')) {
    yield { line, start, content: content.replace(/\r$/, '') }
    line += 1
    start += content.length + 1
  }
}

function controls({ text }: Source): readonly Found[] {
  if (text.search(bidi) < 0) return []
  return [...lines(text)].flatMap(({ line, start, content }) => {
    const at = content.search(bidi)
    if (at < 0) return []
    const codes = [...content.matchAll(bidi)].map(([c]) => `U+${c.charCodeAt(0).toString(16).toUpperCase()}`)
    return [{ rule: 'gar/bidi-control', message: `text direction control ${[...new Set(codes)].join(', ')} in source code`, line, start: start + at, end: start + at + 1 }]
  })
}
