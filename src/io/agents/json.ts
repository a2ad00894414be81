import type { Checked } from '../../core/gate/check.ts'

const maxDepth = 32
const token = /"([^"\\]*(?:\\.[^"\\]*)*)"|[{}[\],:]/g
// Not a control character but a line end or a TAB, and no half of a pair; U+DC80 to U+DCFF stand for the bytes of a path that is not UTF-8.
const unfit = /[^\P{Cc}\n\t]|[\ud800-\udc7f\udd00-\udfff]/u

export type Json = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string }

/** Returns the JSON value of the text; a member that is given twice, a string that is no text, and a depth without end are refused. */
export function parseStrictJson(text: string): Json {
  const value = parse(text)
  if (value === undefined) return { ok: false, reason: 'it is no JSON' }
  const checked = checkTokens(text)
  return checked.ok ? { ok: true, value } : checked
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

// JSON.parse keeps the last of two members of one name, so that what a person reads need not be what counts. The text is known to be JSON here.
function checkTokens(text: string): Checked {
  const open: Set<string>[] = []
  let last = ''
  for (const [mark, raw] of text.matchAll(token)) {
    if (raw !== undefined) {
      last = String(JSON.parse(mark))
      if (unfit.test(last)) return { ok: false, reason: 'a string in it holds a control character or half a character' }
    } else if (mark === ':' && isRepeated(open.at(-1), last)) return { ok: false, reason: 'an object in it gives one member twice' }
    nest(open, mark)
    if (open.length > maxDepth) return { ok: false, reason: `it is nested deeper than ${maxDepth} levels` }
  }
  return { ok: true }
}

function isRepeated(names: Set<string> | undefined, name: string): boolean {
  return names !== undefined && names.size === names.add(name).size
}

function nest(open: Set<string>[], mark: string): void {
  if (mark === '{' || mark === '[') open.push(new Set())
  if (mark === '}' || mark === ']') open.pop()
}
