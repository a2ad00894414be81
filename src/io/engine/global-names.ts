import type { Source } from './found.ts'

/** Returns true when the file declares the name for every file of its project: an ambient declaration, or a script that is no module. */
export function declaresGlobal({ text }: Pick<Source, 'text'>, name: string): boolean {
  const n = `(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`
  // In a module only the block that says so is global; elsewhere every declaration at the left margin is.
  const block = /\bdeclare\s+global\s*\{[\s\S]*/.exec(text)?.[0]
  if (block !== undefined) return new RegExp(`\\b(?:const|let|var|function|class)\\s+${n}`).test(block)
  return !isModule(text) && new RegExp(`^(?:declare\\s+)?(?:async\\s+)?(?:const|let|var|function\\*?|(?:abstract\\s+)?class|enum|namespace)\\s+${n}`, 'm').test(text)
}

function isModule(text: string): boolean {
  return /^(?:import|export)\b|\bmodule\.exports\b|\bexports\.\w|\brequire\s*\(/m.test(text)
}
