import path from 'node:path'
import type { Refusal } from '../../../core/hook/decision.ts'
import { EndOfRun, GarError } from '../../../core/model/fault.ts'
import { watchCaller } from '../../../io/os/parent.ts'
import { relayAt } from '../../../io/relay/layout.ts'
import type { HookAnswer } from '../../run/hook.ts'
import { judgeCommit, judgePush } from '../../run/hook.ts'
import type { CommandInput } from '../command.ts'
import { exitCodes, signalCode } from '../exit.ts'
import { progressLine } from '../progress-line.ts'
import { requestOf } from '../request.ts'
import { readStdin } from '../stdin.ts'
import { countsOf, isHandover, quotePaths, summaryLines } from '../verdict-text.ts'

type Judged = Extract<HookAnswer, { kind: 'judged' }>
type HookName = 'pre-commit' | 'pre-merge-commit' | 'pre-push'

/** Judges what a git operation is about to publish; any exit code but 0 makes git stop. */
export async function run(input: CommandInput): Promise<number> {
  const [name, ...argv] = input.args
  if (name !== 'pre-commit' && name !== 'pre-merge-commit' && name !== 'pre-push') {
    throw new GarError('usage', `gar knows no hook "${name ?? ''}".`, { hint: 'The hooks are pre-commit, pre-merge-commit and pre-push.' })
  }
  const line = progressLine(input.io)
  const orphaned = new AbortController()
  const caller = watchCaller(() => { orphaned.abort(new EndOfRun('interrupted')) })
  const given = { ...input, signal: AbortSignal.any([input.signal, orphaned.signal]) }
  const request = await requestOf(given, { prompt: '', progress: line.tell })
  try {
    const answer = name === 'pre-push' ? await judgePush(request, { argv, stdin: await readStdin() }) : await judgeCommit(request, name)
    line.stop()
    return tell(given, name, answer)
  } finally {
    caller.stop()
    line.stop()
  }
}

function tell(input: CommandInput, name: HookName, answer: HookAnswer): number {
  if (answer.kind === 'passed') {
    if (answer.text !== undefined) input.io.progress(`gar: ${answer.text}`)
    return exitCodes.clean
  }
  if (answer.kind === 'leaked') {
    input.io.note(leakLines(answer).join('\n'))
    return exitCodes.notClean
  }
  if (answer.decision.allow) return tellPass(input, answer)
  input.io.note(blockLines(name, answer, answer.decision.reason).join('\n'))
  const { stop } = answer.outcome.record
  const reason: unknown = input.signal.reason
  return stop === 'interrupted' ? signalCode(reason instanceof EndOfRun ? reason.signal : undefined) : exitCodes.notClean
}

function tellPass(input: CommandInput, { decision, outcome }: Judged): number {
  const { record } = outcome
  if (decision.allow && decision.because === 'warned') input.io.note(`gar: not reviewed (${record.sentence}); let through because hooks.onError is "warn".`)
  const listed = record.findings.length
  if (listed > 0) input.io.progress(`gar: ${listed} finding${listed === 1 ? '' : 's'} listed, none blocks - see ${relayAt('', record.stem).report}`)
  return exitCodes.clean
}

function leakLines({ leaks, subject, base }: Extract<HookAnswer, { kind: 'leaked' }>): readonly string[] {
  return [
    `gar: push of ${subject} blocked - ${leaks.length} credential${leaks.length === 1 ? '' : 's'} in its commits, published with the history though a later commit takes ${leaks.length === 1 ? 'it' : 'them'} out`,
    ...leaks.map((leak) => `  ${leak.location} in commit ${leak.commit.slice(0, 12)}: ${leak.title}`),
    `  Revoke what has leaked, then take it out of the commits: git rebase -i ${base?.slice(0, 12) ?? '--root'}`,
    '  Skip gar once: git push --no-verify',
  ]
}

// What stands in it first, the next command last (git-facts 7).
function blockLines(name: HookName, judged: Judged, reason: Refusal): readonly string[] {
  const { record, fixedPaths } = judged.outcome
  const report = path.relative(judged.ground.context.top, relayAt(judged.ground.context.top, record.stem).report)
  const what = name === 'pre-push' ? `push of ${judged.subject}` : name === 'pre-merge-commit' ? 'merge' : 'commit'
  const why = reason === 'tree-differs' ? `the ${what} changed while it was reviewed` : countsOf(record)
  const notes = record.notes.filter((note) => !note.startsWith('not examined')).map((note) => `  note: ${note}`)
  return [`gar: ${what} blocked - ${why} - see ${report}`, ...summaryLines(record), ...notes.slice(0, 3), ...retryLines(name, judged, fixedPaths)]
}

function retryLines(name: HookName, { outcome }: Judged, fixedPaths: readonly string[]): readonly string[] {
  const again = name === 'pre-push' ? 'git push' : name === 'pre-merge-commit' ? 'git merge --continue' : 'git commit'
  const waiting = [...new Set([...fixedPaths, ...outcome.record.findings.filter(isHandover).map((finding) => finding.location.replace(/:\d+(?:-\d+)?$/, ''))])]
  const decline = 'If a finding is right as it is: gar decline <id> --reason "..."'
  const bypass = `Skip gar once: ${name === 'pre-push' ? 'git push' : 'git commit'} --no-verify`
  const open = outcome.record.findings.some((finding) => finding.blocking && !isHandover(finding))
  const correct = name === 'pre-push' ? 'Correct the lines above (where one edit is safe, "gar run" makes it), commit, then: git push' : `Correct the lines above, git add, then: ${again}`
  if (waiting.length === 0) return [`  ${correct}`, `  ${decline}`, `  ${bypass}`]
  const stage = name === 'pre-push' ? `git commit -m "Apply review fixes" -- ${quotePaths(waiting)} && git push` : `git add -- ${quotePaths(waiting)} && ${again}`
  return ['  See the fixes: git diff', `  ${open ? 'Correct what is left, then' : 'Then'}: ${stage}`, ...(open ? [`  ${decline}`] : []), `  ${bypass}`]
}

