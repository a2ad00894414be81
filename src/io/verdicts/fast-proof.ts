import { Buffer } from 'node:buffer'

/** A file that sets the rules of a review: not there, with this text (one character a byte), or there without a word that could configure gar. */
export type Rule = { readonly name: string; readonly state: 'absent' | 'free' } | { readonly name: string; readonly state: 'file'; readonly text: string }

const version = 1
// Name and digest of a built package; a run from source has no digest, and its code can change without notice.
const built = /^\S+ ([0-9a-f]{64})$/

/** Returns the record that hooks/fast.sh checks line by line, or null when it could not. */
export function renderProof({ key, build, top, rules }: { key: string; build: string; top: string; rules: readonly Rule[] }): Buffer | null {
  const id = built.exec(build)?.[1]
  if (id === undefined || /[\n\uFFFD]/.test(top)) return null
  const head = Buffer.from(`gar-fast ${version} ${key}\nbuild ${id}\ntop ${top}\n`)
  return Buffer.concat([head, Buffer.from(`${rules.flatMap(linesOf).join('\n')}\nend\n`, 'latin1')])
}

/** Returns true when a package.json of this text holds no key "gar", however it is spelt. */
export function cannotConfigure(text: string): boolean {
  return !text.includes('"gar"') && !text.includes('\\u')
}

/** Returns true when both say the same of the same files. */
export function areSameRules(a: readonly Rule[], b: readonly Rule[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

// A line of the file begins with "+", and what follows its last line end with "=": no content can pass for another line of the record.
function linesOf(rule: Rule): readonly string[] {
  if (rule.state !== 'file') return [`${rule.state} ${rule.name}`]
  const lines = rule.text.split('\n')
  const rest = lines.pop() ?? ''
  return [`file ${rule.name}`, ...lines.map((line) => `+${line}`), `=${rest}`]
}
