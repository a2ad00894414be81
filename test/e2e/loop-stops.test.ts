import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestRepo } from '../support/repo.ts'
import { treeState } from '../support/repo.ts'
import type { Played, Script, Step } from '../support/scripted.ts'
import { good, half, makeChange, mendTwo, mends, play, relayText, sees, seesNothing, two, wrong } from '../support/scripted.ts'

let repo: TestRepo
let before: Record<string, string>
afterEach(() => { repo.dispose() })

function start(): void {
  repo = makeChange()
  before = treeState(repo.top)
}

/** Runs the script; says how it stopped, which roles were asked, and whether a byte of the tree changed. */
function ends(script: Script, options: Parameters<typeof play>[2] = {}): Played & { readonly moved: boolean } {
  const played = play(repo, script, options)
  return { ...played, moved: JSON.stringify(treeState(repo.top)) !== JSON.stringify(before) }
}

/** A gate that asks the user something, whatever else it found. */
const asks: Step = {
  answer: {
    findings: [two, { location: 'src/a.js:6', decision_ref: 'D1' }],
    decisions: [{ id: 'D1', title: 'Which six?', finding_ids: ['R1-F2'], options: ['keep', 'drop'], suggested_default: 'keep', who: 'author', wording: 'We keep the sixth line.' }],
  },
}
/** A fix of the line the gate cites in this round, which leaves the line bad again. */
const worsens = (from: string, to: string): Step => ({ do: [{ replace: 'src/a.js', from, to }] })

describe('the ten stop conditions, each as a run that ends by it', () => {
  it('GAR-089 GAR-073: (1) no qualifying finding remains; the gate is called once a round', () => {
    start()
    const ended = ends({ gate: [sees, seesNothing], fix: [mends] })
    expect([ended.stop, ended.code, ended.record.rounds.done, ended.calls]).toEqual(['no-qualifying', 0, 2, 'gate triage fix audit gate'])
    expect(repo.read('src/a.js')).toBe(good)
  })

  it('GAR-090 GAR-077 GAR-080: (2) triage approved nothing: neither fixer, ledger nor audit is asked, and nothing is written', () => {
    start()
    const ended = ends({ gate: [sees], triage: [{ answer: { refuse: { F001: 'not-minimum', F002: 'not-safe' } } }] })
    expect([ended.stop, ended.record.status, ended.code, ended.calls, ended.moved]).toEqual(['empty-approved', 'decisions-needed', 1, 'gate triage', false])
    expect(ended.record.findings.map((finding) => [finding.class, finding.reason])).toEqual([['triage-not-approved', 'refuted as scripted'], ['triage-not-approved', 'refuted as scripted']])
    expect(relayText(repo, 'pre-fix.patch')).toBeNull()
  })

  it('GAR-091 GAR-080: (3) a decision is pending: not even triage is asked', () => {
    start()
    const ended = ends({ gate: [asks] })
    expect([ended.stop, ended.record.status, ended.code, ended.calls, ended.moved]).toEqual(['decision-pending', 'decisions-needed', 1, 'gate', false])
    expect(ended.record.decisions).toMatchObject([{ id: 'D1', findingIds: ['F002'], wording: 'We keep the sixth line.' }])
  })

  it('GAR-092 GAR-087 RUC-066: (4) the round cap is evaluated after the round is closed, so that its fix stands', () => {
    start()
    const ended = ends({ gate: [sees], fix: [mends] }, { args: ['run', 'round cap 1'] })
    expect([ended.stop, ended.code, ended.calls]).toEqual(['round-cap', 1, 'gate triage fix audit'])
    expect([repo.read('src/a.js'), relayText(repo, 'authored.txt')]).toEqual([good, 'src/a.js:2\nsrc/a.js:6\n'])
    expect(ended.record.findings.map((finding) => finding.class)).toEqual(['fixed-not-re-reviewed', 'fixed-not-re-reviewed'])
  })

  it('GAR-093 GAR-078 GAR-080: (5) two rounds in a row found only code the loop wrote: the second is triaged and not fixed', () => {
    start()
    const again: Step = { answer: { findings: [{ ...two, title: 'Bad in another way' }] } }
    const ended = ends({ gate: [sees, again, again], fix: [mends, worsens('good two', 'better two'), worsens('better two', 'never two')] })
    expect([ended.stop, ended.code, ended.calls]).toEqual(['self-written', 1, 'gate triage fix audit gate triage fix audit gate triage'])
    expect(repo.read('src/a.js')).toBe(good.replace('good two', 'better two'))
    expect(ended.record.findings).toMatchObject([{ class: 'not-fixed:stopped', title: 'Bad in another way' }])
  })

  it('GAR-094 GAR-141: (6) a helper failure stops the run and is not retried', () => {
    start()
    const ended = ends({ gate: [sees], triage: [{ exit: 9 }] })
    expect([ended.stop, ended.record.status, ended.code, ended.calls, ended.moved]).toEqual(['helper-failure:mid-run-death', 'failed', 3, 'gate triage', false])
  })

  it('GAR-095 GAR-067 GAR-068: (7) the ledger failed again after its one retry: restored, stopped, and no helper failure', () => {
    start()
    const ended = ends({ gate: [sees], fix: [{ do: [mendTwo, { write: 'repro.sh', text: 'exit 1\n' }], answer: { reproductions: [{ path: 'repro.sh', command: 'sh repro.sh', finding_id: 'F001' }] } }] })
    expect([ended.stop, ended.record.status, ended.code, ended.calls, ended.moved]).toEqual(['ledger-failed-twice', 'stopped', 1, 'gate triage fix fix', false])
  })

  it('GAR-096 GAR-134: (8) a hunk was unmapped again after its one retry: restored and stopped', () => {
    start()
    const ended = ends({ gate: [sees], fix: [mends], audit: [{ answer: { unmapped: [1] } }] })
    expect([ended.stop, ended.record.status, ended.code, ended.calls, ended.moved]).toEqual(['unmapped-twice', 'stopped', 1, 'gate triage fix audit fix audit', false])
  })

  it('GAR-097 GAR-150: (9) the tree was changed by someone else before the first fixer write: their bytes stand, nothing else changed', () => {
    start()
    const ended = ends({ gate: [sees], fix: [mends] }, { meanwhile: { at: 'snapshot', file: 'loose.txt', text: 'mine\n' } })
    expect([ended.stop, ended.record.status, ended.code, ended.calls]).toEqual(['concurrent-modification', 'stopped', 4, 'gate triage'])
    expect([repo.read('loose.txt'), repo.read('src/a.js')]).toEqual(['mine\n', wrong])
  })

  it('GAR-098 GAR-079 GAR-080: (10) CHARTER.md refused a path: after triage, before any fixer call, with no write', () => {
    repo = makeChange()
    repo.write('CHARTER.md', '# Charter\n\n## Key Invariants\n\n- Never edit `src/**`.\n')
    before = treeState(repo.top)
    const ended = ends({ gate: [sees] })
    expect([ended.stop, ended.record.status, ended.code, ended.calls, ended.moved]).toEqual(['charter-refused', 'decisions-needed', 1, 'gate triage', false])
    expect(ended.record.findings.map((finding) => finding.class)).toEqual(['charter-set-refused', 'charter-set-refused'])
  })
})

