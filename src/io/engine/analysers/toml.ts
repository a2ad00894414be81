import { HelperError } from '../../../core/model/fault.ts'
import type { Found } from '../found.ts'
import { lazy } from '../lazy.ts'
import { lineSpan } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'

/** Returns the analyser of TOML: parse errors, repeated keys among them. */
export function toml(): Analyser {
  const library = lazy(() => import('smol-toml'))
  return perSource((language) => language === 'toml', async ({ text }) => {
    const { TomlError, parse } = await library()
    try {
      parse(text.replace(/^\ufeff/, ''))
      return []
    } catch (error) {
      if (!(error instanceof TomlError)) throw new HelperError('mid-run-death', 'The TOML parser failed.', { cause: error })
      const { start } = lineSpan(text, error.line)
      const message = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
      return [{ rule: 'syntax', message: `invalid TOML: ${message}`, line: error.line, start, end: start } satisfies Found]
    }
  })
}
