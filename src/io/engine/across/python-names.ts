import type { Node } from 'web-tree-sitter'

export type Bound = { readonly names: ReadonlySet<string>; readonly isOpen: boolean }

const closed = new Set(['function_definition', 'class_definition', 'lambda'])
const binding = new Map([
  ['assignment', 'left'], ['augmented_assignment', 'left'], ['named_expression', 'name'], ['for_statement', 'left'], ['for_in_clause', 'left'],
  ['as_pattern', 'alias'], ['type_alias_statement', 'left'], ['function_definition', 'name'], ['class_definition', 'name'],
])

/** Returns the names that the top level of a module binds, and whether it binds others that do not stand there. */
export function boundNames(root: Node): Bound {
  const names = new Set<string>()
  let isOpen = false
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'wildcard_import') isOpen = true
    addBound(node, names)
    for (const child of closed.has(node.type) ? [] : node.namedChildren) if (child !== null) open.push(child)
  }
  for (const statement of root.descendantsOfType('global_statement')) addIdentifiers(statement, names)
  return { names, isOpen }
}

function addBound(node: Node, names: Set<string>): void {
  const target = node.childForFieldName(binding.get(node.type) ?? '')
  if (target !== null) addIdentifiers(target, names)
  if (node.type === 'import_statement' || node.type === 'import_from_statement') addImported(node, names)
  // A match binds names in many ways; any word of its patterns may be one.
  if (node.type === 'case_pattern') addIdentifiers(node, names)
}

function addIdentifiers(node: Node | null, names: Set<string>): void {
  if (node === null) return
  if (node.type === 'identifier') names.add(node.text)
  for (const found of node.descendantsOfType('identifier')) if (found !== null) names.add(found.text)
}

function addImported(node: Node, names: Set<string>): void {
  for (const child of node.childrenForFieldName('name')) {
    if (child === null) continue
    const alias = child.childForFieldName('alias')
    names.add(alias?.text ?? (node.type === 'import_statement' ? (child.text.split('.')[0] ?? '') : child.text))
  }
}
