import type { FaultCode } from '../../core/model/fault.ts'
import { EndOfRun, GarError, HelperError } from '../../core/model/fault.ts'
import type { HelperFailure } from '../../core/model/stop.ts'

type Text = { readonly what: string; readonly next: string }

/** One sentence for every fault: used when a fault carries no text of its own, and the list `gar help` cannot drift from. */
export const faultTexts: Readonly<Record<FaultCode, Text>> = {
  usage: { what: 'The command line is not understood.', next: 'Run "gar --help".' },
  config: { what: 'The configuration cannot be used.', next: 'Run "gar doctor".' },
  'not-a-repository': { what: 'This directory is not inside a git repository.', next: 'Run "git init", or change to a repository.' },
  'bare-repository': { what: 'This repository has no work tree.', next: 'Run gar in a clone of it.' },
  unmerged: { what: 'The index holds unmerged paths.', next: 'Resolve the conflicts, run "git add" on the files, and try again.' },
  'git-missing': { what: 'git was not found.', next: 'Install git 2.31 or later, or put it on PATH.' },
  'git-too-old': { what: 'This git is too old.', next: 'Install git 2.31 or later.' },
  'git-failed': { what: 'A git command failed.', next: 'Run "gar doctor", or skip gar once with --no-verify.' },
  'task-unresolved': { what: 'The task file cannot be read.', next: 'Give --task a readable file; a relative path counts from the top of the repository.' },
  'relay-unusable': { what: 'The directory .git_auto_review cannot be used.', next: 'Move .git_auto_review away, and run gar again.' },
  'lock-held': { what: 'Another run is working in this repository.', next: 'Wait for it to end, or end it, and try again.' },
  'unfinished-run': { what: 'An earlier run was interrupted while it was writing.', next: 'Run "gar restore" to get the files back as they were.' },
  'hooks-path-outside': { what: 'core.hooksPath lies outside the repository.', next: 'Unset it with "git config --unset core.hooksPath", or call gar from the hooks there.' },
  'restore-failed': { what: 'The files could not be put back as they were.', next: 'Look at "git diff"; when the files are as you want them, run "gar restore --keep".' },
  'no-report': { what: 'There is no report yet.', next: 'Run "gar run".' },
  untrusted: { what: 'The configuration names commands you have not allowed.', next: 'Look at them with "gar trust --show", then run "gar trust".' },
  helper: { what: 'A helper failed.', next: 'Run "gar doctor", or skip gar once with --no-verify.' },
}

/** One sentence for each class of helper failure. */
export const helperTexts: Readonly<Record<HelperFailure, string>> = {
  'spawn-failure': 'A helper could not be started.',
  'mid-run-death': 'A helper ended before it had answered.',
  'contract-violating': 'A helper gave an answer that does not keep to its contract.',
  'declared-inability': 'A helper said that it cannot do what it was asked.',
  'helper-script': 'A script gar depends on failed.',
}

const endTexts: Readonly<Record<EndOfRun['stop'], Text>> = {
  interrupted: { what: 'Interrupted; nothing was published.', next: '' },
  'time-budget': { what: 'The time the hook may take is over.', next: 'Set hooks.budgetSeconds or GAR_BUDGET higher, or skip gar once with --no-verify.' },
}

/** Returns what the user reads of a command that threw: the fault on the first line, the next step on the last. */
export function renderError(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  const { what, next } = textOf(error)
  const lines = what.split('\n').map((line) => `gar: ${line}`)
  if (next !== '') lines.push(`     ${next}`)
  if (env['GAR_DEBUG'] === '1' && error instanceof Error) lines.push(error.stack ?? '', ...causes(error))
  return withoutSecrets(lines.join('\n'))
}

function textOf(error: unknown): Text {
  if (error instanceof GarError) {
    const known = faultTexts[error.code]
    return { what: error.message === '' ? known.what : error.message, next: error.hint === '' ? known.next : error.hint }
  }
  if (error instanceof HelperError) return { what: `${helperTexts[error.kind]} (${error.kind}: ${error.message})`, next: faultTexts.helper.next }
  if (error instanceof EndOfRun) return endTexts[error.stop]
  return {
    what: `This is a bug in gar: ${error instanceof Error ? error.message : String(error)}`,
    next: 'Run it again with GAR_DEBUG=1 and report what it prints; .git_auto_review holds the records of the run.',
  }
}

function causes(error: Error): string[] {
  return error.cause instanceof Error ? [`caused by ${error.cause.stack ?? error.cause.message}`] : []
}

/** Git repeats remote addresses in what it says, and those may hold a password. */
function withoutSecrets(text: string): string {
  return text.replace(/(?<=[a-z]:\/\/)[^\s/@]+@/gi, '***@')
}
