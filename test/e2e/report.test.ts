import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { addRemote, buggy, credential, makeGuardedRepo } from '../support/installed.ts'
import type { Ran, TestRepo } from '../support/repo.ts'
import { bin } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const at = (file: string): string => path.join(repo.top, file)
const journal = '.git_auto_review/default/findings.jsonl'
const lastLine = (ran: Ran): string => ran.stderr.trimEnd().split('\n').at(-1) ?? ''
const saved = (): string[] => (existsSync(at('docs/reviews')) ? readdirSync(at('docs/reviews')).sort() : [])
const today = (): string => new Date().toISOString().slice(0, 10)

/** A change with two fixable findings, a credential, and one finding below the floor. */
function start(): void {
  repo = makeGuardedRepo()
  addRemote(repo)
  repo.write('src/sum.js', buggy)
  repo.write('src/a key.js', `// for tests\nexport const key = '${credential}'\n`)
}

/** Runs gar with a terminal of its own as its output. */
function onTerminal(words: string, env: Record<string, string> = {}): string {
  return execFileSync('script', ['-qec', `'${process.execPath}' '${bin}' ${words}`, '/dev/null'], { cwd: repo.top, env: { ...repo.env, TERM: 'xterm', SHELL: '/bin/sh', ...env }, encoding: 'utf8', input: '' }).replaceAll('\r\n', '\n')
}

describe('the end of gar run', () => {
  it('GAR-122: what is no terminal gets report.txt, byte for byte; the talk is on stderr', () => {
    start()
    const ran = repo.gar(['run'])
    expect([ran.code, ran.stdout]).toEqual([1, repo.report()])
  })
  it('RUC-062: the last line on stderr is status, coverage and the report, also when progress is silenced', () => {
    start()
    const line = `Review-until-clean status: decisions-needed - coverage: full - report: ${at('.git_auto_review/default/report.txt')}`
    expect(lastLine(repo.gar(['run']))).toBe(line)
    expect(repo.gar(['run'], { env: { GAR_QUIET: '1' } }).stderr).toBe(`${line}\n`)
    expect(lastLine(repo.gar(['run', '--json']))).toBe(line)
  })
  it('RUC-063: a clean run that did not reach the local commits is "clean, partial scope", never "clean"', () => {
    repo = makeGuardedRepo()
    repo.git('branch', '-m', 'side')
    repo.write('src/sum.js', buggy)
    const ran = repo.gar(['run'])
    expect([ran.code, lastLine(ran)]).toEqual([0, expect.stringContaining('status: clean, partial scope - coverage: partial(committed) - ')])
    for (const format of ['text', 'markdown', 'html']) {
      const view = repo.gar(['report', '--format', format]).stdout
      expect([format, view.includes('clean, partial scope'), /status: clean(?!, partial scope)|gar: clean(?!, partial scope)/.test(view)]).toEqual([format, true, false])
    }
  })
  it('RUC-072: each round is told with its snapshot, reviewer and coverage, then its findings', () => {
    start()
    const { stderr } = repo.gar(['run'])
    expect(stderr).toMatch(/^Round 1 of 5, snapshot [0-9a-f]{7}, reviewer engine\/\d+, coverage full$/m)
    expect(stderr).toMatch(/^Round 2 of 5, snapshot [0-9a-f]{7}, reviewer engine\/\d+, coverage full$/m)
    expect(stderr).toMatch(/^ {2}F\d{3} What is critical: src\/sum\.js:4 /m)
    expect(stderr).toMatch(/^ {2}F\d{3} \[closed\] What is critical: src\/sum\.js:4 /m)
    const heads = [...stderr.matchAll(/snapshot ([0-9a-f]{7})/g)].map(([, short]) => short)
    expect(/\tsnapshot=([0-9a-f]{7})/.exec(repo.report())?.[1]).toBe(heads[1])
    expect(heads[0]).not.toBe(heads[1])
  })
  it('RUC-022: with nothing to review, a format that is read by machines is still whole', () => {
    repo = makeGuardedRepo()
    addRemote(repo)
    const ran = repo.gar(['run', '--format', 'sarif'])
    expect([ran.code, JSON.parse(ran.stdout)]).toEqual([0, expect.objectContaining({ version: '2.1.0', runs: [expect.objectContaining({ results: [] })] })])
    expect(repo.gar(['run']).stdout).toMatch(/^There is nothing to review/)
  })
})

