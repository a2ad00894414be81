import type { Node, Parser } from 'web-tree-sitter'
import { boundNames } from './python-names.ts'
import type { Reference, Unit } from './link.ts'

/** What a Python file says to other files. */
export type PythonUnit = Unit & {
  /** True when names may come from somewhere the text does not show. */
  readonly isDynamic: boolean
}

const dynamic = /^def __getattr__\b|\b(?:globals|vars|locals)\(\)\s*(?:\[|\.(?:update|setdefault)\b)|\bsys\.modules\b|\bsetattr\((?:sys|mod)|\bexec\(|\blazy_?(?:loader|import|module|attach)|\blazy\.attach/im
const guard = /TYPE_CHECKING|version_info|\bPY[23]|\bsix\b|sys\.platform|os\.name|find_spec|__name__/

/** Returns what a Python file says to others, or null when it does not parse. */
export function readPython(parser: Parser, text: string): PythonUnit | null {
  const tree = parser.parse(text)
  if (tree === null) return null
  try {
    const root = tree.rootNode
    if (root.hasError) return null
    const { names, isOpen } = boundNames(root)
    const statements = root.descendantsOfType(['import_from_statement', 'import_statement'])
    return { offered: names, isDynamic: isOpen || dynamic.test(text), references: statements.filter((node) => !isOptional(node)).flatMap(referencesOf) }
  } finally {
    tree.delete()
  }
}

// What may fail is caught, and what one system or version has another has not.
function isOptional(node: Node): boolean {
  if (/\bnoqa\b|type:\s*ignore|pylint:\s*disable|pyright:\s*ignore/.test(lineOf(node))) return true
  for (let at = node.parent; at !== null; at = at.parent) {
    if (at.type === 'try_statement') return true
    if (at.type === 'with_statement' && /suppress|raises|assertRaises/.test(at.text.slice(0, 200))) return true
    if (at.type === 'if_statement' && guard.test(at.text.slice(0, 200))) return true
  }
  return false
}

function lineOf(node: Node): string {
  const end = node.nextSibling?.type === 'comment' && node.nextSibling.startPosition.row === node.endPosition.row ? node.nextSibling.text : ''
  return node.text + end
}

function referencesOf(node: Node): readonly Reference[] {
  const [start, end] = [node.startIndex, node.endIndex]
  if (node.type === 'import_statement') {
    return parts(node).filter((name) => name.includes('.')).map((spec) => ({ spec, names: [], start, end }))
  }
  const spec = node.childForFieldName('module_name')?.text.replace(/\s/g, '') ?? ''
  return spec === '' ? [] : [{ spec, names: parts(node).filter((name) => !name.includes('.')), start, end }]
}

// The names as the other file knows them: `a` of `a as b`.
function parts(node: Node): readonly string[] {
  return node.childrenForFieldName('name').flatMap((child) => {
    const named = child?.type === 'aliased_import' ? child.childForFieldName('name') : child
    return named === null || named === undefined ? [] : [named.text]
  })
}
