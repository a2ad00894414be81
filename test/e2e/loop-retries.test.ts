import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestRepo } from '../support/repo.ts'
import { treeState } from '../support/repo.ts'
import type { Step } from '../support/scripted.ts'
import { good, half, makeChange, mendSix, mendTwo, mends, pairsOf, play, relayText, sees, seesNothing, six, two, wrong } from '../support/scripted.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

const shows = { reproductions: [{ path: 'repro.sh', command: 'sh repro.sh', finding_id: 'F001' }] }
const repro = { write: 'repro.sh', text: "grep -q 'good two' src/a.js\n" }
/** A fix that does not do what it should; its own reproduction says so. */
const misses: Step = { do: [{ replace: 'src/a.js', from: 'bad two', to: 'other two' }, mendSix, repro], answer: shows }
const hits: Step = { do: [mendTwo, mendSix, repro], answer: shows }

describe('a round with both of its retries', () => {
  it('GAR-066 GAR-133 GAR-139 GAR-140 GAR-114 to GAR-120: each failure restores and repeats the fix once; the relay holds every call in its order', () => {
    repo = makeChange()
    const before = treeState(repo.top)
    // Each attempt begins on the state before the round, or its edits would not apply; the second looks at every byte.
    const same = { run: ['git', '-C', repo.top, 'diff', '--quiet', '--no-ext-diff', '--no-index', '--', `${repo.base}/a.js`, 'src/a.js'] }
    repo.write('../a.js', wrong)
    const again: Step = { ...hits, do: [same, ...hits.do ?? []] }
    const played = play(repo, { gate: [sees, seesNothing], fix: [misses, again, again], audit: [{ answer: { unmapped: [1] } }, {}] })
    expect([played.stop, played.calls, repo.read('src/a.js')]).toEqual(['no-qualifying', 'gate triage fix fix audit fix audit gate', good])
    expect(readdirSync(path.join(repo.top, '.git_auto_review/default')).sort()).toEqual([
      'authored.txt', 'baseline.patch', 'baseline.untracked.tar', 'findings.jsonl', 'fixer-r1.txt', 'gate-r1-prompt.txt', 'gate-r1.txt', 'gate-r2-prompt.txt', 'gate-r2.txt', 'ledger.txt',
      'pre-fix.meta.json', 'pre-fix.patch', 'pre-fix.untracked.tar', 'report.txt', 'round-r1.diff.txt', 'verifier-r1.txt',
    ])
    const fixes = pairsOf(repo, 'fixer-r1.txt')
    expect(fixes.map((pair) => /## Why this is a retry[^]*?(?=\n## )/.exec(pair.prompt)?.[0].split('\n').slice(4))).toEqual([
      undefined, ['Line 1 of ledger.txt failed after the last attempt.', ''],
      ['No approved finding explains these hunks of the last attempt:', '', '```diff', '--- a/src/a.js', '+++ b/src/a.js', '@@ -2 +2 @@', '-bad two', '+good two', '```', ''],
    ])
    for (const { prompt, answer } of fixes) expect([prompt.includes('"id":"F001"'), prompt.includes('"id":"F002"'), answer.includes('"phase": "FIX"')]).toEqual([true, true, true])
    expect(pairsOf(repo, 'verifier-r1.txt').map((pair) => pair.role)).toEqual(['triage', 'delta', 'delta'])
    expect(relayText(repo, 'ledger.txt')).toBe('repro.sh\tsh repro.sh\n')
    expect(Object.keys(treeState(repo.top)).filter((file) => treeState(repo.top)[file] !== before[file])).toEqual(['repro.sh', 'src/a.js'])
  })

  it('GAR-088: a retry neither starts nor counts a round', () => {
    repo = makeChange()
    const played = play(repo, { gate: [sees], fix: [misses, hits] }, { args: ['run', 'round cap 1'] })
    expect([played.stop, played.record.rounds, played.calls]).toEqual(['round-cap', { done: 1, cap: 1 }, 'gate triage fix fix audit'])
  })

  it('GAR-132: the diff of a fix is written before its audit, is what the audit is asked about, and has one hunk for each region', () => {
    repo = makeChange()
    play(repo, { gate: [sees, seesNothing], fix: [mends], audit: [{ do: [{ run: ['cp', '.git_auto_review/default/round-r1.diff.txt', `${repo.base}/seen`] }] }] })
    const diff = '--- a/src/a.js\n+++ b/src/a.js\n@@ -2 +2 @@\n-bad two\n+good two\n@@ -6 +6 @@\n-bad six\n+good six\n'
    expect([relayText(repo, 'round-r1.diff.txt'), repo.read('../seen')]).toEqual([diff, diff])
    expect(pairsOf(repo, 'verifier-r1.txt')[1]?.prompt).toContain(diff)
  })
})