describe('a terminal', () => {
  it('gets the view for a person from run and report; NO_COLOR takes the colours away, --raw and --json the view', () => {
    start()
    repo.gar(['run'])
    const plain = repo.gar(['report', '--format', 'text']).stdout
    expect(onTerminal('report', { NO_COLOR: '1' })).toBe(plain)
    expect(onTerminal('report')).toContain('\u001b[31m\u001b[1mWhat is critical (1)\u001b[22m\u001b[39m')
    expect(onTerminal('report --raw')).toBe(repo.report())
    expect(onTerminal('report --json')).toBe(repo.gar(['report', '--json']).stdout)
    expect(onTerminal('run --report-only || true', { NO_COLOR: '1' })).toMatch(/^gar: decisions-needed - /m)
  })
})

describe('gar report', () => {
  it('shows the cited lines as long as the file holds them, and no credential', () => {
    start()
    repo.gar(['run'])
    const text = repo.gar(['report', '--format', 'text']).stdout
    expect(text).toContain(`    > 2 | export const key = '${'*'.repeat(credential.length)}'\n`)
    repo.write('src/a key.js', `// for production\nexport const key = '${credential}'\n`)
    const changed = ['text', 'html', 'markdown', 'sarif'].map((format) => repo.gar(['report', '--format', format]).stdout)
    expect(changed[0]).not.toContain('    > 2 |')
    expect([text, ...changed].filter((view) => view.includes(credential))).toEqual([])
  })
  it('a file that is a link by now is not followed for its lines', () => {
    start()
    repo.gar(['run'])
    repo.write('../elsewhere.js', repo.read('src/a key.js'))
    rmSync(at('src/a key.js'))
    symlinkSync('../../elsewhere.js', at('src/a key.js'))
    const shown = repo.gar(['report', '--format', 'text'])
    expect([shown.code, shown.stdout.includes('> 2 |')]).toEqual([0, false])
  })
  it('RUC-043: SARIF of a real run has the fingerprints of the journal, percent-encoded paths, and a suppression for what is declined', () => {
    start()
    repo.gar(['run'])
    const [id = ''] = /F\d{3}(?=\tWhat is critical)/.exec(repo.report()) ?? []
    expect(repo.gar(['decline', id, '--reason', 'a test key']).code).toBe(0)
    repo.gar(['run'])
    const log = z.object({ runs: z.array(z.looseObject({ results: z.array(z.looseObject({ partialFingerprints: z.record(z.string(), z.string()), suppressions: z.array(z.unknown()), locations: z.unknown() })) })) })
    const [result, ...more] = log.parse(JSON.parse(repo.gar(['report', '--format', 'sarif']).stdout)).runs[0]?.results ?? []
    expect(more).toEqual([])
    expect(result?.suppressions).toEqual([{ kind: 'external', status: 'accepted', justification: 'declined by the user: a test key' }])
    expect(repo.read(journal)).toContain(`"fingerprint":"${result?.partialFingerprints['primaryLocationLineHash'] ?? ''}"`)
    expect(JSON.stringify(result?.locations)).toContain('"uri":"src/a%20key.js"')
  })
  it('ruling C9: --journal prints every finding of every round, and --json its lines as they are', () => {
    start()
    repo.gar(['run'])
    const table = repo.gar(['report', '--journal']).stdout
    expect(table).toMatch(/^round {2}id {4}tag {5,}heading {2,}location {2,}disposition$/m)
    expect(table).toMatch(/^1 {6}F\d{3} {2}none .*src\/sum\.js:4 {2,}fixed$/m)
    expect(table).toMatch(/^2 {6}F\d{3} {2}closed .*src\/sum\.js:4 {2,}closed$/m)
    expect(repo.gar(['report', '--journal', '--json']).stdout).toBe(repo.read(journal))
  })
  it.each([
    [['report', '--format', 'pdf'], '--format: expected text, json, sarif, markdown or html, got "pdf".'],
    [['report', '--json', '--markdown'], 'in one format'],
    [['report', '--format', 'html', '--raw'], 'in one format'],
    [['report', '--journal', '--format', 'html'], 'The journal is printed as a table'],
    [['run', '--format', 'yaml'], '--format: expected'],
  ])('%j is refused with the reason', (words, reason) => {
    start()
    const ran = repo.gar(words)
    expect([ran.code, ran.stdout, ran.stderr.includes(reason)]).toEqual([2, '', true])
  })
  it('a short form and --format may say the same', () => {
    start()
    repo.gar(['run'])
    expect(repo.gar(['report', '--format', 'json', '--json']).stdout).toBe(repo.gar(['report', '--json']).stdout)
  })
  it('RUC-012: a journal that is cut is a fault in every view that reads it, and report.txt is still printed', () => {
    start()
    repo.gar(['run'])
    truncateSync(at(journal), 50)
    for (const words of [['--journal'], ['--journal', '--json'], ['--format', 'sarif'], ['--format', 'text']]) expect(repo.gar(['report', ...words])).toMatchObject({ code: 3, stdout: '' })
    expect(repo.gar(['report']).stdout).toBe(repo.report())
  })
})

