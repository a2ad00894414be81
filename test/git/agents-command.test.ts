import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditPrompt } from '../../src/core/audit/prompt.ts'
import { fixPrompt } from '../../src/core/fix/prompt.ts'
import { gatePrompt } from '../../src/core/gate/prompt.ts'
import { EndOfRun } from '../../src/core/model/fault.ts'
import type { HelperFailure } from '../../src/core/model/stop.ts'
import { triagePrompt } from '../../src/core/triage/prompt.ts'
import type { AgentCall } from '../../src/io/agents/backend.ts'
import type { CommandOptions } from '../../src/io/agents/command.ts'
import { createCommandBackend } from '../../src/io/agents/command.ts'
import { createAgentRoles } from '../../src/io/agents/roles.ts'
import { sampleFinding } from '../unit/gate/sample.ts'
import { auditAsk, fixAsk, gateAsk, never, triageAsk } from '../unit/agents/sample.ts'

const fake = path.resolve(import.meta.dirname, '..', 'support', 'fake-agent.mjs')
let base = ''
let root = ''
let scratch = ''
let script = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-agent-')))
  root = path.join(base, 'root {role}')
  scratch = path.join(base, 'scratch')
  script = path.join(base, 'script.json')
  mkdirSync(root)
  writeFileSync(path.join(root, 'a.js'), 'one\ntwo\n')
})
afterEach(() => {
  const left = alive()
  for (const pid of left) process.kill(pid, 'SIGKILL')
  expect(left, 'processes left behind').toEqual([])
  expect(existsSync(scratch) ? readdirSync(scratch) : [], 'files left behind').toEqual([])
  rmSync(base, { recursive: true, force: true })
})

// What runs with the test's directory as working directory or in its environment belongs to the test.
function alive(): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid).filter((name) => {
    try {
      return !/\) Z /.test(readFileSync(`/proc/${name}/stat`, 'latin1')) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(base)
    } catch {
      return false
    }
  }).map(Number)
}

type Script = Partial<Record<AgentCall['role'], readonly object[]>>

function command(steps: Script, more: Partial<CommandOptions> = {}, args: readonly string[] = []): CommandOptions {
  writeFileSync(script, JSON.stringify(steps))
  return { argv: [process.execPath, fake, '--script', script, '--role', '{role}', ...args], env: { PATH: process.env['PATH'] ?? '' }, grace: 500, ...more }
}

function roles(options: CommandOptions, more: Partial<Parameters<typeof createAgentRoles>[1]> = {}): ReturnType<typeof createAgentRoles> {
  return createAgentRoles(createCommandBackend(options), { root, scratch, ...more })
}

function review(options: CommandOptions, more: Partial<Parameters<typeof createAgentRoles>[1]> = {}): Promise<unknown> {
  return roles(options, more).review(gateAsk(), gatePrompt(gateAsk()))
}

function calls(): { role: string; n: number; cwd: string; env: string[]; argv: string[] }[] {
  return readFileSync(`${script}.calls.jsonl`, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as ReturnType<typeof calls>[number])
}

function failure(kind: HelperFailure, message: RegExp): object {
  return expect.objectContaining({ kind, message: expect.stringMatching(message) as string }) as object
}

const seen = { findings: [{ location: 'src/a.ts:2' }] }

