import * as z from 'zod'
import { HelperError } from '../../../core/model/fault.ts'
import type { Found } from '../found.ts'
import { lazy, prepareWasm } from '../lazy.ts'
import { lineSpan } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'

const parseError = z.object({ Text: z.string(), Pos: z.object({ Line: z.number().int() }) })

/** Returns the analyser of shell scripts: parse errors. */
export function shell(): Analyser {
  const library = lazy(() => {
    prepareWasm()
    return import('sh-syntax')
  })
  return perSource((language) => language === 'shell', async ({ text }) => {
    const { parse } = await library()
    try {
      await parse(text)
      return []
    } catch (error) {
      const known = parseError.safeParse(error)
      if (!known.success) throw new HelperError('mid-run-death', 'The shell parser failed.', { cause: error })
      const { start } = lineSpan(text, known.data.Pos.Line)
      return [{ rule: 'syntax', message: known.data.Text, line: known.data.Pos.Line, start, end: start } satisfies Found]
    }
  })
}
