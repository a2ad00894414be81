import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Ajv from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { RunRecord } from '../../../src/core/model/result.ts'
import { detailsOf } from '../../../src/core/report/detail.ts'
import { toSarif, toUri } from '../../../src/core/report/sarif.ts'
import type { Seen } from '../../../src/core/target/answers.ts'
import { filledWith, finding, partial, record, seen, seenWith } from './sample.ts'

const require = createRequire(import.meta.url)
const read = (name: string): object => z.looseObject({}).parse(JSON.parse(readFileSync(require.resolve(name), 'utf8')))
// The public schema is written in draft 4.
const ajv = new Ajv({ schemaId: 'auto', allErrors: true, meta: false })
ajv.addMetaSchema(read('ajv/lib/refs/json-schema-draft-04.json'))
const validate = ajv.compile(read('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'))

const result = z.looseObject({
  ruleId: z.string(), ruleIndex: z.number(), level: z.string(), message: z.object({ text: z.string() }),
  locations: z.array(z.object({ physicalLocation: z.object({ artifactLocation: z.object({ uri: z.string(), uriBaseId: z.string() }), region: z.object({ startLine: z.number(), endLine: z.number() }) }) })),
  partialFingerprints: z.record(z.string(), z.string()).optional(),
  suppressions: z.array(z.looseObject({ justification: z.string() })),
})
const log = z.looseObject({
  runs: z.array(z.looseObject({
    tool: z.object({ driver: z.looseObject({ name: z.string(), version: z.string(), rules: z.array(z.looseObject({ id: z.string() })) }) }),
    invocations: z.array(z.looseObject({ executionSuccessful: z.boolean(), toolExecutionNotifications: z.array(z.object({ level: z.string(), message: z.object({ text: z.string() }) })) })),
    results: z.array(result),
  })).length(1),
})

function sarif(of: RunRecord, journal: readonly Seen[] = []): z.infer<typeof log>['runs'][number] {
  const parsed: unknown = JSON.parse(toSarif({ record: of, details: detailsOf(of, journal), version: '1.2.3' }))
  expect([validate(parsed), validate.errors]).toEqual([true, null])
  const [run] = log.parse(parsed).runs
  if (run === undefined) throw new Error('a log holds one run')
  return run
}

describe('SARIF 2.1.0', () => {
  test('the schema refuses what is no log', () => {
    expect([validate({ version: '2.1.0' }), validate({ version: '2.1.0', runs: [{ tool: {} }] })]).toEqual([false, false])
  })
  test('a record with one of everything is one valid run of gar with its version', () => {
    const run = sarif(record, [seen])
    expect(run.tool.driver).toMatchObject({ name: 'gar', version: '1.2.3', rules: [{ id: 'gar/divisor' }] })
    expect(run.results).toHaveLength(1)
  })
  test('a result names its rule, its lines below the top, and the fingerprint that survives shifted lines', () => {
    expect(sarif(record, [seen]).results[0]).toMatchObject({
      ruleId: 'gar/divisor', ruleIndex: 0, level: 'warning', message: { text: 'The divisor may be zero. below the severity floor "critical"' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.ts', uriBaseId: '%SRCROOT%' }, region: { startLine: 10, endLine: 12 } } }],
      partialFingerprints: { 'garFinding/v1': '0123456789abcdef', primaryLocationLineHash: '0123456789abcdef' },
    })
  })
  test('the heading gives the level', () => {
    const findings = (['critical', 'bug', 'should_fix'] as const).map((heading) => ({ ...finding, heading }))
    expect(sarif({ ...record, findings }).results.map((one) => one.level)).toEqual(['error', 'warning', 'note'])
  })
  test('each rule is listed once, and each result points at its own', () => {
    const findings = ['F1', 'F2', 'F3'].map((id) => ({ ...finding, id }))
    const run = sarif({ ...record, findings }, [{ ...seen, id: 'F1', rule: 'b' }, { ...seen, id: 'F2', rule: null }, { ...seen, id: 'F3', rule: 'b' }])
    expect(run.results.map((one) => [one.ruleId, run.tool.driver.rules[one.ruleIndex]?.id])).toEqual([['b', 'b'], ['gar/review', 'gar/review'], ['b', 'b']])
    expect(run.tool.driver.rules).toHaveLength(2)
  })
  test('RUC-043: a declined finding is suppressed with its reason; where one is, every result says whether it is', () => {
    const declined = { ...finding, id: 'F2', class: 'declined', reason: 'declined by the user: a test key' } as const
    expect(sarif({ ...record, findings: [declined, finding] }).results.map((one) => one.suppressions)).toEqual([
      [{ kind: 'external', status: 'accepted', justification: 'declined by the user: a test key' }], [],
    ])
  })
  test('without a journal a result has no fingerprint, and a location that names no lines is left out', () => {
    const [one] = sarif({ ...record, findings: [{ ...finding, location: 'nowhere' }] }).results
    expect([one?.partialFingerprints, one?.locations]).toEqual([undefined, []])
  })
  test('RUC-012 RUC-068: a failed run is an unsuccessful invocation, so that no result does not read as clean', () => {
    const { invocations: [ran] } = sarif({ ...record, stop: 'mid-run-death', status: 'failed', findings: [] })
    expect(ran).toMatchObject({ executionSuccessful: false, toolExecutionNotifications: [{ level: 'error' }, { level: 'error' }, {}, {}] })
  })
  test('RUC-063: partial coverage is a warning and stands in the properties', () => {
    const run = sarif({ ...record, coverage: partial })
    expect(run.invocations[0]?.toolExecutionNotifications[1]).toMatchObject({ level: 'warning', message: { text: expect.stringContaining('not reached: committed') as string } })
    expect(run['properties']).toMatchObject({ status: 'clean, partial scope', coverage: 'partial(committed)' })
  })
  test('foreign text becomes no link and no control character', () => {
    const run = sarif(filledWith('[click](https://example.invalid) \u001b[31m'), [seenWith('[x](1)')])
    const texts = [...run.results.map((one) => one.message.text), ...run.invocations.flatMap((one) => one.toolExecutionNotifications.map((told) => told.message.text))]
    expect(texts.filter((text) => text.includes('](') || !text.includes('[click] ('))).toEqual([])
    expect(JSON.stringify(run)).not.toMatch(/[^\\]\\u001b/)
  })
  test('any record is valid', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom('\n', '\t', '\u0000', '\ud800', '%', ':', '1', '/'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) })
    fc.assert(fc.property(text, (any) => { sarif(filledWith(any), [seenWith(any)]) }), { numRuns: 200 })
  })
})

describe('a path as a relative reference', () => {
  test.each([
    ['src/a.ts', 'src/a.ts'], ['a b#c?.ts', 'a%20b%23c%3F.ts'], ['100%.md', '100%25.md'], ['é/📦.js', '%C3%A9/%F0%9F%93%A6.js'], ['a:b', 'a%3Ab'],
    ['line\nend', 'line%0Aend'], ['latin-\udce9', 'latin-%E9'], ['[x]\\y', '%5Bx%5D%5Cy'],
  ])('%j is %s', (path, uri) => { expect(toUri(path)).toBe(uri) })
})
