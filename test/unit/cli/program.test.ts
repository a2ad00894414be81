import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Surroundings } from '../../../src/app/cli/command.ts'
import { configFlags, isSet, textOption } from '../../../src/app/cli/command.ts'
import { commands } from '../../../src/app/cli/command-table.ts'
import { parseAndRun } from '../../../src/app/cli/program.ts'
import { createTerminal } from '../../../src/app/cli/terminal.ts'
import { GarError } from '../../../src/core/model/fault.ts'

async function call(...argv: string[]): Promise<{ code: number; out: string }> {
  const stdout = new PassThrough()
  const around: Surroundings = { cwd: '/', env: {}, io: createTerminal({ stdout, stderr: new PassThrough(), env: {} }), signal: new AbortController().signal }
  const code = await parseAndRun(argv, around)
  return { code, out: String(stdout.read() ?? '') }
}

async function refusal(...argv: string[]): Promise<[string, string]> {
  const fault: unknown = await call(...argv).then(() => undefined, (error: unknown) => error)
  if (fault instanceof GarError && fault.code === 'usage') return [fault.message, fault.hint]
  throw new Error(`no usage fault: ${String(fault)}`)
}

describe('the command line', () => {
  it('gar --help prints every command, examples and exit codes', async () => {
    const { code, out } = await call('--help')
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "Usage: gar [options] [command]

      Reviews what you are about to publish, fixes what it can prove, and leaves every fix unstaged.

      Options:
        -V, --version                            print the version
        -h, --help                               print this help

      Commands:
        run [options] [words...]                 review the uncommitted change and the local commits, and
                                                 fix what can be proved
        hook <name> [args...]                    review what a git operation is about to publish (called
                                                 by the hooks)
        install-hooks [options]                  make git call gar before each commit and push; hooks
                                                 already there keep running
        uninstall-hooks                          remove what install-hooks added, and put earlier hooks
                                                 back
        report [options]                         print the report of the last run
        status [options]                         say what would be reviewed, how the last run ended, and
                                                 whether one was interrupted
        restore [options]                        put the files back as they were before an interrupted run
                                                 wrote to them
        decline [options] [finding]              say that a finding is right as it is: it is listed, and
                                                 blocks no more until its code changes
        decide [options] [decision] [option...]  answer a pending decision; the next run applies it
        trust [options]                          allow the commands that the configuration names as
                                                 reviewer, verifier or fixer
        doctor [options]                         check the installation, the hooks and the configuration
        scope [options]                          print what a run would review: base, commits and paths
        relay [options]                          by hand: create the directory of a run, and clear what an
                                                 earlier run left there
        snapshot [options]                       by hand: put the present files on record, for "gar
                                                 restore --snapshot"
        ledger [options]                         by hand: run the reproductions of a run's ledger
        help [command]                           print the help of a command

      Examples:
        gar install-hooks             guard every commit and push of this repository
        gar run                       review, fix what can be proved, and leave the fixes unstaged
        gar run round cap 3           the same, in three rounds at most
        gar run --report-only         review once, change no file
        gar report --markdown         print the last report for a pull request
        gar decline F001 --reason why let a finding pass until its code changes
        git commit --no-verify        skip gar once (GAR=0 does the same for any git command)

      Exit codes:
        0  clean, or nothing to review        4  a file changed while the run was working
        1  not clean                          5  the branch is not reviewed by policy
        2  usage or configuration             70 a bug in gar
        3  a helper failed                    130, 143  interrupted

      "
    `)
  })
  it('gar help run prints the options of run', async () => {
    const { code, out } = await call('help', 'run')
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "Usage: gar run [options] [words...]

      review the uncommitted change and the local commits, and fix what can be proved

      Arguments:
        words                     free words; "round cap <N>" among them sets the cap

      Options:
        --task <file>             task file that says what the change is for
        --round-cap <n>           rounds before the run stops
        --base <ref>              commit the local commits count from
        --branch-policy <policy>  any, or default-only
        --severity-floor <floor>  least severity that is fixed: critical, bug or all
        --report-only             review once and write nothing but the report
        --save-report             keep the report as docs/reviews/<date>-<branch>-until-clean.md too
        --format <name>           text, json, sarif, markdown or html
        --json                    print JSON
        -h, --help                print this help
      "
    `)
  })
  it.each(commands.map(({ name }) => name))('gar %s --help ends with 0 and names every option', async (name) => {
    const { code, out } = await call(name, '--help')
    expect(code).toBe(0)
    for (const [flags] of commands.find((spec) => spec.name === name)?.options ?? []) expect(out).toContain(flags)
  })

  const ask = 'Run "gar --help", or "gar help <command>".'
  it.each<[string[], string, string]>([
    [[], 'No command was given.', 'Run "gar --help" for the commands.'],
    [['rnu'], 'Unknown command \'rnu\'', `Did you mean run? ${ask}`],
    [['--nope'], 'Unknown option \'--nope\'', ask],
    [['status', '--jsno'], 'Unknown option \'--jsno\'', `Did you mean --json? ${ask}`],
    [['run', '--task'], 'Option \'--task <file>\' argument missing', ask],
    [['status', 'extra'], 'Too many arguments for \'status\'. Expected 0 arguments but got 1.', ask],
    [['hook'], 'Missing required argument \'name\'', ask],
  ])('gar %j is a usage fault with the next step', async (argv, message, hint) => {
    expect(await refusal(...argv)).toEqual([message, hint])
  })
})

describe('options', () => {
  const input = { options: { task: 'a.md', json: true, roundCap: '3' } }
  it('are read by their kind', () => {
    expect([textOption(input, 'task'), textOption(input, 'json'), textOption(input, 'nope')]).toEqual(['a.md', undefined, undefined])
    expect([isSet(input, 'json'), isSet(input, 'task'), isSet(input, 'nope')]).toEqual([true, false, false])
  })
  it('that set configuration go by their long names', () => {
    expect(configFlags(input)).toEqual({ 'round-cap': '3', 'branch-policy': undefined, 'severity-floor': undefined })
  })
})
