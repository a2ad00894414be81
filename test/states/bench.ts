import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Answer, Expected } from './expected.ts'
import { expected } from './expected.ts'
import { mess } from './mess.ts'
import type { Call } from './probe.ts'
import type { Change, World } from './record.ts'
import { changes, ownFiles, record } from './record.ts'
import type { Bench, Ended, State } from './world.ts'
import { agentEnv, build, gar, leftovers, script, watch } from './world.ts'

/**
 * `gate` runs the trigger with gar's hooks installed and the offline engine, `agent` with an agent that finds something in every change and
 * needs two attempts to fix only that; `restore` has gar put back by hand what a fixer without manners did; `run` reviews the work tree by hand.
 */
export const passes = ['gate', 'agent', 'restore', 'run'] as const
export type Pass = (typeof passes)[number]
export type Result = {
  readonly id: string
  readonly pass: Pass
  readonly outcome: string
  readonly why: string
  readonly problems: readonly string[]
  readonly milliseconds: number
}
type Note = (problem: string) => void

/** Builds a state, lets gar loose on it, and returns everything that is not as promised. */
export async function runState(bench: Bench, id: string, pass: Pass): Promise<Result> {
  const start = performance.now()
  const told = expected[id]
  const problems: string[] = []
  const note: Note = (problem) => { problems.push(problem) }
  const result = (outcome: string, why: string): Result => ({ id, pass, outcome, why, problems, milliseconds: Math.round(performance.now() - start) })
  if (told === undefined) throw new Error(`${id} has no outcome on record`)
  if ('skipped' in told) return result('skipped', told.skipped)
  const state = await build(bench, id)
  try {
    const outcome = await runs[pass](bench, state, { told, note })
    for (const line of await leftovers(state)) note(`left running: ${line}`)
    for (const line of leftFiles(state)) note(`left behind: ${line}`)
    return result(outcome, told.why)
  } finally {
    state.dispose()
  }
}

type Told = { readonly told: Expected; readonly note: Note }

const runs: Readonly<Record<Pass, (bench: Bench, state: State, given: Told) => Promise<string>>> = { gate: runGate, agent: runAgent, restore: runRestore, run: runByHand }

async function runGate(bench: Bench, state: State, { told, note }: Told): Promise<string> {
  watch(bench, state)
  await install(bench, state, { told, note })
  const locks = lockFiles(record(state.root))
  const ended = await script(state, 'trigger')
  await leftovers(state)
  checkTrigger(ended, told, note)
  const answers = checkCalls(callsOf(state), told, note)
  for (const file of lockFiles(record(state.root))) if (!locks.includes(file)) note(`lock left: ${file}`)
  if (state.hasHook && !existsSync(path.join(state.logs, 'user-hook'))) note('the hook of the state was not called')
  await checkAfter(state, note)
  return answers.length === 0 ? 'not asked' : answers.join(' ')
}

function checkTrigger(ended: Ended, told: Expected, note: Note): void {
  if (ended.isLate) note('the trigger did not end')
  else if (ended.status !== told.status) note(`the trigger ended with ${ended.status}, not ${told.status}: ${ended.stderr.slice(-600)}`)
  if (/^gar:/m.test(ended.stdout)) note(`gar wrote to standard output: ${ended.stdout}`)
}

function checkCalls(calls: readonly Call[], told: Expected, note: Note): readonly Answer[] {
  const answers = calls.map((call) => answerOf(call, told))
  if (answers.join(' ') !== told.calls.join(' ')) note(`gar answered [${answers.join(' ')}], not [${told.calls.join(' ')}]: ${calls.map((call) => call.stderr).join('').slice(0, 1500)}`)
  for (const call of calls) judge(call, told, note)
  const mended = [...new Set(calls.flatMap((call) => mendedBy(call, told)))].sort()
  if (mended.join('\n') !== [...told.fixes].sort().join('\n')) note(`mended ${JSON.stringify(mended)}, not ${JSON.stringify(told.fixes)}`)
  return answers
}

// The agent finds something in every change, so what is asked is what gar let it do: one edit where an edit may be, and nothing that stays of its riot.
async function runAgent(bench: Bench, state: State, { told, note }: Told): Promise<string> {
  watch(bench, state)
  await gar(bench, state, ['install-hooks'])
  const ended = await script(state, 'trigger', agentEnv(bench))
  if (ended.isLate) note('the trigger did not end')
  await leftovers(state)
  const calls = callsOf(state)
  for (const call of calls) judge({ ...call, changes: call.changes.filter(isNews) }, told, note)
  if (calls.length !== told.calls.length) note(`gar was asked ${calls.length} times, not ${told.calls.length}`)
  const answers = calls.map((call) => answerOf(call, told))
  if (told.agentFixes && !answers.includes('fixed')) note(`the agent fixed nothing: ${calls.map((call) => call.stderr).join('').slice(0, 1500)}`)
  for (const file of calls.flatMap((call) => mendedBy(call, told))) if (isKept(file, told)) note(`the agent was let write ${file}`)
  return calls.length === 0 ? 'not asked' : answers.join(' ')
}

