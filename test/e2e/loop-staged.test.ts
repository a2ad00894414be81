import { afterEach, describe, expect, it } from 'vitest'
import { credential } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeChange, play, relayText, seesNothing } from '../support/scripted.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const staged = (line: number): Record<string, unknown> => ({ location: `mixed.txt:${line}`, title: 'Wrong as staged', cited: 'staged' })

describe('a hand run whose gate cites the staged content', () => {
  it('GAR-028 GAR-037: lines that only the index holds are not the working tree\'s, whatever stands at their numbers there', () => {
    repo = makeChange()
    const played = play(repo, { gate: [{ answer: { findings: [staged(1)] } }] })
    expect(played.record.findings).toMatchObject([{ location: 'mixed.txt:1', lane: 'local-commits lane', class: 'follow-up:lane' }])
    expect([played.calls, repo.read('mixed.txt')]).toEqual(['gate', 'edited after staging\n'])
  })

  it('GAR-030 case 4: staged lines that stand elsewhere in the file are numbered where they stand', () => {
    repo = makeChange()
    repo.write('mixed.txt', 'a line on top\nstaged\n')
    const played = play(repo, { gate: [{ answer: { findings: [staged(1)] } }], triage: [{ answer: { refuse: { F001: 'not-safe' } } }] })
    expect(played.record.findings).toMatchObject([{ location: 'mixed.txt:2', lane: 'working-tree lane', class: 'triage-not-approved' }])
  })
})

describe('what an agent that reviews is told', () => {
  it('rulings 2.10: the change with its lines, and no value of a credential in it', () => {
    repo = makeChange()
    repo.write('key.js', `export const key = '${credential}'\n`)
    play(repo, { gate: [seesNothing] })
    const prompt = relayText(repo, 'gate-r1-prompt.txt') ?? ''
    expect(prompt).toContain('+bad two')
    expect(prompt).toContain('+export const key = \'[redacted: ghp_')
    expect(prompt).not.toContain(credential)
  })
})
