import * as z from 'zod'
import { HelperError } from '../../../core/model/fault.ts'
import type { Edit, Found } from '../found.ts'
import { lazy, prepareWasm } from '../lazy.ts'
import { pythonInferred, pythonVerified } from '../rule-lists.ts'
import { lineAt, lineStarts } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'

const position = z.object({ row: z.number().int(), column: z.number().int() })
const report = z.array(z.object({
  code: z.string().nullable(),
  message: z.string(),
  start_location: position,
  end_location: position,
  fix: z.object({ edits: z.array(z.object({ content: z.string().nullable(), location: position, end_location: position })) }).nullable(),
}))
type Diagnostic = z.infer<typeof report>[number]
type Position = z.infer<typeof position>

const utf16 = 1

/** Returns the analyser of Python: in process, without any access to files. */
export function ruff(): Analyser {
  const workspace = lazy(async () => {
    prepareWasm()
    const { Workspace } = await import('@astral-sh/ruff-wasm-nodejs')
    const select = [...pythonVerified, ...pythonInferred]
    return new Workspace({ preview: false, 'target-version': 'py313', lint: { select, preview: false } }, utf16)
  })
  return perSource((language) => language === 'python', async ({ text }) => {
    const checker = await workspace()
    return soften(text, parse(() => checker.check(text)).map((diagnostic) => toFound(text, diagnostic)))
  })
}

// What is no fact must not carry the rule of one: `x != x` is the test for NaN, a debugger that is imported but not called stops nothing,
// and a file that writes into its own namespace may define any name.
function soften(text: string, found: readonly Found[]): readonly Found[] {
  const isDynamic = /\bglobals\(\)|\bexec\(|\b_convert_\(/.test(text)
  const isCalled = found.some(({ rule, message }) => rule === 'ruff/T100' && !message.startsWith('Import'))
  return found.map((one) => {
    if (one.rule === 'ruff/PLR0124' && one.message.includes(' != ')) return { ...one, rule: 'gar/self-comparison' }
    if (one.rule === 'ruff/F821' && isDynamic) return { ...one, rule: 'gar/dynamic-name' }
    return one.rule === 'ruff/T100' && !isCalled ? { ...one, rule: 'gar/debugger-import' } : one
  })
}

function parse(check: () => unknown): readonly Diagnostic[] {
  try {
    return report.parse(check())
  } catch (cause) {
    throw new HelperError('mid-run-death', 'The Python analyser failed.', { cause })
  }
}

// To this analyser a lone carriage return ends a line, too.
function rowStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)]
}

function toFound(text: string, diagnostic: Diagnostic): Found {
  const starts = rowStarts(text)
  const toOffset = ({ row, column }: Position): number => Math.min(text.length, (starts[row - 1] ?? text.length) + column - 1)
  const start = toOffset(diagnostic.start_location)
  const isSyntax = diagnostic.code === null || diagnostic.code === 'invalid-syntax'
  const name = /^Undefined name [`'](.+?)[`']/.exec(diagnostic.message)?.[1]
  const edits = diagnostic.fix?.edits.map((edit): Edit => ({ start: toOffset(edit.location), end: toOffset(edit.end_location), text: edit.content ?? '' }))
  return {
    rule: isSyntax ? 'syntax' : `ruff/${diagnostic.code ?? ''}`,
    message: diagnostic.message,
    line: lineAt(lineStarts(text), start),
    start,
    end: toOffset(diagnostic.end_location),
    ...(name !== undefined && { name }),
    ...(edits !== undefined && { edits }),
  }
}
