import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/core/model/finding.ts'
import type { Hunk } from '../../../src/core/model/hunk.ts'
import { EndOfRun, HelperError } from '../../../src/core/model/fault.ts'
import type { Stop } from '../../../src/core/model/stop.ts'
import type { Learned, Ports, State, Step } from '../../../src/core/loop/machine.ts'
import { begin, hasWrites } from '../../../src/core/loop/machine.ts'
import { drive } from '../../../src/core/loop/driver.ts'

// The machine is compared, path by path, with a straight-line telling of the specification's rounds.
type Word = 'decision' | 'nothing' | 'own' | 'other' | 'refused' | 'crosses' | 'approved' | 'ok' | 'foreign' | 'bad' | 'dies' | 'interrupted'
const choices: Readonly<Record<Step, readonly Word[]>> = {
  open: ['decision', 'nothing', 'own', 'other', 'dies'],
  triage: ['refused', 'crosses', 'approved', 'dies'],
  snapshot: ['ok', 'foreign', 'dies'],
  fix: ['ok', 'foreign', 'dies', 'interrupted'],
  ledger: ['ok', 'bad', 'dies'],
  audit: ['ok', 'bad', 'dies'],
  restore: ['ok', 'foreign', 'dies'],
  close: ['ok', 'foreign', 'dies'],
}

type Told = Generator<Step, Stop, Word>

function* telling(cap: number, mode: 'fix' | 'review'): Told {
  let before = false
  for (let n = 1; ; n++) {
    const ended: { stop?: Stop; own: boolean } = yield* round(mode, before)
    if (ended.stop !== undefined) return ended.stop
    before = ended.own
    if (n === cap) return 'round-cap'
  }
}

function* early(stop: Stop): Generator<Step, { stop: Stop; own: boolean }, Word> {
  const closed = yield 'close'
  return { stop: closed === 'dies' ? 'mid-run-death' : closed === 'foreign' ? 'concurrent-modification' : stop, own: false }
}

function* undone(stop: Stop): Generator<Step, { stop: Stop; own: boolean }, Word> {
  const word = yield 'restore'
  return { stop: word === 'dies' ? 'mid-run-death' : word === 'foreign' ? 'concurrent-modification' : stop, own: false }
}

function* round(mode: 'fix' | 'review', before: boolean): Generator<Step, { stop?: Stop; own: boolean }, Word> {
  const opened = yield 'open'
  if (opened === 'dies') return { stop: 'mid-run-death', own: false }
  if (opened === 'decision') return yield* early('decision-pending')
  if (opened === 'nothing') return yield* early('no-qualifying')
  if (mode === 'review') return yield* early('report-only')
  const own = opened === 'own'
  const triaged = yield 'triage'
  if (triaged === 'dies') return { stop: 'mid-run-death', own }
  if (triaged === 'refused') return yield* early('empty-approved')
  if (own && before) return yield* early('self-written')
  if (triaged === 'crosses') return yield* early('charter-refused')
  const saved = yield 'snapshot'
  if (saved !== 'ok') return { stop: saved === 'foreign' ? 'concurrent-modification' : 'mid-run-death', own }
  let ledgerFailures = 0
  let unmappedResults = 0
  for (;;) {
    const fixed = yield 'fix'
    if (fixed === 'foreign') return { stop: 'concurrent-modification', own }
    if (fixed === 'dies') return yield* undone('mid-run-death')
    if (fixed === 'interrupted') return yield* undone('interrupted')
    const ledger = yield 'ledger'
    if (ledger === 'dies') return yield* undone('mid-run-death')
    if (ledger === 'bad') {
      if (++ledgerFailures === 2) return yield* undone('ledger-failed-twice')
    } else {
      const audited = yield 'audit'
      if (audited === 'dies') return yield* undone('mid-run-death')
      if (audited === 'ok') break
      if (++unmappedResults === 2) return yield* undone('unmapped-twice')
    }
    const restored = yield 'restore'
    if (restored !== 'ok') return { stop: restored === 'dies' ? 'mid-run-death' : 'concurrent-modification', own }
  }
  const closed = yield 'close'
  if (closed === 'foreign') return { stop: 'concurrent-modification', own }
  return closed === 'dies' ? yield* undone('mid-run-death') : { own }
}