describe('GAR-099: where several conditions hold, the first of the order is the stop', () => {
  it('GAR-074: a pending decision before everything else that qualifies', () => {
    start()
    expect(ends({ gate: [asks] }).record.findings.map((finding) => [finding.location, finding.class])).toEqual([['src/a.js:2', 'not-fixed:stopped'], ['src/a.js:6', 'held-for-decision']])
  })

  it('a pending decision before "nothing qualifies"', () => {
    start()
    const held = { findings: [{ ...two, decision_ref: 'D1' }], decisions: [{ id: 'D1', title: 't', finding_ids: ['R1-F1'], options: ['a'], suggested_default: 'a', who: 'author', wording: 'w' }] }
    expect(ends({ gate: [{ answer: held }] }).stop).toBe('decision-pending')
  })

  it('an empty approved set before the self-written stop', () => {
    start()
    const again: Step = { answer: { findings: [{ ...two, title: 'Bad in another way' }] } }
    const ended = ends({ gate: [sees, again, again], fix: [mends, worsens('good two', 'better two')], triage: [{}, {}, { answer: { refuse: { F004: 'not-minimum' } } }] })
    expect(ended.stop).toBe('empty-approved')
  })

  it('the self-written stop before a CHARTER refusal', () => {
    start()
    const again: Step = { answer: { findings: [{ ...two, title: 'Bad in another way' }] } }
    const third: Step = { answer: { findings: [{ ...two, title: 'Bad in another way', fix: { text: 'Correct both.', paths: ['src/a.js', 'CHARTER.md'] } }] } }
    repo.write('CHARTER.md', '# Charter\n')
    expect(ends({ gate: [sees, again, third], fix: [mends, worsens('good two', 'better two')] }).stop).toBe('self-written')
  })

  it('an empty approved set before a CHARTER refusal', () => {
    start()
    repo.write('CHARTER.md', '# Charter\n\n## Key Invariants\n\n- Never edit `src/**`.\n')
    expect(ends({ gate: [sees], triage: [{ answer: { refuse: { F001: 'not-safe', F002: 'not-safe' } } }] }).stop).toBe('empty-approved')
  })

  it('GAR-095 before GAR-092: the second ledger failure in the last round allowed is what the run stops by', () => {
    start()
    const ended = ends({ gate: [sees], fix: [{ do: [mendTwo, { write: 'repro.sh', text: 'exit 1\n' }], answer: { reproductions: [{ path: 'repro.sh', command: 'sh repro.sh', finding_id: 'F001' }] } }] }, { args: ['run', 'round cap 1'] })
    expect([ended.stop, ended.moved]).toEqual(['ledger-failed-twice', false])
  })

  it('GAR-089 before GAR-092: a clean re-review in the last round allowed is clean', () => {
    start()
    expect(ends({ gate: [sees, seesNothing], fix: [mends] }, { args: ['run', 'round cap 2'] }).stop).toBe('no-qualifying')
  })

  it('a helper failure in the last round allowed is a helper failure, and the fix of the round before stands', () => {
    start()
    const ended = ends({ gate: [{ answer: { findings: [two] } }, { form: 'empty' }], fix: [{ do: [mendTwo] }] }, { args: ['run', 'round cap 2'] })
    expect([ended.stop, repo.read('src/a.js')]).toEqual(['helper-failure:contract-violating', half])
  })
})

