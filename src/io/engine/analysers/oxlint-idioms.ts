import type { Found } from '../found.ts'

/** Returns the findings with those renamed that old but working idioms set off: what is no fact must not carry the rule of one. */
export function soften(text: string, found: readonly Found[]): Found[] {
  const globals = isStrict(text) ? new Set<string>() : assignedNames(text, found)
  return found.map((one) => {
    if (one.rule === 'eslint/no-self-compare' && isNanTest(text, one)) return { ...one, rule: 'gar/self-comparison' }
    return one.rule === 'eslint/no-undef' && globals.has(one.name ?? '') ? { ...one, rule: 'gar/implicit-global' } : one
  })
}

// `x !== x` is true for NaN alone, and was the test for it.
function isNanTest(text: string, { related }: Found): boolean {
  const [left, right] = related ?? []
  return left !== undefined && right !== undefined && /^\s*!==?\s*$/.test(text.slice(left.end, right.start))
}

function isStrict(text: string): boolean {
  return /^\s*(?:import|export)\b|^\s*(?:\/\*[\s\S]*?\*\/\s*|\/\/[^\n]*\n\s*)*['"]use strict['"]/m.test(text)
}

// Outside strict code the assignment itself makes the variable.
function assignedNames(text: string, found: readonly Found[]): ReadonlySet<string> {
  const assigned = found.filter((one) => one.rule === 'eslint/no-undef' && /^\s*=(?![=>])/.test(text.slice(one.end, one.end + 20)))
  return new Set(assigned.map((one) => one.name ?? ''))
}