function isKept(file: string, { kept }: Expected): boolean {
  return kept.includes(file) || /(?:^|\/)(?:\.gitignore|\.gitattributes|\.gitmodules|\.mailmap|CHARTER\.md)$/.test(file)
}

async function install(bench: Bench, state: State, { told, note }: Told): Promise<void> {
  const before = record(state.root)
  const first = await gar(bench, state, ['install-hooks'])
  const after = record(state.root)
  const written = changes(before, after).filter(({ path: file, how }) => !(/(^|\/)hooks(\/|$)/.test(file) && how !== 'touched'))
  for (const change of written) note(`install-hooks ${change.how} ${change.path}`)
  if ((first.status === 0) !== (told.install === 'done')) note(`install-hooks ended with ${first.status}: ${first.stderr}`)
  if (told.install === 'refused') for (const change of changes(before, after)) note(`install-hooks refused and ${change.how} ${change.path}`)
  await gar(bench, state, ['install-hooks'])
  for (const change of changes(after, record(state.root))) note(`the second install-hooks ${change.how} ${change.path}`)
}

function judge(call: Call, { others }: Expected, note: Note): void {
  if (call.signal !== null) note(`gar was ended by ${call.signal}`)
  if (call.code === 70) note(`gar has a bug: ${call.stderr}`)
  if (call.stdout !== '') note(`gar wrote to standard output: ${call.stdout}`)
  for (const { path: file, how } of call.changes) {
    if (how !== 'mended' && !others.some((start) => file.startsWith(start))) note(`${call.hook} ${how} ${file}`)
  }
}

function answerOf(call: Call, told: Expected): Answer {
  if (call.code === 0) return 'passes'
  return mendedBy(call, told).length > 0 ? 'fixed' : 'blocked'
}

function mendedBy(call: Call, { others }: Expected): readonly string[] {
  return call.changes.filter(({ path: file, how }) => how === 'mended' && !others.some((start) => file.startsWith(start))).map((change) => change.path)
}

async function runRestore(bench: Bench, state: State, { told, note }: Told): Promise<string> {
  const before = record(state.root)
  const taken = await gar(bench, state, ['snapshot'])
  if ((taken.status === 0) !== (told.snapshot === 'done')) note(`snapshot ended with ${taken.status}: ${taken.stderr}`)
  compare(before, record(state.root), { what: 'snapshot', note, touched: new Set() })
  if (taken.status !== 0) return 'refused'
  const touched = mess(state)
  const restored = await gar(bench, state, ['restore', '--snapshot'])
  if (restored.status !== 0) note(`restore ended with ${restored.status}: ${restored.stderr}`)
  compare(before, record(state.root), { what: 'restore', note, touched })
  return `${touched.size} paths put back`
}

// Git knows no empty directories: one that a removed file leaves may be the user's and stays. What was put back has a new time.
function isNews({ path: file, how }: Change): boolean {
  return how !== 'hollow' && (how !== 'touched' || /\.git\//.test(file))
}

// What a hand run finds is the engine's business; what it may touch is not: files that it mends, and nothing else.
async function runByHand(bench: Bench, state: State, { told, note }: Told): Promise<string> {
  const before = record(state.root)
  const ended = await gar(bench, state, ['run'])
  const isRefused = told.snapshot === 'refused'
  if (ended.isLate || ended.status === null || (isRefused ? ![2, 3].includes(ended.status) : ![0, 1, 5].includes(ended.status))) note(`gar run ended with ${ended.status}: ${ended.stderr.slice(-600)}`)
  const found = changes(before, record(state.root))
  for (const { path: file, how } of found) if (how !== 'mended') note(`run: ${how} ${file}`)
  return `exit ${ended.status}, ${found.length} mended`
}

type Comparing = { readonly what: string; readonly note: Note; readonly touched: ReadonlySet<string> }

function compare(before: World, after: World, { what, note, touched }: Comparing): void {
  for (const { path: file, how } of changes(before, after)) if (how !== 'hollow' && (how !== 'touched' || !touched.has(file))) note(`${what}: ${how} ${file}`)
}

async function checkAfter(state: State, note: Note): Promise<void> {
  if (!existsSync(path.join(state.logs, 'check.sh'))) return
  const ended: Ended = await script(state, 'check')
  if (ended.status !== 0) note(`the check of the state failed (${ended.status}): ${ended.stdout}${ended.stderr}`)
}

function callsOf({ logs }: State): readonly Call[] {
  const file = path.join(logs, 'calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Call) : []
}

function lockFiles(world: World): readonly string[] {
  return [...world.keys()].filter((file) => file.endsWith('.lock'))
}

// What gar keeps between runs may stay; a lock, a journal or a private directory of a run may not.
function leftFiles({ root }: State): readonly string[] {
  return ownFiles(root).filter((file) => /^(?:lock.*|tmp-\d+|journal\.json)$/.test(path.basename(file)))
}

/** Returns the ids of all recorded states. */
export function ids(project: string): readonly string[] {
  return readdirSync(path.join(project, 'test', 'states', 'recipes')).map((file) => path.basename(file, '.sh')).sort()
}