describe('what the loop wrote, over two rounds', () => {
  it('GAR-101 GAR-103 GAR-104 GAR-153 GAR-156: authored.txt is the difference to the first round\'s state at current lines; the pre-fix pair is the second round\'s', () => {
    repo = makeChange()
    const first: Step = { do: [{ replace: 'src/a.js', from: 'bad six', to: 'good six\nand half' }, { delete: 'loose.txt' }, { ...repro, text: "grep -q 'good six' src/a.js\n" }], answer: shows }
    const played = play(repo, {
      gate: [{ answer: { findings: [{ ...six, fix: { text: 'Correct it and remove the leftover.', paths: ['src/a.js', 'loose.txt'] } }] } }, { answer: { findings: [two] } }, seesNothing],
      fix: [first, { do: [{ replace: 'src/a.js', from: 'bad two', to: 'good\ntwo\nlines' }] }],
      audit: [{ answer: { raw: { phase: 'DELTA', hunks: [{ file: 'loose.txt', start: 1, end: 1, mapped: true, finding_id: 'F001', reason: 'r' }, { file: 'repro.sh', start: 1, end: 1, mapped: true, finding_id: 'reproduction', reason: 'r' }, { file: 'src/a.js', start: 6, end: 7, mapped: true, finding_id: 'F001', reason: 'r' }] } } }, {}],
    })
    expect([played.stop, played.record.rounds.done]).toEqual(['no-qualifying', 3])
    expect(relayText(repo, 'authored.txt')).toBe('loose.txt:1\nrepro.sh:1\nsrc/a.js:2-4\nsrc/a.js:8-9\n')
    const [baseline, preFix] = [relayText(repo, 'baseline.patch') ?? '', relayText(repo, 'pre-fix.patch') ?? '']
    expect([baseline.includes('+bad six\n'), preFix.includes('+bad six\n'), preFix.includes('+good six\n'), preFix.includes('+bad two\n')]).toEqual([true, false, true, true])
    expect(materialised()).toBe(relayText(repo, 'authored.txt'))
  })
})

/** Rebuilds the first round's state by hand and lists where the tree differs from it. */
function materialised(): string {
  const copy = path.join(repo.base, 'copy')
  const relay = path.join(repo.top, '.git_auto_review/default')
  repo.git('worktree', 'add', '-q', '--detach', copy, 'HEAD')
  execFileSync('git', ['apply', '--whitespace=nowarn', path.join(relay, 'baseline.patch')], { cwd: copy, env: repo.env })
  execFileSync('tar', ['-xf', path.join(relay, 'baseline.untracked.tar')], { cwd: copy })
  const { stdout } = spawnSync('diff', ['-rN', '-U0', '-x', '.git', '-x', '.git_auto_review', copy, repo.top], { encoding: 'utf8' })
  let file = ''
  return stdout.split('\n').flatMap((line) => {
    if (line.startsWith('+++ ')) file = path.relative(repo.top, line.slice(4).split('\t')[0] ?? '')
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (start === undefined) return []
    const from = Math.max(1, Number(start))
    const to = Math.max(from, Number(start) + Number(count) - 1)
    return [`${file}:${from === to ? from : `${from}-${to}`}\n`]
  }).join('')
}