describe('the scripted agent through the command back end', () => {
  it('plays every role of a round: it reads from the prompt what it has to echo', async () => {
    const play = roles(command({ gate: [{ answer: seen }, {}], fix: [{ do: [{ replace: 'a.js', from: 'two', to: '2' }] }] }))
    const gate = await play.review(gateAsk(), gatePrompt(gateAsk()))
    expect(gate.value).toMatchObject({ round: 1, mode: 'first', needs_fix_round: true, findings: [{ id: 'R1-F1', location: 'src/a.ts:2' }] })
    expect((await play.triage(triageAsk(), triagePrompt(triageAsk()))).value).toEqual({ phase: 'TRIAGE', decisions: [{ finding_id: 'F001', verdict: 'approved', reason: 'real and minimum' }] })
    expect((await play.fix(fixAsk(), fixPrompt(fixAsk()))).value).toMatchObject({ changed_workspace: true, resolutions: [{ finding_id: 'F001', resolution: 'fixed', files: ['src/a.ts'] }] })
    expect((await play.audit(auditAsk(), auditPrompt(auditAsk()))).value).toMatchObject({ hunks: [{ file: 'src/a.ts', start: 2, end: 2, mapped: true, finding_id: 'F001' }] })
    const delta = gateAsk({ round: 2, mode: 'delta', prior: [sampleFinding()] })
    expect((await play.review(delta, gatePrompt(delta))).value).toMatchObject({ round: 2, needs_fix_round: false, findings: [{ id: 'R2-F1', prior_id: 'F001', tag: 'closed' }] })
    expect(readFileSync(path.join(root, 'a.js'), 'utf8')).toBe('one\n2\n')
    expect(calls().map(({ role, n }) => `${role} ${n}`)).toEqual(['gate 1', 'triage 1', 'fix 1', 'audit 1', 'gate 2'])
  })
  it('starts in the work tree, with the environment it was given, a place of its own for temporary files, and nothing else', async () => {
    await review(command({}, { env: { PATH: process.env['PATH'] ?? '', HOME: base, MY_KEY: 'k' } }))
    expect(calls()[0]).toMatchObject({ cwd: root, env: ['GAR_HOOK', 'GAR_TREE', 'HOME', 'MY_KEY', 'NO_COLOR', 'PATH', 'TEMP', 'TERM', 'TMP', 'TMPDIR'] })
  })
  it('takes every placeholder inside an argument, each once: what is filled in is not filled in again', async () => {
    await review(command({}, {}, ['x{root}y', '{other}', '--prompt', '{prompt_file}', '{schema_file}']))
    const [given, other, , prompt, schema] = calls()[0]?.argv.slice(4) ?? []
    expect([given, other]).toEqual([`x${root}y`, '{other}'])
    expect([prompt?.startsWith(scratch), schema?.startsWith(scratch)]).toEqual([true, true])
  })
  it('writes no command line into a shell', async () => {
    await review(command({}, {}, ['$(touch pwned)', '; touch pwned', '`touch pwned`']))
    expect(readdirSync(root)).toEqual(['a.js'])
  })
  it('the fixer may be called with other arguments', async () => {
    const options = command({})
    await roles({ ...options, writingArgv: [...options.argv, '--write'] }).fix(fixAsk(), fixPrompt(fixAsk()))
    await review({ ...options, writingArgv: [...options.argv, '--write'] })
    expect(calls().map(({ argv }) => argv.includes('--write'))).toEqual([true, false])
  })
  it('its name tells how it is called', () => {
    const name = (argv: string[], writingArgv?: string[]): string => createCommandBackend({ argv, env: {}, ...(writingArgv && { writingArgv }) }).name
    expect(name(['/usr/bin/agent', '-x'])).toMatch(/^agent-[0-9a-f]{8}$/)
    expect(new Set([name(['agent', '-x']), name(['agent', '-y']), name(['agent', '-x'], ['agent', '-w'])]).size).toBe(3)
  })
})

