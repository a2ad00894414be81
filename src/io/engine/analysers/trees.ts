import type { Node, Parser } from 'web-tree-sitter'
import { HelperError } from '../../../core/model/fault.ts'
import type { Found, Source } from '../found.ts'
import type { Language } from '../languages.ts'
import { lineAt, lineStarts } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'
import type { Parsers } from './parsers.ts'
import { structure } from './structure.ts'

const grammars = new Set<Language>(['python', 'go', 'java', 'ruby', 'php', 'rust', 'c-sharp', 'css', 'cpp', 'powershell'])
const syntaxOnly = new Set<Language>(['css', 'cpp', 'powershell'])

/** Returns the analyser by syntax tree: parse errors and rules about the shape of the code. */
export function trees(parserOf: Parsers): Analyser {
  return perSource((language) => grammars.has(language), async (source) => look(await parserOf(source.language), source))
}

function look(parser: Parser, source: Source): readonly Found[] {
  const tree = parser.parse(source.text)
  if (tree === null) throw new HelperError('mid-run-death', `The ${source.language} parser gave up.`)
  try {
    const root = tree.rootNode
    // Python's own analyser knows its syntax better than the grammar does.
    if (root.hasError) return source.language === 'python' ? [] : [syntax(source, root)]
    return syntaxOnly.has(source.language) ? [] : structure(root, source)
  } finally {
    tree.delete()
  }
}

function syntax(source: Source, root: Node): Found {
  const node = firstError(root)
  const what = node.isMissing ? `missing '${node.type}'` : `unexpected '${node.text.replace(/\s+/g, ' ').slice(0, 40)}'`
  return { rule: 'syntax', message: what, line: lineAt(lineStarts(source.text), node.startIndex), start: node.startIndex, end: node.endIndex }
}

function firstError(node: Node): Node {
  if (node.isError || node.isMissing) return node
  const child = node.children.find((c) => c !== null && (c.hasError || c.isMissing))
  return child === undefined || child === null ? node : firstError(child)
}
