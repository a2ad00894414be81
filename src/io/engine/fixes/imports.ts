import type { Language } from '../languages.ts'
import { isScript } from '../languages.ts'

/** An import statement of a file, without the line end after it. */
export type Import = { readonly text: string; readonly start: number; readonly end: number; readonly names: ReadonlySet<string>; readonly module: string }

const script = /(?<=^\ufeff?)(?:import\s[^;'"]*?from\s*['"][^'"\n]+['"][^\S\n]*;?|(?:const|let|var)\s+[^=;]+?=\s*require\([^)\n]*\)(?:\.\w+)*[^\S\n]*;?)/gm
const python = /(?<=^\ufeff?)(?:from\s+\S+\s+import\s+(?:\([^)]*\)|[^\n(]+?)|import\s+[^\n]+?)(?=[^\S\n]*(?:#[^\n]*)?\r?$)/gm

/** Returns the top-level import statements of a text. */
export function importsOf(text: string, language: Language): readonly Import[] {
  if (isScript(language)) return [...text.matchAll(script)].map((match) => toImport(match, scriptNames))
  return language === 'python' ? [...text.matchAll(python)].map((match) => toImport(match, pythonNames)) : []
}

type Parts = { readonly names: readonly string[]; readonly module: string }

function toImport(match: RegExpMatchArray, split: (statement: string) => Parts): Import {
  const [text, start] = [match[0], match.index ?? 0]
  const { names, module } = split(text)
  return { text, start, end: start + text.length, names: new Set(names), module }
}

// `import a, { b as c, type D } from 'm'` and `const { a: b } = require('m')` bind a, c, D and b.
function scriptNames(statement: string): Parts {
  const module = /['"]([^'"\n]+)['"][^'"]*$/.exec(statement)?.[1] ?? ''
  const clause = /^import\s+(?:type\s+)?([^'"]*?)\s*from\b/.exec(statement)?.[1] ?? /^\w+\s+([^=]+?)\s*=/.exec(statement)?.[1] ?? ''
  const names = clause.replace(/[{}]/g, ',').split(',').map((part) => /([\w$]+)\s*$/.exec(part)?.[1] ?? '')
  return { module, names: names.filter((name) => name !== '') }
}

// `from m import (a, b as c)` binds a and c; `import x.y` binds x; `import x as z` binds z.
function pythonNames(statement: string): Parts {
  const from = /^from\s+(\S+)\s+import\s+([\s\S]+)$/.exec(statement)
  const list = (from?.[2] ?? statement.replace(/^import\s+/, '')).replace(/#[^\n]*/g, '').replace(/[()\\]/g, ' ')
  const names = list.split(',').map((part) => {
    const words = part.trim().split(/\s+/)
    const bound = words.length === 3 && words[1] === 'as' ? words[2] : words[0]
    return from === null ? (words.length === 3 ? (bound ?? '') : (bound?.split('.')[0] ?? '')) : (bound ?? '')
  })
  return { module: from?.[1] ?? `import ${list.trim()}`, names: names.filter((name) => /^\w+$/.test(name)) }
}
