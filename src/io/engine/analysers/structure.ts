import type { Node } from 'web-tree-sitter'
import type { Found, Source } from '../found.ts'

const binary = ['binary_expression', 'binary', 'binary_operator', 'comparison_operator', 'boolean_operator']
const assignment = ['assignment_expression', 'assignment', 'assignment_statement']
const branch = ['if_statement', 'if_expression', 'if', 'unless']
const block = ['block', 'statement_list', 'compound_statement', 'statement_block', 'body_statement']
const pointless = new Set(['==', '!=', '===', '!==', '<', '>', '<=', '>=', '&&', '||', 'and', 'or', '-', '/', '%', '^', '&', '|', 'eql?'])
const leaving = /^(?:return|throw|raise|continue)_(?:statement|expression)$/
const reachable = /comment|label|case|function|method|class|empty|preproc|item$|declaration$/
const effect = /call|invocation|assignment|update|await|yield|increment|macro|lambda|function|new_expression|object_creation/

/** Returns what the shape of a parsed file says for itself: equal operands, self-assignment, repeated conditions, dead code. */
export function structure(root: Node, source: Source): readonly Found[] {
  const find = (types: readonly string[], rule: (node: Node) => readonly Found[]): readonly Found[] =>
    root.descendantsOfType([...types]).flatMap((node) => rule(node))
  // Python's own analyser has the other two.
  const others = source.language === 'python' ? [] : [
    ...(source.language === 'ruby' ? [] : find(assignment, selfAssignment)),
    ...find(block, deadCode),
  ]
  return [...find(binary, equalOperands), ...find(branch, repeatedCondition), ...others]
}

function equalOperands(node: Node): readonly Found[] {
  const [left, right] = [node.namedChild(0), node.namedChild(1)]
  if (node.namedChildCount !== 2 || left === null || left.text !== right?.text) return []
  const operator = operatorOf(node)
  if (!pointless.has(operator) || /^[\d.'"]/.test(left.text) || !isPure(left) || isNanTest(node, operator)) return []
  return [at(node, 'gar/equal-operands', `both sides of '${operator}' are '${brief(left)}'`)]
}

function operatorOf(node: Node): string {
  return node.childForFieldName('operator')?.text ?? node.child(1)?.text ?? ''
}

// `x != x` is the usual test for a number that is none, in the languages without a function for it.
function isNanTest(node: Node, operator: string): boolean {
  return (operator === '!=' || operator === '==') && /float|double|nan/i.test(enclosing(node).text.slice(0, 400))
}

function enclosing(node: Node): Node {
  let at: Node = node
  while (at.parent !== null && !/function|method/.test(at.type)) at = at.parent
  return at
}

function selfAssignment(node: Node): readonly Found[] {
  const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')]
  if (left === null || right === null || operatorOf(node) !== '=' || left.text !== right.text || !isPure(left)) return []
  return [at(node, 'gar/self-assignment', `'${brief(left)}' is assigned to itself`)]
}

function repeatedCondition(node: Node): readonly Found[] {
  // The chain is looked at once, from its head.
  if (node.parent !== null && (node.parent.type === 'else_clause' || isAlternative(node.parent, node))) return []
  const seen = new Set<string>()
  const found: Found[] = []
  for (const condition of conditions(node)) {
    if (isPure(condition) && seen.has(condition.text)) found.push(at(condition, 'gar/repeated-condition', `condition '${brief(condition)}' is tested twice in one chain`))
    if (isPure(condition)) seen.add(condition.text)
  }
  return found
}

function isAlternative(parent: Node, node: Node): boolean {
  return parent.childForFieldName('alternative')?.id === node.id
}

function conditions(head: Node): readonly Node[] {
  const own = head.childForFieldName('condition')
  // A statement before the condition may change what it means.
  const first = own === null || head.childForFieldName('initializer') !== null ? [] : [own]
  const next = head.childrenForFieldName('alternative').flatMap((alternative) => {
    if (alternative === null) return []
    const link = alternative.type === 'else_clause' ? alternative.namedChildren.find((child) => child !== null && /^if/.test(child.type)) : alternative
    return link !== undefined && link !== null && /^(?:if|elsif|elif|else_if)/.test(link.type) ? conditions(link) : []
  })
  return [...first, ...next]
}

function deadCode(node: Node): readonly Found[] {
  const statements = node.namedChildren.filter((child): child is Node => child !== null && !/comment/.test(child.type))
  const last = statements.findIndex((statement) => leaving.test(inner(statement).type))
  const [stop, after] = [statements[last], statements[last + 1]]
  if (stop === undefined || after === undefined || last < 0) return []
  if (reachable.test(after.type) || after.startPosition.row <= stop.endPosition.row) return []
  return [at(after, 'gar/unreachable', `code after ${inner(stop).type.split('_')[0] ?? 'return'} is never reached`)]
}

function inner(statement: Node): Node {
  const only = statement.type === 'expression_statement' && statement.namedChildCount === 1 ? statement.namedChild(0) : null
  return only ?? statement
}

function isPure(node: Node): boolean {
  return !effect.test(node.type) && node.namedChildren.every((child) => child === null || isPure(child))
}

function brief(node: Node): string {
  return node.text.replace(/\s+/g, ' ').slice(0, 60)
}

function at(node: Node, rule: string, message: string): Found {
  return { rule, message, line: node.startPosition.row + 1, start: node.startIndex, end: node.endIndex }
}
