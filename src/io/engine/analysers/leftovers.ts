import type { Found, Source } from '../found.ts'
import { isScript, isTest } from '../languages.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'

type Leftover = { readonly rule: string; readonly message: string; readonly applies: (source: Source) => boolean; readonly pattern: RegExp }

/** What both analysers that know focused tests call one. */
export const focusedTest = { rule: 'gar/focused-test', message: 'a focused test is left in' } as const

// What the finding points at is the group that takes part.
const kinds: readonly Leftover[] = [
  {
    ...focusedTest, applies: (s) => isScript(s.language) && isTest(s.path),
    pattern: /^[ \t]*(?:(?:describe|it|test|context|suite|specify)\.(only)\s*[(.`]|(fdescribe|fit)\s*\()/gm,
  },
  { rule: 'gar/debugger', message: 'debugger call left in', applies: (s) => s.language === 'ruby', pattern: /^[ \t]*(binding\.(?:pry|irb)|byebug|debugger)[ \t]*(?:#.*)?$/gm },
  {
    rule: 'gar/suppression', message: 'a comment that hides findings', applies: (s) => isScript(s.language) || s.language === 'python',
    pattern: /(?:\/\/|\/\*|#)[^\S\n]*((?:eslint|oxlint)-disable(?:-next-line|-line)?|noqa\b)/g,
  },
  { rule: 'gar/debug-output', message: 'debug output left in', applies: (s) => s.language === 'php' && !isTest(s.path), pattern: /^[ \t]*((?:var_dump|dd|xdebug_break)\s*\(.*\);)[ \t]*$/gm },
]

/** Returns the analyser of what is left over from working on the code: debugger calls, focused tests, suppressions. */
export function leftovers(): Analyser {
  return perSource((language) => isScript(language) || ['python', 'ruby', 'php'].includes(language), (source) =>
    kinds.filter(({ applies }) => applies(source)).flatMap((leftover) => [...source.text.matchAll(leftover.pattern)].map((match): Found => {
      const what = match[1] ?? match[2] ?? ''
      const start = match.index + match[0].indexOf(what)
      return { rule: leftover.rule, message: leftover.message, line: source.text.slice(0, start).split('\n').length, start, end: start + what.length }
    })))
}
