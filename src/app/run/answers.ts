import { GarError } from '../../core/model/fault.ts'
import type { Answer, Decided, Decline, Seen } from '../../core/target/answers.ts'
import { addAnswer, isAbout, parseSeen } from '../../core/target/answers.ts'
import type { GitContext } from '../../io/git/context.ts'
import { openContext } from '../../io/git/context.ts'
import { readIfThere } from '../../io/os/files.ts'
import { changeAnswers, readAnswers } from '../../io/verdicts/answers.ts'
import { holdingTree } from './ground.ts'
import type { Place } from './plumbing.ts'
import { relayOf } from './plumbing.ts'

type SeenFinding = Extract<Seen, { kind: 'finding' }>
type SeenDecision = Extract<Seen, { kind: 'decision' }>

const longestReason = 1000

/** Records that the user declines a finding of the last run, in every form that run saw it in. Throws `GarError('usage')` for an unknown id or an empty reason. */
export async function declineFinding(place: Place, { id, reason, at }: { id: string; reason: string; at: string }): Promise<readonly Decline[]> {
  const said = reason.replace(/\s+/g, ' ').trim()
  if (said === '' || said.length > longestReason) throw new GarError('usage', `A decline needs a reason of at most ${longestReason} characters.`, { hint: `Run "gar decline ${id} --reason <text>".` })
  return answering(place, async (context) => {
    const forms = findingsNamed(await readSeen(context, place.stem), id)
    const declines = [...new Map(forms.map((form) => [form.fingerprint, form])).values()].map((form): Decline => ({
      version: 1, kind: 'decline', fingerprint: form.fingerprint, rule: form.rule, title: form.title, path: form.path, reason: said, at,
    }))
    await changeAnswers(context, (answers) => declines.reduce<readonly Answer[]>(addAnswer, answers))
    return declines
  })
}

/** Records the user's answer to a decision of the last run. Throws `GarError('usage')` for an unknown id or option. */
export async function answerDecision(place: Place, { id, option, at }: { id: string; option: string; at: string }): Promise<Decided> {
  return answering(place, async (context) => {
    const { title, fingerprints, paths, options } = decisionNamed(await readSeen(context, place.stem), id)
    const decided: Decided = { version: 1, kind: 'decision', fingerprints, title, paths, option: chooseOption(options, { id, option }), at }
    await changeAnswers(context, (answers) => addAnswer(answers, decided))
    return decided
  })
}

/** Returns what is recorded of a kind. */
export async function listAnswers({ cwd, env }: Omit<Place, 'stem'>, kind: Answer['kind']): Promise<readonly Answer[]> {
  return (await readAnswers(await openContext(cwd, env))).filter((answer) => answer.kind === kind)
}

/** Takes answers of a kind back, named by a fingerprint or by an id of the last run, and returns them. Throws `GarError('usage')` when there are none. */
export async function removeAnswers(place: Place, { kind, key }: { kind: Answer['kind']; key: string }): Promise<readonly Answer[]> {
  return answering(place, async (context) => {
    const named = new Set(/^[0-9a-f]{16}$/.test(key) ? [key] : fingerprintsOf(await readSeen(context, place.stem), { kind, key }))
    const isMeant = (answer: Answer): boolean => answer.kind === kind && isAbout(answer, named)
    const before = await readAnswers(context)
    const removed = before.filter(isMeant)
    if (removed.length === 0) {
      const known = before.filter((answer) => answer.kind === kind).map((answer) => (answer.kind === 'decline' ? answer.fingerprint : answer.fingerprints.join(' ')))
      throw new GarError('usage', `Nothing is recorded for ${key}. ${known.length === 0 ? 'There is no record at all.' : `Recorded: ${known.join(', ')}.`}`, { hint: `Run "gar ${kind === 'decline' ? 'decline' : 'decide'} --list".` })
    }
    await changeAnswers(context, (answers) => answers.filter((answer) => !isMeant(answer)))
    return removed
  })
}

// A run reads the answers once; under its lock they change only between runs.
async function answering<T>({ cwd, env }: Place, body: (context: GitContext) => Promise<T>): Promise<T> {
  const context = await openContext(cwd, env)
  return holdingTree(context, { event: 'answer', patience: 0 }, () => body(context))
}

async function readSeen(context: GitContext, stem: string): Promise<readonly Seen[]> {
  const file = relayOf(context, stem).findings
  const bytes = await readIfThere(file)
  if (bytes === null) throw new GarError('no-report', `There is no record of the findings of a run "${stem}" in this repository.`, { hint: 'Run "gar run", or repeat the commit, to make one.' })
  const parsed = parseSeen(bytes.toString('utf8'))
  if (parsed.ok) return parsed.lines
  throw new GarError('relay-unusable', `${file} cannot be read: ${parsed.reason}.`, { hint: 'Run "gar run" to write a new one.' })
}

// A closed finding's lines are no more those it was found in.
function findingsNamed(seen: readonly Seen[], id: string): readonly SeenFinding[] {
  const open = seen.filter((one): one is SeenFinding => one.kind === 'finding' && one.tag !== 'closed')
  const named = open.filter((one) => one.id === id)
  if (named.length === 0) throw unknown('finding', id, open)
  return named
}

function decisionNamed(seen: readonly Seen[], id: string): SeenDecision {
  const decisions = seen.filter((one): one is SeenDecision => one.kind === 'decision')
  const named = decisions.filter((one) => one.id === id).at(-1)
  if (named === undefined) throw unknown('decision', id, decisions)
  return named
}

function fingerprintsOf(seen: readonly Seen[], { kind, key }: { kind: Answer['kind']; key: string }): readonly string[] {
  return kind === 'decline' ? findingsNamed(seen, key).map((one) => one.fingerprint) : decisionNamed(seen, key).fingerprints
}

function unknown(what: string, id: string, known: readonly Seen[]): GarError {
  const ids = [...new Set(known.map((one) => one.id))]
  return new GarError('usage', `The last run has no ${what} ${id}. ${ids.length === 0 ? `It has no ${what} at all.` : `It has ${ids.join(', ')}.`}`, { hint: 'Run "gar report" to see them.' })
}

// The option's text, its number, or its first word where no other option begins with it.
function chooseOption(options: readonly string[], { id, option }: { id: string; option: string }): string {
  const starting = options.filter((one) => one.split(' ')[0] === option)
  const chosen = options.find((one) => one === option) ?? (starting.length === 1 ? starting[0] : undefined) ?? (/^[1-9]\d*$/.test(option) ? options[Number(option) - 1] : undefined)
  if (chosen !== undefined) return chosen
  const list = options.map((one, n) => `${n + 1}. ${one}`).join('; ')
  throw new GarError('usage', `${option === '' ? `${id} needs an option` : `"${option}" is no option of ${id}`}. Its options: ${list}.`, { hint: `Run "gar decide ${id} 1", or give the option's text.` })
}
