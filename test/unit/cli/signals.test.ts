import { describe, expect, it } from 'vitest'
import { listen } from '../../../src/app/cli/signals.ts'
import { EndOfRun } from '../../../src/core/model/fault.ts'

function listening(): { at: (ms: number, name: NodeJS.Signals) => void; signal: AbortSignal; exits: number[]; end: () => void } {
  const exits: number[] = []
  let time = 0
  const { signal, dispose } = listen({ now: () => time, exit: (code) => exits.push(code) })
  return { signal, exits, end: dispose, at: (ms, name) => { time = ms; process.emit(name, name) } }
}

describe('signals', () => {
  it.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s asks the run to end, and leaves it the time to restore', (name) => {
    const run = listening()
    run.at(0, name)
    run.end()
    expect(run.signal.reason).toEqual(new EndOfRun('interrupted', name))
    expect(run.exits).toEqual([])
  })
  it('a second Ctrl-C ends at once with 130', () => {
    const run = listening()
    run.at(0, 'SIGINT')
    run.at(2000, 'SIGINT')
    run.end()
    expect(run.exits).toEqual([130])
  })
  it('one Ctrl-C that arrives twice, from the terminal and from git, is one', () => {
    const run = listening()
    run.at(1000, 'SIGINT')
    run.at(1020, 'SIGINT')
    run.end()
    expect(run.exits).toEqual([])
  })
  it('a Ctrl-C after another signal is the first Ctrl-C', () => {
    const run = listening()
    run.at(0, 'SIGTERM')
    run.at(2000, 'SIGINT')
    run.end()
    expect(run.exits).toEqual([])
    expect(run.signal.reason).toEqual(new EndOfRun('interrupted', 'SIGTERM'))
  })
  it('nothing is heard any more after the command', () => {
    const before = process.listenerCount('SIGINT')
    const run = listening()
    expect(process.listenerCount('SIGINT')).toBe(before + 1)
    run.end()
    expect(process.listenerCount('SIGINT')).toBe(before)
  })
})
