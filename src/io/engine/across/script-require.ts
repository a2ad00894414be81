import type { parseSync } from 'oxc-parser'
import * as z from 'zod'
import type { Reference } from './link.ts'

type Parsed = ReturnType<typeof parseSync>
type Place = { readonly node: unknown; readonly isOptional: boolean }
type Tree = Readonly<Record<string, unknown>>

const call = z.object({
  type: z.literal('CallExpression'),
  callee: z.object({ type: z.literal('Identifier'), name: z.literal('require') }),
  arguments: z.tuple([z.object({ type: z.literal('Literal'), value: z.string(), start: z.number(), end: z.number() })]),
})

/** Returns the files that calls of `require` name outright, those left out that may fail without harm: inside `try`, or where `require` is another function. */
export function findRequires(parsed: Parsed, text: string, isInTest: boolean): readonly Reference[] {
  if (!/\brequire\s*\(\s*['"]\.\.?[/'"]/.test(text)) return []
  const found: Reference[] = []
  // A list instead of recursion: the tree of a long file may be deep.
  const open: Place[] = [{ node: parsed.program.body, isOptional: false }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node, isOptional } = place
    if (isTree(node) && !isOptional) found.push(...requireOf(node))
    // One by one: a long list is too many arguments for one call.
    for (const child of childrenOf(node, isOptional || (isTree(node) && mayFail(node, isInTest)))) open.push(child)
  }
  return found.sort((a, b) => a.start - b.start)
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function childrenOf(node: unknown, isOptional: boolean): readonly Place[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.values(node).filter((child) => typeof child === 'object' && child !== null).map((child: unknown) => ({ node: child, isOptional }))
}

function requireOf(node: Tree): readonly Reference[] {
  if (node['type'] !== 'CallExpression') return []
  const parsed = call.safeParse(node)
  if (!parsed.success) return []
  const [{ value, start, end }] = parsed.data.arguments
  return [{ spec: value, names: [], start, end }]
}

// Tests call `require` inside functions to see it fail, and bundles hand in a `require` of their own.
function mayFail({ type, params }: Tree, isInTest: boolean): boolean {
  if (type === 'TryStatement') return true
  if (typeof type !== 'string' || !/Function/.test(type)) return false
  return isInTest || (Array.isArray(params) && params.some((parameter) => isTree(parameter) && parameter['name'] === 'require'))
}
