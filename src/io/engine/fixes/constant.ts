import type { Fixer } from './fixer.ts'

/** Returns the change of `const` to `let` at the one declaration of a name that is assigned again. */
export const constToLet: Fixer = ({ found, text }) => {
  const declaration = found.related?.[0]
  const { name } = found
  if (declaration === undefined || name === undefined || text.slice(declaration.start, declaration.end) !== name) return []
  const keyword = /\bconst\s+$/.exec(text.slice(0, declaration.start))
  if (keyword === null || declarations(text, name) !== 1) return []
  return [{ edits: [{ start: keyword.index, end: keyword.index + 'const'.length, text: 'let' }], text: `Declare ${name} with let instead of const.` }]
}

function declarations(text: string, name: string): number {
  return text.match(new RegExp(`\\b(?:const|let|var|function\\*?|class)\\s+${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0
}