describe('reproductions', () => {
  it('GAR-050 GAR-053 GAR-054: a reproduction is no part of the change: not in the re-review\'s scope, a critical finding in it is listed and not fixed, only the ledger judges it', () => {
    repo = makeChange()
    const inIt = { location: 'repro.sh:1', title: 'The reproduction is poor', reproduction_line: true }
    const played = play(repo, { gate: [sees, { answer: { findings: [inIt] } }], fix: [hits], audit: [{ answer: { raw: { phase: 'DELTA', hunks: [{ file: 'repro.sh', start: 1, end: 1, mapped: true, finding_id: 'reproduction', reason: 'r' }, ...[2, 6].map((line) => ({ file: 'src/a.js', start: line, end: line, mapped: true, finding_id: 'F001', reason: 'r' }))] } } }] })
    expect([played.stop, played.code]).toEqual(['no-qualifying', 0])
    expect(played.record.findings).toMatchObject([{ location: 'repro.sh:1', heading: 'critical', class: 'reproduction-line', blocking: false }])
    const scope = /## Scope\n\n```\n([^]*?)\n```/.exec(relayText(repo, 'gate-r2-prompt.txt') ?? '')?.[1]
    expect(scope?.split('\n')).toEqual(['added added.txt', 'deleted gone.txt', 'added loose.txt', 'modified mixed.txt', 'modified src/a.js'])
    // What was not reviewed has no verdict: with the reproduction in it, the tree is looked at again.
    expect(repo.tryGit(['ls-files', '--others', '--exclude-standard']).stdout).toContain('repro.sh')
  })

  it('rulings 2.4.4: one that passes before the fix shows nothing: it is dropped and said, and its file counts as a stray write', () => {
    repo = makeChange()
    const idle: Step = { do: [mendTwo, mendSix, { write: 'repro.sh', text: 'exit 0\n' }], answer: shows }
    const played = play(repo, { gate: [sees, seesNothing], fix: [idle, mends] })
    expect([played.stop, played.calls, relayText(repo, 'ledger.txt')]).toEqual(['no-qualifying', 'gate triage fix audit fix audit gate', ''])
    expect(played.record.notes).toContain('a reproduction was dropped: repro.sh passes before the fix')
    expect(pairsOf(repo, 'fixer-r1.txt')[1]?.prompt).toContain('+++ b/repro.sh')
    expect(treeState(repo.top)['repro.sh']).toBeUndefined()
  })

  it('GAR-051 rulings 2.4.2: one on a path under review, an existing or an ignored one is not taken into the ledger', () => {
    repo = makeChange()
    repo.write('.git/info/exclude', 'hidden.sh\n')
    const names = ['src/a.js', 'src/b.js', 'hidden.sh', 'missing.sh', 'run.sh']
    const played = play(repo, { gate: [sees, seesNothing], fix: [{ do: [mendTwo, mendSix, { write: 'hidden.sh', text: 'exit 1\n' }, { write: 'run.sh', text: 'exit 1\n' }], answer: { reproductions: names.map((name) => ({ path: name, command: 'false', finding_id: 'F001' })) } }] })
    // Whatever the audit says of it, an existing file is no reproduction and no approved path.
    expect([played.stop, relayText(repo, 'ledger.txt'), repo.read('run.sh')]).toEqual(['unmapped-twice', '', '#!/bin/sh\n'])
    const ignored = 'the path is ignored, or no new file stands there'
    expect(played.record.notes.filter((note) => note.startsWith('a reproduction')).slice(0, 5).map((note) => note.split(': ')[1])).toEqual(['the path is under review', ignored, ignored, ignored, 'the path existed before the fix'])
  })
})

describe('only what was approved, and only what was done, counts as fixed', () => {
  it('GAR-131: the fixer is given the approved findings and no others; a write for another one is not explained', () => {
    repo = makeChange()
    const played = play(repo, { gate: [sees, { answer: { findings: [{ ...six, prior_id: 'F002' }] } }], triage: [{ answer: { refuse: { F002: 'not-minimum' } } }], fix: [mends, { do: [mendTwo] }], audit: [{ answer: { unmapped: [1] } }, {}] })
    expect(pairsOf(repo, 'fixer-r1.txt').map(({ prompt }) => [prompt.includes('"id":"F001"'), prompt.includes('"id":"F002"')])).toEqual([[true, false], [true, false]])
    expect([played.stop, repo.read('src/a.js'), played.record.fixed.map((finding) => finding.id)]).toEqual(['empty-approved', half, ['F001']])
  })

  it('a finding the fixer left as it is stands in the report as not fixed', () => {
    repo = makeChange()
    const played = play(repo, { gate: [sees], fix: [{ do: [mendTwo], answer: { unresolved: ['F002'] } }] }, { args: ['run', 'round cap 1'] })
    expect(played.record.fixed.map((finding) => finding.id)).toEqual(['F001'])
    expect(played.record.findings.map((finding) => [finding.id, finding.class, finding.reason])).toEqual([
      ['F001', 'fixed-not-re-reviewed', 'the fix stands in the working tree and was not reviewed again'], ['F002', 'not-fixed:stopped', 'the fixer left it as it is'],
    ])
  })
})
