import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isColoured } from '../../../src/app/cli/colour.ts'
import { createTerminal, printable } from '../../../src/app/cli/terminal.ts'

type Env = Readonly<Record<string, string>>
// What a terminal's stream can do besides, which a spinner uses.
const moves = { cursorTo: () => true, moveCursor: () => true, clearLine: () => true }
const stream = (isTTY: boolean, columns = 80): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), isTTY ? { isTTY, columns, ...moves } : { isTTY })

function open(env: Env, isTTY = false, columns = 80): { io: ReturnType<typeof createTerminal>; said: () => string; answered: () => string } {
  const stdout = stream(isTTY, columns)
  const stderr = stream(isTTY, columns)
  const read = (from: PassThrough) => (): string => String(from.read() ?? '')
  return { io: createTerminal({ stdout, stderr, env }), said: read(stderr), answered: read(stdout) }
}

describe('the terminal', () => {
  it('writes the answer to stdout and the talk to stderr, each ending in one line end', () => {
    const { io, said, answered } = open({})
    io.out('answer')
    io.out('more\n')
    io.note('talk')
    expect([answered(), said()]).toEqual(['answer\nmore\n', 'talk\n'])
  })
  it('GAR_QUIET silences what is going on, and neither reasons nor the answer', () => {
    const { io, said, answered } = open({ GAR_QUIET: '1' })
    io.progress('reviewing')
    io.spinner('waiting').stop()
    io.note('blocked')
    io.out('answer')
    expect([answered(), said()]).toEqual(['answer\n', 'blocked\n'])
  })
  it('GAR_QUIET=0 is not quiet', () => {
    const { io, said } = open({ GAR_QUIET: '0' })
    io.progress('reviewing')
    expect(said()).toBe('reviewing\n')
  })
})

describe('a spinner', () => {
  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  it.each([true, false])('that is stopped in time says nothing (terminal: %s)', async (isTTY) => {
    const { io, said } = open({}, isTTY)
    const spinner = io.spinner('waiting')
    await vi.advanceTimersByTimeAsync(isTTY ? 299 : 999)
    spinner.stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(said()).toBe('')
  })
  it.each<[string, boolean, Env, number]>([
    ['where there is no terminal', false, {}, 80],
    ['on a dumb terminal', true, { TERM: 'dumb' }, 80],
    ['on a terminal without a width', true, {}, 0],
  ])('is one plain line after a second %s', async (_, isTTY, env, columns) => {
    const { io, said } = open(env, isTTY, columns)
    const spinner = io.spinner('waiting for \u001b[2Jgit')
    await vi.advanceTimersByTimeAsync(1000)
    spinner.stop()
    expect(said()).toBe('gar: waiting for \\u001b[2Jgit\n')
  })
  it('says nothing with GAR_QUIET, however long it takes', async () => {
    const { io, said } = open({ GAR_QUIET: '1' })
    io.spinner('waiting')
    await vi.advanceTimersByTimeAsync(5000)
    expect(said()).toBe('')
  })
  it('turns on a terminal', async () => {
    const { io, said } = open({}, true)
    const spinner = io.spinner('waiting')
    await vi.advanceTimersByTimeAsync(300)
    await vi.dynamicImportSettled()
    const shown = said()
    spinner.stop()
    expect(shown).toContain('waiting')
  })
})

describe('colour', () => {
  it.each<[string, boolean, Env, boolean]>([
    ['a terminal has it', true, {}, true],
    ['anything else has not', false, {}, false],
    ['NO_COLOR takes it away', true, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR does not', true, { NO_COLOR: '' }, true],
    ['TERM=dumb takes it away', true, { TERM: 'dumb' }, false],
    ['FORCE_COLOR gives it', false, { FORCE_COLOR: '1' }, true],
    ['an empty FORCE_COLOR gives it', false, { FORCE_COLOR: '' }, true],
    ['FORCE_COLOR=0 takes it away', true, { FORCE_COLOR: '0' }, false],
    ['FORCE_COLOR=false takes it away', true, { FORCE_COLOR: 'false' }, false],
    ['FORCE_COLOR beats NO_COLOR', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ])('%s', async (_, isTTY, env, expected) => {
    expect(isColoured(stream(isTTY), env)).toBe(expected)
    const { io, said } = open(env, isTTY)
    const { red } = await io.colour('note')
    io.note(red('x'))
    expect(said()).toBe(expected ? '\u001b[31mx\u001b[39m\n' : 'x\n')
  })
  it('every colour passes the filter for foreign text', async () => {
    const { io, said } = open({ FORCE_COLOR: '1' })
    const colour = await io.colour('note')
    for (const paint of Object.values(colour)) io.note(paint('x'))
    expect(said()).not.toContain('\\u001b')
  })
})

describe('foreign text', () => {
  it.each<[string, string, string]>([
    ['cursor movement', 'a\u001b[2Kb', 'a\\u001b[2Kb'],
    ['a window title', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
    ['an 8-bit control sequence', '\u009b2J', '\\u009b2J'],
    ['carriage return and backspace', 'ok\rno\b', 'ok\\u000dno\\u0008'],
    ['text that runs the other way', '\u202egnp.exe', '\\u202egnp.exe'],
    ['a byte that is no text', 'caf\udce9', 'caf\\udce9'],
    ['hidden text', '\u001b[8mx', '\\u001b[8mx'],
  ])('shows %s instead of obeying it, with colour and without', (_, text, shown) => {
    expect(printable(text, false)).toBe(shown)
    expect(printable(text, true)).toBe(shown)
  })
  it('keeps lines, tabs, accents, other scripts and pairs that make one character', () => {
    const text = 'a\tb\né ü 漢字 \u{1f480} \u{1f600}'
    expect(printable(text, false)).toBe(text)
  })
  it('shows even our own colours where there is no colour', () => {
    expect(printable('\u001b[31mx', false)).toBe('\\u001b[31mx')
  })
  it('leaves JSON text valid and its values unchanged', () => {
    const value = { path: 'a\u009b\u202e\u2028\udce9\n' }
    expect(JSON.parse(printable(JSON.stringify(value), false))).toEqual(value)
  })
})