describe('the answer', () => {
  it.each(['block', 'fenced', 'crlf', 'logged', 'quoted-after-log', 'twice'])('is taken in the form %s', async (form) => {
    expect(await review(command({ gate: [{ form }] }))).toMatchObject({ value: { phase: 'REVIEW', findings: [] } })
  })
  it.each<[string, HelperFailure, RegExp]>([
    ['cut', 'contract-violating', /the last block is cut off/],
    ['half', 'contract-violating', /the last block is cut off/],
    ['prose', 'contract-violating', /no complete result block/],
    ['summary', 'contract-violating', /no complete result block/],
    ['inline', 'contract-violating', /no complete result block/],
    ['empty', 'contract-violating', /The answer is empty/],
    ['garble', 'contract-violating', /not UTF-8/],
    ['unable', 'declared-inability', /the script says so/],
    ['unable-alone', 'contract-violating', /no complete result block/],
  ])('in the form %s is %s', async (form, kind, message) => {
    await expect(review(command({ gate: [{ form }] }))).rejects.toEqual(failure(kind, message))
  })
  it('FORGE-038: with another snapshot is no answer', async () => {
    const step = { answer: { reviewed: { snapshot: 'd'.repeat(40), head: null, base: null } } }
    await expect(review(command({ gate: [step] }))).rejects.toEqual(failure('contract-violating', /reviewed\.snapshot/))
  })
  it('is the answer file when the command names one, and then standard output is a log', async () => {
    const log = { do: [{ print: '<<<CONTROL_RESULT>>>\n{}\n<<<END_CONTROL_RESULT>>>\n' }], answer: seen }
    expect(await review(command({ gate: [log] }, {}, ['--out', '{out_file}']))).toMatchObject({ value: { findings: [{ location: 'src/a.ts:2' }] } })
  })
  it('is missing when that file is: standard output does not stand in for it', async () => {
    await expect(review(command({}, {}, ['--unused', '{out_file}']))).rejects.toEqual(failure('contract-violating', /wrote no answer file/))
  })
  it('is empty when that file is', async () => {
    await expect(review(command({ gate: [{ form: 'empty' }] }, {}, ['--out', '{out_file}']))).rejects.toEqual(failure('contract-violating', /empty/))
  })
  it('is asked for once more after a broken one, where that is allowed', async () => {
    expect(await review(command({ gate: [{ form: 'summary' }, {}] }), { protocolRetry: 1 })).toMatchObject({ value: { phase: 'REVIEW' } })
    expect(calls()).toHaveLength(2)
  })
})

describe('an agent that fails (GAR-142, GAR-143)', () => {
  it.each<[string, string[]]>([
    ['there is none', ['/nonexistent/agent']],
    ['its command is empty', []],
  ])('did not start when %s', async (_, argv) => {
    await expect(review({ ...command({}), argv })).rejects.toEqual(failure('spawn-failure', /./))
  })
  it('did not start when its file is no program', async () => {
    const file = path.join(base, 'agent')
    writeFileSync(file, 'x')
    chmodSync(file, 0o600)
    await expect(review({ ...command({}), argv: [file] })).rejects.toEqual(failure('spawn-failure', /EACCES/))
  })
  it.each<[string, object, RegExp]>([
    ['before it read anything', { before: 3 }, /ended with exit code 3/],
    ['half way through its answer', { form: 'half', exit: 1 }, /ended with exit code 1/],
    ['after a whole answer', { exit: 9 }, /ended with exit code 9/],
    ['by a signal', { do: [{ print: 'some' }, { die: 'SIGKILL' }] }, /ended by SIGKILL/],
    ['telling why on standard error', { do: [{ replace: 'a.js', from: 'none\u001b[2J', to: '' }] }, /exit code 64: fake-agent: a\.js does not hold "none\\u001b\[2J"$/],
  ])('died %s', async (_, step, message) => {
    await expect(review(command({ gate: [step] }))).rejects.toEqual(failure('mid-run-death', message))
  })
  it('died when it wrote without an end', async () => {
    await expect(review(command({ gate: [{ do: [{ noise: 30_000_000 }] }] }))).rejects.toEqual(failure('mid-run-death', /more than its output may hold/))
  })
  it('died when its standard error had no end', async () => {
    await expect(review(command({ gate: [{ do: [{ noiseErr: 3_000_000 }] }] }, { maxBytes: 1_000_000 }))).rejects.toEqual(failure('mid-run-death', /more than its output may hold/))
  })
  it('may write much before its answer', async () => {
    expect(await review(command({ gate: [{ do: [{ noise: 10_000_000 }, { print: '\n' }] }] }))).toMatchObject({ value: { phase: 'REVIEW' } })
  })
  it.each([false, true])('is out of time when it hangs (deaf to SIGTERM: %s), and leaves nothing behind', async (deaf) => {
    const step = { do: [{ leave: true, deaf: true, own: true, holds: true }, { hang: true, deaf }] }
    await expect(review(command({ gate: [step] }), { deadlines: { gate: 1500 } })).rejects.toEqual(failure('mid-run-death', /did not answer within 1500 ms/))
  })
  it('ends with the run: the run\'s own reason is told, not a helper failure', async () => {
    const controller = new AbortController()
    const ready = path.join(base, 'ready')
    const options = command({ gate: [{ do: [{ leave: true, own: true }, { write: ready }, { hang: true }] }] })
    const running = roles(options).review(gateAsk({ signal: controller.signal }), 'p').catch((error: unknown) => error)
    while (!existsSync(ready)) await pause(10)
    const reason = new EndOfRun('interrupted', 'SIGINT')
    controller.abort(reason)
    expect(await running).toBe(reason)
  })
  it('is not started when the run has ended', async () => {
    const reason = new EndOfRun('time-budget')
    await expect(roles(command({})).review(gateAsk({ signal: AbortSignal.abort(reason) }), 'p')).rejects.toBe(reason)
    expect(existsSync(`${script}.calls.jsonl`)).toBe(false)
  })
})

