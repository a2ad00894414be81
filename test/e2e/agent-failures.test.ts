import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestRepo } from '../support/repo.ts'
import { treeState } from '../support/repo.ts'
import type { Played, Role, Script, Step } from '../support/scripted.ts'
import { makeChange, mends, play, playedBy, relayText, sees, seesNothing, start, wrong } from '../support/scripted.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const honest: Script = { gate: [sees, seesNothing], fix: [mends] }

/** Plays an honest run in which one role fails, and holds the tree against its start. */
function fails(role: Role, step: Step, options: Parameters<typeof play>[2] = {}): Played {
  repo = makeChange()
  const before = treeState(repo.top)
  const played = play(repo, { ...honest, [role]: [{ ...honest[role]?.[0], ...step }] }, options)
  expect(treeState(repo.top)).toEqual(before)
  expect([played.record.status, played.code, played.stderr.includes('failed')]).toEqual(['failed', 3, true])
  return played
}

describe('the five failure classes; GAR-148: the stop line names the class, GAR-141: nothing is asked again', () => {
  it('GAR-142: a helper that does not start; GAR-019: a condition staged through the environment is applied as given, then the failure policy takes over', () => {
    repo = makeChange()
    const before = treeState(repo.top)
    const broken = { GAR_VERIFIER: JSON.stringify([path.join(repo.base, 'no-such-agent'), '{role}']) }
    const played = play(repo, honest, { roles: ['reviewer', 'fixer'], env: broken })
    expect([played.stop, played.code, played.calls, treeState(repo.top)]).toEqual(['helper-failure:spawn-failure', 3, 'gate', before])
  })

  // The first two fail before a byte was written, the last two after: the tree is as at the start all the same (GAR-150).
  for (const [role, calls] of [['gate', 'gate'], ['triage', 'gate triage'], ['fix', 'gate triage fix'], ['audit', 'gate triage fix audit']] as const) {
    it(`GAR-143 GAR-150 RUC-039: the ${role} dies mid-run: how it ended is in the report`, () => {
      const played = fails(role, { exit: 9 })
      expect(played.record.sentence).toBe('A helper died before it answered. The agent ended with exit code 9.')
      expect([played.stop, played.calls]).toEqual(['helper-failure:mid-run-death', calls])
    })

    it(`GAR-144 GAR-149: the ${role} only summarises its output contract`, () => {
      const played = fails(role, { form: 'summary' })
      expect([played.stop, played.calls]).toEqual(['helper-failure:contract-violating', calls])
      // What was refused is kept as evidence where the accepted answer would stand.
      const file = role === 'gate' ? 'gate-r1.txt' : role === 'fix' ? 'fixer-r1.txt' : 'verifier-r1.txt'
      expect(relayText(repo, file)).toContain('all other fields unchanged')
    })

    it(`GAR-145: the ${role} declares its inability beside a complete return`, () => {
      const played = fails(role, { form: 'unable' })
      expect([played.stop, played.calls]).toEqual(['helper-failure:declared-inability', calls])
      expect(played.record.sentence).toContain('the script says so')
    })
  }

  it('GAR-146: the inability line without a complete return is a broken contract, not a declared inability', () => {
    expect(fails('triage', { form: 'unable-alone' }).stop).toBe('helper-failure:contract-violating')
  })

  it('GAR-147: a snapshot that cannot be written is helper-script, before any fixer call', () => {
    repo = makeChange()
    const before = treeState(repo.top)
    const played = play(repo, { ...honest, triage: [{ do: [{ mkdir: '.git_auto_review/default/pre-fix.patch/x' }] }] })
    expect([played.stop, played.code, played.calls, treeState(repo.top)]).toEqual(['helper-failure:helper-script', 3, 'gate triage', before])
  })
})

describe('RUC-012 RUC-035 RUC-036 RUC-068: nothing that is no whole answer ends clean', () => {
  const snapshot = '0'.repeat(64)
  const answers: readonly (readonly [string, Step, string])[] = [
    ['a gate that prints nothing and exits 0', { form: 'empty' }, 'contract-violating'],
    ['a gate that answers in prose', { form: 'prose' }, 'contract-violating'],
    ['a gate that breaks off inside its JSON', { form: 'half' }, 'contract-violating'],
    ['a gate that leaves out its closing mark', { form: 'cut' }, 'contract-violating'],
    ['a gate that prints bytes that are no text', { form: 'garble' }, 'contract-violating'],
    ['a gate that leaves out a field', { answer: { findings: [], coverage: null } }, 'contract-violating'],
    ['RUC-037: a gate that echoes another snapshot', { answer: { reviewed: { snapshot, head: null, base: null } } }, 'contract-violating'],
    ['a gate that answers for another round', { answer: { round: 2 } }, 'contract-violating'],
    ['a gate that names a file outside the repository', { answer: { findings: [{ location: '../out.js:1' }] } }, 'contract-violating'],
    ['a gate that prints 30 MB', { do: [{ noise: 30_000_000 }] }, 'mid-run-death'],
    ['a gate that is killed', { do: [{ die: 'SIGKILL' }] }, 'mid-run-death'],
  ]
  it.each(answers)('%s', (_, step, label) => {
    repo = makeChange()
    const before = treeState(repo.top)
    const played = play(repo, { gate: [step] })
    expect([played.stop, played.record.status, played.code, played.calls, treeState(repo.top)]).toEqual([`helper-failure:${label}`, 'failed', 3, 'gate', before])
    expect(played.record.sentence.length).toBeGreaterThan('A helper answered outside its contract. '.length - 1)
  })

  it('a gate that hangs is ended at its limit, and nothing of it is left', () => {
    repo = makeChange()
    const command: unknown = JSON.parse(playedBy(repo)['GAR_REVIEWER'] ?? '')
    repo.write('.garrc.json', JSON.stringify({ reviewer: { command, timeoutSeconds: 1 } }))
    start(repo, {}, { args: ['trust'], roles: [] })
    const played = play(repo, { gate: [{ do: [{ hang: true }] }] }, { roles: ['verifier', 'fixer'] })
    expect([played.stop, played.record.sentence.includes('did not answer within 1000 ms')]).toEqual(['helper-failure:mid-run-death', true])
  })

  it('a gate that fails in the second round does not make the first one clean', () => {
    repo = makeChange()
    const played = play(repo, { ...honest, gate: [sees, { form: 'empty' }] })
    expect([played.stop, played.record.status, played.code]).toEqual(['helper-failure:contract-violating', 'failed', 3])
    expect(repo.read('src/a.js')).not.toBe(wrong)
  })
})

