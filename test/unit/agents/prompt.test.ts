import { describe, expect, it } from 'vitest'
import { gateVerdict } from '../../../src/core/gate/contract.ts'
import { passThrough } from '../../../src/io/agents/environment.ts'
import { outputContract } from '../../../src/io/agents/output-contract.ts'
import { createAgentRoles } from '../../../src/io/agents/roles.ts'
import { parseReply } from '../../../src/io/agents/wire.ts'
import { auditAsk, fixAsk, gateAsk, saying, triageAsk } from './sample.ts'

describe('the output contract of a prompt', () => {
  it('says the form, the bounds, the way out and the schema', () => {
    expect(outputContract('REVIEW', { type: 'object' })).toMatchInlineSnapshot(`
      "## Output contract

      Nobody can answer a question while you work. Use git to read only. Print no password, token or key.

      End your answer with exactly one result block. Each mark is a line of its own, and between them stands one JSON object of the schema below and nothing else, at most 1048576 characters:

      \`\`\`
      <<<CONTROL_RESULT>>>
      { "phase": "REVIEW", ... }
      <<<END_CONTROL_RESULT>>>
      \`\`\`

      Give every field the schema requires, no field it does not name, and none twice. What is longer than its bound is refused whole; shorten it yourself. At most 50 findings. A rationale has 40 to 2000 characters. Text holds no control character but line ends and TABs, and a field of one line not even those.

      If you cannot do the work, end with the block { "phase": "REVIEW", "status": "failure", "message": "why" }; the status is "blocked" when a person has to decide. A complete block together with the line "helper_result: unable", a TAB and the reason says the same. Anything else that is not a complete block is taken as a broken answer, never as a clean one.

      ### Schema

      \`\`\`json
      {"type":"object"}
      \`\`\`"
    `)
  })
  it('FORGE-005: an agent that prints its prompt again has answered nothing', () => {
    expect(parseReply(outputContract('REVIEW', {}), 'REVIEW')).toMatchObject({ kind: 'refused' })
  })
  it('carries for each role the schema its answer is checked against, small enough for a prompt', async () => {
    const { backend, calls } = saying('', '', '', '')
    const roles = createAgentRoles(backend, { root: '/r', scratch: '/s' })
    await Promise.allSettled([roles.review(gateAsk(), 'p'), roles.triage(triageAsk(), 'p'), roles.fix(fixAsk(), 'p'), roles.audit(auditAsk(), 'p')])
    expect(calls.map(({ role }) => role)).toEqual(['gate', 'triage', 'fix', 'audit'])
    for (const { prompt, schema } of calls) {
      expect(prompt).toContain(JSON.stringify(schema))
      expect(prompt.length).toBeLessThan(10_000)
    }
    expect(calls[0]?.schema).toMatchObject({ type: 'object', additionalProperties: false, properties: { phase: { const: 'REVIEW' } }, required: expect.arrayContaining(Object.keys(gateVerdict.shape)) as unknown })
  })
})

describe('the variables let through to an agent', () => {
  const source = { MY_KEY: 'k', MY_KEY_2: 'l', OTHER: 'o', GIT_DIR: '/g', GIT_SSH_COMMAND: 's', EMPTY: '', GONE: undefined }
  it.each<[readonly string[], Record<string, string>]>([
    [[], {}],
    [['MY_KEY'], { MY_KEY: 'k' }],
    [['MY_*', 'EMPTY', 'GONE'], { MY_KEY: 'k', MY_KEY_2: 'l', EMPTY: '' }],
    [['GIT_DIR', 'GIT_*'], {}],
    [['*'], { MY_KEY: 'k', MY_KEY_2: 'l', OTHER: 'o', EMPTY: '' }],
  ])('%j', (names, expected) => {
    expect(passThrough(source, names)).toEqual(expected)
  })
})