describe('RUC-061: --save-report', () => {
  it('keeps the report under docs/reviews after the loop, never replaces one, and leaves relay and index as they are', () => {
    start()
    const ran = repo.gar(['run', '--save-report'])
    const name = `${today()}-main-until-clean.md`
    expect([ran.code, saved(), ran.stderr.includes(`gar: report saved: docs/reviews/${name}\n`)]).toEqual([1, [name], true])
    expect([ran.stdout, lastLine(ran)]).toEqual([repo.report(), expect.stringMatching(/^Review-until-clean status: /)])
    const text = repo.read(`docs/reviews/${name}`)
    expect(text).toMatch(/^# gar: decisions-needed\n[^]*## Fixed\n[^]*## Rounds\n[^]*\nReview-until-clean status: decisions-needed\n$/)
    repo.gar(['run', '--save-report', '--report-only'])
    repo.gar(['run', '--save-report', '--report-only'])
    expect([saved(), repo.read(`docs/reviews/${name}`)]).toEqual([[`${today()}-main-until-clean-2.md`, `${today()}-main-until-clean-3.md`, name], text])
  })
  it('without the option, and in a hook, nothing is saved', () => {
    start()
    repo.gar(['run'])
    repo.git('add', '.')
    expect(repo.tryGit(['commit', '-m', 'x']).code).toBe(1)
    expect(existsSync(at('docs'))).toBe(false)
  })
  it('the branch is a part of the name, not a path', () => {
    start()
    repo.git('checkout', '-q', '-b', 'feat/odd:name'.replace(':', '_'))
    repo.gar(['run', '--save-report', '--base', 'main'])
    expect(saved()).toEqual([`${today()}-feat-odd_name-until-clean.md`])
    repo.git('checkout', '-q', '--detach')
    repo.gar(['run', '--save-report', '--base', 'main'])
    expect(saved()).toContain(`${today()}-HEAD-until-clean.md`)
  })
  it('RUC-069: a file name made of markup opens no heading, item or fence in it', () => {
    start()
    repo.write('- y```# x.js', 'debugger\nundefinedName()\n')
    repo.gar(['run', '--save-report'])
    const lines = repo.read(`docs/reviews/${saved()[0] ?? ''}`).split('\n')
    expect(lines.filter((line) => line.startsWith('#'))).toEqual(['# gar: decisions-needed', '## Not fixed', '## Fixed', '## Notes', '## Rounds'].filter((line) => lines.includes(line)))
    expect(lines.filter((line) => /^\s*(?:```|- y)/.test(line))).toEqual([])
    expect(lines.some((line) => line.includes('\\- y\\`\\`\\`\\# x.js:'))).toBe(true)
  })
  it('a link in place of docs is refused: the report is printed, nothing is written through it', () => {
    start()
    mkdirSync(path.join(repo.base, 'outside'))
    symlinkSync(path.join(repo.base, 'outside'), at('docs'))
    const ran = repo.gar(['run', '--save-report'])
    expect([ran.code, ran.stdout, readdirSync(path.join(repo.base, 'outside'))]).toEqual([3, repo.report(), []])
    expect(ran.stderr).toContain('docs is a symbolic link, so the report is not saved there.')
  })
  it('a run that failed before its first round saves nothing and says so', () => {
    start()
    const ran = repo.gar(['run', '--save-report', '--task', 'missing.md'])
    expect([ran.code, saved(), ran.stderr.includes('the report is not saved')]).toEqual([3, [], true])
    expect(lastLine(ran)).toContain('Review-until-clean status: failed - coverage: partial(everything)')
  })
})