const finding = { id: 'F001' } as Finding
const hunk = { newStart: 1 } as Hunk

function learn(step: Step, word: Word): Learned[Step] {
  switch (step) {
    case 'open': return { decisions: word === 'decision' ? 1 : 0, qualifying: word === 'nothing' ? [] : [finding], selfWritten: word === 'own' }
    case 'triage': return { approved: word === 'refused' ? [] : [finding], crossesCharter: word === 'crosses' }
    case 'snapshot': case 'fix': case 'restore': case 'close': return { foreignEdit: word === 'foreign' }
    case 'ledger': return word === 'bad' ? { failing: 1 } : {}
    case 'audit': return { unmapped: word === 'bad' ? [hunk] : [] }
  }
}

type Walk = { steps: Step[]; states: State[]; stop: Stop | 'more' }

/** Plays the words to the machine; `more` when they run out before the stop. */
async function play(start: State, words: readonly Word[]): Promise<Walk> {
  const walk: Walk = { steps: [], states: [], stop: 'more' }
  class OutOfWords extends Error {}
  const port = (step: Step) => async () => {
    const word = words[walk.steps.length]
    walk.steps.push(step)
    if (word === undefined) throw new OutOfWords()
    if (word === 'dies') throw new HelperError('mid-run-death', 'died')
    if (word === 'interrupted') throw new EndOfRun('interrupted')
    return learn(step, word)
  }
  const names: readonly Step[] = ['open', 'triage', 'snapshot', 'fix', 'ledger', 'audit', 'restore', 'close']
  const ports = Object.fromEntries(names.map((step) => [step, port(step)])) as unknown as Ports
  walk.stop = await drive(start, ports, async (state) => { walk.states.push(state) }).catch((error: unknown) => {
    if (error instanceof OutOfWords) return 'more' as const
    throw error
  })
  return walk
}

function tell(cap: number, mode: 'fix' | 'review', words: readonly Word[]): { steps: Step[]; stop: Stop | 'more' } {
  const told = telling(cap, mode)
  const steps: Step[] = []
  let turn = told.next()
  for (const word of words) {
    if (turn.done === true) break
    steps.push(turn.value)
    turn = told.next(word)
  }
  if (turn.done === true) return { steps, stop: turn.value }
  return { steps: [...steps, turn.value], stop: 'more' }
}

/** Walks every path for one cap; returns how many there are and which stops they end in. */
async function walkAll(cap: number, mode: 'fix' | 'review'): Promise<{ paths: number; stops: Set<Stop> }> {
  const stops = new Set<Stop>()
  let paths = 0
  const visit = async (words: readonly Word[]): Promise<void> => {
    const expected = tell(cap, mode, words)
    const { steps, stop, states } = await play(begin(cap, mode), words)
    expect([words, steps, stop]).toEqual([words, expected.steps, expected.stop])
    if (stop === 'more') {
      const asked = steps.at(-1) ?? 'open'
      for (const word of choices[asked]) await visit([...words, word])
      return
    }
    paths++
    stops.add(stop)
    assertSound(words, steps, states, stop)
  }
  await visit([])
  return { paths, stops }
}

function assertSound(words: readonly Word[], steps: readonly Step[], states: readonly State[], stop: Stop): void {
  const last = states.at(-1)
  // Nothing unaudited stays in the tree unless a foreign edit must survive or Restore itself died (GAR-150, GAR-151).
  const excused = stop === 'concurrent-modification' || (steps.at(-1) === 'restore' && words.at(-1) === 'dies')
  if (last && !excused) expect(hasWrites(last) && words.at(-1) !== 'ok').toBe(false)
  for (const roundOf of splitRounds(steps)) expect(roundOf.filter((step) => step === 'fix').length).toBeLessThanOrEqual(3)
}

function splitRounds(steps: readonly Step[]): Step[][] {
  const rounds: Step[][] = []
  for (const step of steps) {
    if (step === 'open') rounds.push([])
    rounds.at(-1)?.push(step)
  }
  return rounds
}