describe('what a stop leaves behind', () => {
  it('GAR-082 GAR-086: a round that closes early rewrites neither the pre-fix pair nor authored.txt', () => {
    start()
    const only: Step = { answer: { findings: [two] } }
    const ended = ends({ gate: [only, { answer: { findings: [{ location: 'src/a.js:6', title: 'Another' }] } }], fix: [{ do: [mendTwo] }], triage: [{}, { answer: { refuse: { F002: 'not-safe' } } }] })
    expect([ended.stop, ended.calls]).toEqual(['empty-approved', 'gate triage fix audit gate triage'])
    expect(relayText(repo, 'pre-fix.patch')).toContain('+bad two\n')
    expect(relayText(repo, 'authored.txt')).toBe('src/a.js:2\n')
    expect([relayText(repo, 'fixer-r2.txt'), relayText(repo, 'round-r2.diff.txt')]).toEqual([null, null])
  })

  it('GAR-086: a round whose writes were undone leaves authored.txt as the round before wrote it', () => {
    start()
    const only: Step = { answer: { findings: [two] } }
    const other: Step = { answer: { findings: [{ location: 'src/a.js:6', title: 'Another' }] } }
    const ended = ends({ gate: [only, other], fix: [{ do: [mendTwo] }, { do: [{ replace: 'src/a.js', from: 'bad six', to: 'good six' }] }], audit: [{}, { answer: { unmapped: [0] } }] })
    expect([ended.stop, relayText(repo, 'authored.txt'), repo.read('src/a.js')]).toEqual(['unmapped-twice', 'src/a.js:2\n', half])
  })

  it('GAR-081 GAR-083 GAR-084 GAR-085 GAR-065: a round that is fixed goes snapshot, fixer, ledger, audit, close', () => {
    start()
    const log = `${repo.base}/order`
    // Each notes itself and which records of the round stand at that moment.
    const note = (word: string): string => `echo ${word} $(cd ${repo.top}/.git_auto_review/default && ls | grep -E '^(pre-fix.patch|round-r1|authored)' | tr '\\n' ' ') >> ${log}`
    const step = (word: string) => ({ run: ['sh', '-c', note(word)] })
    const ended = ends({
      gate: [{ ...sees, do: [step('gate')] }, { do: [step('gate')] }], triage: [{ do: [step('triage')] }], audit: [{ do: [step('audit')] }],
      fix: [{ do: [mendTwo, step('fix'), { write: 'repro.sh', text: `${note('ledger')}\ngrep -q 'good two' src/a.js\n` }], answer: { reproductions: [{ path: 'repro.sh', command: 'sh repro.sh', finding_id: 'F001' }] } }],
    })
    expect(ended.stop).toBe('no-qualifying')
    expect(readFileSync(log, 'utf8').trimEnd().split('\n').map((line) => line.trim())).toEqual([
      'gate', 'triage', 'fix pre-fix.patch',
      // The reproduction is tried on the state before the fix, then runs as the ledger's line.
      'ledger pre-fix.patch round-r1.diff.txt', 'ledger pre-fix.patch round-r1.diff.txt',
      'audit pre-fix.patch round-r1.diff.txt', 'gate authored.txt pre-fix.patch round-r1.diff.txt',
    ])
  })
})