describe('FORGE-019: nothing outlives the call', () => {
  it.each([
    { leave: true, holds: true, deaf: true },
    { leave: true, own: true, deaf: true },
    { leave: true, own: true, holds: true },
  ])('%o', async (child) => {
    expect(await review(command({ gate: [{ do: [child] }] }))).toMatchObject({ value: { phase: 'REVIEW' } })
  })
})

describe('what the scripted agent can do to the tree', () => {
  it('writes, appends, deletes, changes modes, links, and creates a reproduction', async () => {
    const steps = [
      { write: 'new/b.js', text: 'b {{F1}}' }, { append: 'a.js', text: 'three\n' }, { chmod: 'a.js', mode: '755' }, { link: 'l', to: 'a.js' },
      { write: 'gone.js' }, { delete: 'gone.js' }, { write: 'repro.sh', text: 'exit 0\n' },
    ]
    const answer = { reproductions: [{ path: 'repro.sh', command: 'sh repro.sh', finding_id: '{{F1}}' }] }
    const reply = await roles(command({ fix: [{ do: steps, answer }] })).fix(fixAsk(), fixPrompt(fixAsk()))
    expect(reply.value).toMatchObject({ changed_workspace: true, reproductions: [{ path: 'repro.sh', finding_id: 'F001' }] })
    expect(readdirSync(root).sort()).toEqual(['a.js', 'l', 'new', 'repro.sh'])
    expect(readFileSync(path.join(root, 'new', 'b.js'), 'utf8')).toBe('b F001')
    expect(readFileSync(path.join(root, 'l'), 'utf8')).toBe('one\ntwo\nthree\n')
    expect(statSync(path.join(root, 'a.js')).mode & 0o777).toBe(0o755)
  })
  it('refuses, leaves unresolved and maps nothing as it is told', async () => {
    const play = roles(command({ triage: [{ answer: { refuse: { F001: 'not-real' } } }], fix: [{ answer: { unresolved: ['F001'] } }], audit: [{ answer: { unmapped: [0] } }] }))
    expect((await play.triage(triageAsk(), triagePrompt(triageAsk()))).value).toMatchObject({ decisions: [{ verdict: 'not-approved', code: 'not-real' }] })
    expect((await play.fix(fixAsk(), fixPrompt(fixAsk()))).value).toMatchObject({ changed_workspace: false, resolutions: [{ resolution: 'unresolved' }] })
    expect((await play.audit(auditAsk(), auditPrompt(auditAsk()))).value).toMatchObject({ hunks: [{ mapped: false, finding_id: null }] })
  })
  it('a misspelt script is told, not played', async () => {
    await expect(review(command({ gate: [{ form: 'blok' }] }))).rejects.toEqual(failure('mid-run-death', /unknown form blok/))
  })
})

it('a call has the files of no other call, and its answer file is fresh', async () => {
  const back = createCommandBackend(command({ gate: [{ answer: seen }, { form: 'empty' }] }, {}, ['--out', '{out_file}']))
  const call: AgentCall = { role: 'gate', prompt: gatePrompt(gateAsk()), schema: {}, root, scratch, deadline: 60_000, signal: never, mayWrite: false }
  expect((await back.ask(call)).text).toContain('src/a.ts:2')
  await expect(back.ask(call)).rejects.toEqual(failure('contract-violating', /empty/))
})