describe('the loop table against a straight-line telling of the specification', () => {
  it('GAR-072 GAR-099: every path of a one-round run agrees, step by step and stop by stop', async () => {
    const { paths, stops } = await walkAll(1, 'fix')
    expect(paths).toBeGreaterThan(50)
    expect(stops).toContain('round-cap')
  })
  it('GAR-087 GAR-092 GAR-139: every path of a two-round run agrees; at most three fixer calls a round', async () => {
    const { paths, stops } = await walkAll(2, 'fix')
    expect(paths).toBeGreaterThan(500)
    expect([...stops].sort()).toEqual([
      'charter-refused', 'concurrent-modification', 'decision-pending', 'empty-approved', 'interrupted', 'ledger-failed-twice',
      'mid-run-death', 'no-qualifying', 'round-cap', 'self-written', 'unmapped-twice',
    ])
  })
  it('GAR-093 GAR-095 GAR-096: every path of a three-round run agrees', async () => {
    const { paths } = await walkAll(3, 'fix')
    expect(paths).toBeGreaterThan(5_000)
  })
  it('RUC-007: a review-only run opens once, closes, and asks for nothing that writes', async () => {
    const { stops } = await walkAll(2, 'review')
    expect([...stops].sort()).toEqual(['concurrent-modification', 'decision-pending', 'mid-run-death', 'no-qualifying', 'report-only'])
  })
})

describe('single rules of the table', () => {
  const stopOf = async (words: readonly Word[], cap = 5): Promise<Walk> => play(begin(cap, 'fix'), words)

  it('GAR-074: a pending decision closes the round although findings qualify', async () => {
    const ports = { open: async () => ({ decisions: 1, qualifying: [finding], selfWritten: false }), close: async () => ({ foreignEdit: false }) }
    expect(await drive(begin(5, 'fix'), ports as unknown as Ports, async () => undefined)).toBe('decision-pending')
  })
  it('GAR-075: without a qualifying finding triage is not asked', async () => {
    expect((await stopOf(['nothing', 'ok'])).steps).toEqual(['open', 'close'])
  })
  it('GAR-078: one round in self-written code goes on; the second in a row stops', async () => {
    const landed: Word[] = ['approved', 'ok', 'ok', 'ok', 'ok', 'ok']
    expect((await stopOf(['own', ...landed, 'own', 'approved', 'ok'])).stop).toBe('self-written')
    expect((await stopOf(['own', ...landed, 'other', ...landed, 'own', ...landed, 'nothing', 'ok'])).stop).toBe('no-qualifying')
  })
  it('GAR-088 GAR-140: a retry stays in its round, names its setback, and keeps the whole approved set', async () => {
    const { states } = await stopOf(['other', 'approved', 'ok', 'ok', 'bad', 'ok', 'ok', 'ok', 'bad', 'ok', 'ok', 'ok', 'ok', 'ok', 'nothing', 'ok'])
    const fixes = states.filter((state) => state.at === 'fix')
    expect(fixes.map((state) => state.round.n)).toEqual([1, 1, 1])
    expect(fixes.map((state) => state.approved)).toEqual([[finding], [finding], [finding]])
    expect(fixes.map((state) => state.setback)).toEqual([undefined, { by: 'ledger', line: 1 }, { by: 'audit', hunks: [hunk] }])
  })
  it('GAR-097: a foreign edit before the fixer stops without a Restore, so that it survives', async () => {
    expect((await stopOf(['other', 'approved', 'ok', 'foreign'])).steps).toEqual(['open', 'triage', 'snapshot', 'fix'])
  })
  it('a later round carries nothing of an earlier round but whether it was self-written', async () => {
    const { states } = await stopOf(['own', 'approved', 'ok', 'ok', 'bad', 'ok', 'ok', 'ok', 'ok', 'ok', 'other', 'approved', 'ok', 'ok', 'ok', 'ok', 'ok', 'nothing', 'ok'])
    const second = states.find((state) => state.at === 'fix' && state.round.n === 2)
    expect(second).toEqual({ at: 'fix', round: { n: 2, cap: 5, mode: 'fix', selfWritten: false, before: true }, approved: [finding], spent: [] })
  })
  it('a bug is not a stop: an unnamed error leaves the driver', async () => {
    const ports = { open: async () => { throw new TypeError('bug') } }
    await expect(drive(begin(1, 'fix'), ports as unknown as Ports, async () => undefined)).rejects.toThrow(TypeError)
  })
})
