import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../../src/app/cli/exit.ts'
import { faultTexts, helperTexts, renderError } from '../../../src/app/cli/messages.ts'
import type { FaultCode } from '../../../src/core/model/fault.ts'
import { EndOfRun, GarError, HelperError } from '../../../src/core/model/fault.ts'
import { helperFailures } from '../../../src/core/model/stop.ts'

const fault = (code: FaultCode, message = 'What happened.', hint = 'Do this.'): GarError => new GarError(code, message, { hint })

// The codes are a type, gone at run time; their source is the list.
function declaredCodes(): string[] {
  const source = readFileSync(path.resolve(import.meta.dirname, '../../../src/core/model/fault.ts'), 'utf8')
  const union = /export type FaultCode =([^/]*?)\n\n/.exec(source)?.[1] ?? ''
  return [...union.matchAll(/'([a-z-]+)'/g)].map((found) => found[1] ?? '')
}

describe('the texts of faults', () => {
  it('exist for every code and every class of helper failure', () => {
    expect(declaredCodes().length).toBeGreaterThan(10)
    expect(Object.keys(faultTexts).sort()).toEqual(declaredCodes().sort())
    expect(Object.keys(helperTexts).sort()).toEqual([...helperFailures].sort())
  })
  it('are sentences', () => {
    const texts = [...Object.values(faultTexts).flatMap(({ what, next }) => [what, next]), ...Object.values(helperTexts)]
    for (const text of texts) expect(text).toMatch(/^[A-Za-z.].*\.$/)
  })
  it('say what happened first and the next step last', () => {
    expect(renderError(fault('config'), {})).toBe('gar: What happened.\n     Do this.')
  })
  it('keep every line of a fault with several', () => {
    expect(renderError(fault('config', 'one\ntwo'), {})).toBe('gar: one\ngar: two\n     Do this.')
  })
  it('stand in for a fault that brings none', () => {
    expect(renderError(fault('no-report', '', ''), {})).toBe('gar: There is no report yet.\n     Run "gar run".')
  })
  it('never repeat a password git printed', () => {
    const text = renderError(fault('git-failed', 'unable to access https://me:s3cret@example.org/x'), {})
    expect(text).toContain('https://***@example.org/x')
    expect(text).not.toContain('s3cret')
  })
  it('name the class of a helper failure', () => {
    expect(renderError(new HelperError('mid-run-death', 'oxlint ended'), {})).toMatch(/^gar: A helper ended before it had answered\. \(mid-run-death: oxlint ended\)\n/)
  })
  it('show where a bug is only when asked', () => {
    const bug = new Error('broken', { cause: new Error('root') })
    expect(renderError(bug, {})).not.toContain('faults.test.ts')
    expect(renderError(bug, { GAR_DEBUG: '1' })).toContain('faults.test.ts')
    expect(renderError(bug, { GAR_DEBUG: '1' })).toContain('caused by Error: root')
  })
})

describe('the exit code', () => {
  it.each<[number, readonly FaultCode[]]>([
    [1, ['lock-held', 'unfinished-run']],
    [2, ['usage', 'config', 'not-a-repository', 'bare-repository', 'unmerged', 'git-missing', 'git-too-old', 'git-failed', 'hooks-path-outside', 'no-report']],
    [3, ['task-unresolved', 'relay-unusable', 'restore-failed', 'helper']],
  ])('%i stands for %j', (code, faults) => {
    expect(faults.map((name) => exitCodeOf(fault(name)))).toEqual(faults.map(() => code))
  })
  it.each<[string, unknown, number]>([
    ['a helper failure', new HelperError('declared-inability', ''), 3],
    ['SIGINT', new EndOfRun('interrupted', 'SIGINT'), 130],
    ['SIGTERM', new EndOfRun('interrupted', 'SIGTERM'), 143],
    ['SIGHUP', new EndOfRun('interrupted', 'SIGHUP'), 129],
    ['an interruption of unknown cause', new EndOfRun('interrupted'), 130],
    ['the end of the time', new EndOfRun('time-budget'), 1],
    ['a bug', new TypeError('x'), 70],
    ['a thrown nothing', undefined, 70],
  ])('%s', (_, error, code) => {
    expect(exitCodeOf(error)).toBe(code)
  })
})
