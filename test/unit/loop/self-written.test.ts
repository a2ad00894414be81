import { describe, expect, test } from 'vitest'
import type { Finding, Location } from '../../../src/core/model/finding.ts'
import { areAllSelfWritten } from '../../../src/core/loop/self-written.ts'
import { file, path, range, sampleFinding } from '../gate/sample.ts'

const at = (line: number, name = file): Finding => sampleFinding({ location: { path: name, range: range(line) }, cited: { path: name, range: range(90) } })
const authored: readonly Location[] = [{ path: file, range: range(4, 6) }, { path: path('src/b.ts'), range: range(1) }]

describe('GAR-078, GAR-105: a round is self-written', () => {
  test.each<[string, readonly Finding[], readonly Location[], boolean]>([
    ['when its only finding sits in code the loop wrote', [at(5)], authored, true],
    ['when every finding does, in whatever file', [at(4), at(6), at(1, path('src/b.ts'))], authored, true],
    ['not when one finding of several sits elsewhere', [at(5), at(7)], authored, false],
    ['not when the first one sits elsewhere', [at(7), at(5)], authored, false],
    ['not when the loop wrote nothing yet', [at(5)], [], false],
    ['not when nothing qualifies: an empty round is no repetition', [], authored, false],
  ])('%s', (_, qualifying, entries, expected) => {
    expect(areAllSelfWritten(qualifying, entries)).toBe(expected)
  })
})
