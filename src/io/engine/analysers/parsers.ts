import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Parser } from 'web-tree-sitter'
import type { Language } from '../languages.ts'
import { lazy, prepareWasm } from '../lazy.ts'

/** Hands out the syntax parser of a language, loaded on first use. */
export type Parsers = (language: Language) => Promise<Parser>

/** Returns the syntax parsers of the bundled grammars. */
export function syntaxParsers(): Parsers {
  const parsers = new Map<Language, Promise<Parser>>()
  const require = createRequire(import.meta.url)
  const library = lazy(async () => {
    prepareWasm()
    const { Language: Grammar, Parser: Machine } = await import('web-tree-sitter')
    await Machine.init()
    return { Grammar, Machine }
  })
  const load = async (language: Language): Promise<Parser> => {
    const { Grammar, Machine } = await library()
    const folder = join(dirname(require.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm')
    return new Machine().setLanguage(await Grammar.load(join(folder, `tree-sitter-${language}.wasm`)))
  }
  return (language) => {
    const parser = parsers.get(language) ?? load(language)
    parsers.set(language, parser)
    return parser
  }
}
