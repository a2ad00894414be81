import type { Command } from './command.ts'

export type CommandSpec = {
  readonly name: string
  /** Commander's notation of the words after the name. */
  readonly words?: readonly [notation: string, meaning: string]
  readonly summary: string
  readonly options: readonly (readonly [flags: string, meaning: string])[]
  readonly load: () => Promise<Command>
}

const json = ['--json', 'print JSON'] as const
const format = ['--format <name>', 'text, json, sarif, markdown or html'] as const
const stem = ['--stem <name>', 'run that is meant; the name of its task file without extension'] as const

/** Every command: what it takes, and where it is loaded from once it is asked for. */
export const commands: readonly CommandSpec[] = [
  {
    name: 'run',
    words: ['[words...]', 'free words; "round cap <N>" among them sets the cap'],
    summary: 'review the uncommitted change and the local commits, and fix what can be proved',
    options: [
      ['--task <file>', 'task file that says what the change is for'],
      ['--round-cap <n>', 'rounds before the run stops'],
      ['--base <ref>', 'commit the local commits count from'],
      ['--branch-policy <policy>', 'any, or default-only'],
      ['--severity-floor <floor>', 'least severity that is fixed: critical, bug or all'],
      ['--report-only', 'review once and write nothing but the report'],
      ['--save-report', 'keep the report as docs/reviews/<date>-<branch>-until-clean.md too'],
      format,
      json,
    ],
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'hook',
    words: ['<name> [args...]', 'the hook git runs, and what git gives it'],
    summary: 'review what a git operation is about to publish (called by the hooks)',
    options: [],
    load: () => import('./commands/hook.ts'),
  },
  {
    name: 'install-hooks',
    summary: 'make git call gar before each commit and push; hooks already there keep running',
    options: [['--manager <name>', 'hook manager to write for: husky'], ['--force', 'install in a CI environment too']],
    load: () => import('./commands/install-hooks.ts'),
  },
  {
    name: 'uninstall-hooks',
    summary: 'remove what install-hooks added, and put earlier hooks back',
    options: [],
    load: () => import('./commands/uninstall-hooks.ts'),
  },
  {
    name: 'report',
    summary: 'print the report of the last run',
    options: [
      ['--stem <name>', 'run to print; the name of its task file without extension'],
      format,
      ['--raw', 'print report.txt as it is, on a terminal too'],
      json,
      ['--markdown', 'print Markdown'],
      ['--journal', 'print every finding of every round instead, as a table or with --json one JSON object a line'],
    ],
    load: () => import('./commands/report.ts'),
  },
  { name: 'status', summary: 'say what would be reviewed, how the last run ended, and whether one was interrupted', options: [json], load: () => import('./commands/status.ts') },
  {
    name: 'restore',
    summary: 'put the files back as they were before an interrupted run wrote to them',
    options: [
      ['--dry-run', 'say what would change, and change nothing'],
      ['--keep', 'keep the files as they are, and close the record of that run'],
      ['--snapshot', 'go back to what "gar snapshot" took instead'],
      stem,
      json,
    ],
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'decline',
    words: ['[finding]', 'finding of the last run, such as F001'],
    summary: 'say that a finding is right as it is: it is listed, and blocks no more until its code changes',
    options: [
      ['--reason <text>', 'why; it stands in every report'],
      ['--list', 'print what is declined'],
      ['--remove <finding>', 'take a decline back, by the finding of the last run or by its fingerprint'],
      stem,
      json,
    ],
    load: () => import('./commands/decline.ts'),
  },
  {
    name: 'decide',
    words: ['[decision] [option...]', 'decision of the last run, such as D1, and its option: text, first word or number'],
    summary: 'answer a pending decision; the next run applies it',
    options: [['--list', 'print what is decided'], ['--remove <decision>', 'take an answer back, by the decision of the last run or by a fingerprint'], stem, json],
    load: () => import('./commands/decide.ts'),
  },
  { name: 'trust', summary: 'allow the commands that the configuration names as reviewer, verifier or fixer', options: [['--show', 'print them and allow nothing']], load: () => import('./commands/trust.ts') },
  { name: 'doctor', summary: 'check the installation, the hooks and the configuration', options: [json], load: () => import('./commands/doctor.ts') },
  {
    name: 'scope',
    summary: 'print what a run would review: base, commits and paths',
    options: [['--base <ref>', 'commit the local commits count from'], json],
    load: () => import('./commands/scope.ts'),
  },
  {
    name: 'relay',
    summary: 'by hand: create the directory of a run, and clear what an earlier run left there',
    options: [stem, ['--task <file>', 'task file that names the run']],
    load: () => import('./commands/relay.ts'),
  },
  { name: 'snapshot', summary: 'by hand: put the present files on record, for "gar restore --snapshot"', options: [stem], load: () => import('./commands/snapshot.ts') },
  { name: 'ledger', summary: 'by hand: run the reproductions of a run\'s ledger', options: [stem], load: () => import('./commands/ledger.ts') },
]