describe('pre-seeded gate returns', () => {
  const preseed = (round: number, text: string): void => {
    const at = path.join(repo.top, '.git_auto_review/default')
    mkdirSync(at, { recursive: true })
    writeFileSync(path.join(at, `gate-r${round}.txt`), text)
    writeFileSync(path.join(at, `gate-r${round}.preseed`), '')
  }

  it('GAR-111 GAR-116 GAR-174: any round may be pre-seeded: the prompt is written all the same, the return is consumed as it is, the gate is not called', () => {
    repo = makeChange()
    play(repo, honest)
    const returns = [relayText(repo, 'gate-r1.txt') ?? '', relayText(repo, 'gate-r2.txt') ?? '']
    const prompts = [relayText(repo, 'gate-r1-prompt.txt'), relayText(repo, 'gate-r2-prompt.txt')]
    repo.write('src/a.js', wrong)
    preseed(1, returns[0] ?? '')
    preseed(2, returns[1] ?? '')
    const played = play(repo, honest)
    expect([played.stop, played.calls, played.record.gate]).toEqual(['no-qualifying', 'triage fix audit', 'pre-seeded'])
    expect([relayText(repo, 'gate-r1.txt'), relayText(repo, 'gate-r2.txt')]).toEqual(returns)
    expect([relayText(repo, 'gate-r1-prompt.txt'), relayText(repo, 'gate-r2-prompt.txt')]).toEqual(prompts)
    // The second round alone: the first is called, the second is read.
    repo.write('src/a.js', wrong)
    repo.remove('.git_auto_review')
    preseed(2, returns[1] ?? '')
    expect(play(repo, honest).calls).toBe('gate triage fix audit')
  })

  it.each([
    ['an empty file', '', 'contract-violating'], ['a summary', 'Result: nothing found, all fields unchanged.\n', 'contract-violating'], ['a verdict of another snapshot', '{{other}}', 'contract-violating'],
    ['the inability line alone', 'helper_result: unable\tx\n', 'contract-violating'], ['the inability line beside a complete return', '{{return}}helper_result: unable\tthe disk is full\n', 'declared-inability'],
  ])('GAR-144 GAR-145: %s stops the run as a helper that answered so would', (_, text, label) => {
    repo = makeChange()
    const whole = text.includes('{{') ? (play(repo, { gate: [seesNothing] }), relayText(repo, 'gate-r1.txt') ?? '') : ''
    preseed(1, text.replace('{{return}}', whole).replace('{{other}}', whole.replace(/"snapshot": "[0-9a-f]+"/, `"snapshot": "${'0'.repeat(64)}"`)))
    const played = play(repo, honest)
    expect([played.stop, played.calls, repo.read('src/a.js')]).toEqual([`helper-failure:${label}`, '', wrong])
  })
})

describe('a run that dies at init', () => {
  it('GAR-128 GAR-147 GAR-173: its report is printed with the label helper-script, and written nowhere', () => {
    repo = makeChange()
    repo.write('.git_auto_review', 'in the way\n')
    const before = treeState(repo.top)
    const played = play(repo, honest)
    expect([played.stop, played.code, played.calls, treeState(repo.top), repo.read('.git_auto_review')]).toEqual(['helper-failure:helper-script', 3, '', before, 'in the way\n'])
    expect(existsSync(path.join(repo.top, '.git/gar/last-report.txt'))).toBe(false)
  })

  it('GAR-014 GAR-015 GAR-128: a task path that is a directory, a link or missing: printed only, and the repository is as it was', () => {
    repo = makeChange()
    symlinkSync('src/a.js', path.join(repo.top, 'task.md'))
    for (const task of ['src', 'missing.md', 'task.md']) {
      const played = play(repo, honest, { args: ['run', '--task', task] })
      expect([played.stop, played.code, existsSync(path.join(repo.top, '.git_auto_review'))]).toEqual(['helper-failure:helper-script', 3, false])
    }
  })
})
