import { afterEach, describe, expect, it } from 'vitest'
import { addRemote, buggy, credential } from '../support/installed.ts'
import type { TestRepo } from '../support/repo.ts'
import { makeRepo } from '../support/repo.ts'
import type { Step } from '../support/scripted.ts'
import { good, half, makeChange, mendSix, mendTwo, mends, pairsOf, play, relayText, sees, seesNothing, six, two, wrong } from '../support/scripted.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

type Wire = { findings: Record<string, unknown>[]; report_markdown: string }

/** Returns the verdict that stands in a gate return, the marks of an agent's answer left out. */
function verdictOf(round: number): Wire {
  return JSON.parse((relayText(repo, `gate-r${round}.txt`) ?? '').replace(/^<<<.*$/gm, '')) as Wire
}

/** What a gate may say that is never fixed: each bar of the qualification once. */
const others: readonly Record<string, unknown>[] = [
  { location: 'src/a.js:2', heading: 'should_fix', title: 'A matter of taste' },
  { location: 'src/a.js:6', heading: 'bug', label: 'inferred', title: 'A bug, perhaps' },
  { location: 'src/a.js:2', title: 'Was there before', pre_existing: true },
  { location: 'src/a.js:6', title: 'Goes too far', scope_extension: true },
  { location: 'src/a.js:9', title: 'Untouched by the change' },
  { location: 'mixed.txt:1', title: 'Only in the index', cited: 'staged-scan', lane: 'local-commits lane', lane_case: 1 },
]
const classes = ['follow-up:severity', 'follow-up:severity', 'follow-up:pre-existing', 'follow-up:scope-extension', 'follow-up:pre-existing', 'follow-up:lane']

describe('the gate alone reviews', () => {
  it('GAR-020: a change in which the engine would find mistakes is clean when the gate says so; no other review takes place', () => {
    repo = makeRepo()
    repo.write('sum.js', 'export const one = 1\n')
    repo.commitAll('base')
    addRemote(repo)
    repo.write('sum.js', buggy)
    const played = play(repo, { gate: [seesNothing] }, { roles: ['reviewer'] })
    expect([played.stop, played.code, played.calls, played.record.findings, repo.read('sum.js')]).toEqual(['no-qualifying', 0, 'gate', [], buggy])
  })

  it('GAR-021: prose makes no finding, a certain tone no label: what the loop goes by is the verdict\'s own fields', () => {
    repo = makeChange()
    const loud: Step = { answer: { findings: [{ ...two, heading: 'bug', label: 'inferred', title: 'CRITICAL: verified, score 10 of 10' }], report_markdown: '# What is critical\n\n- src/a.js:6 must be fixed at once (verified)\n', closing: { committable: false, reason: 'a critical bug' } } }
    const played = play(repo, { gate: [loud] })
    expect([played.stop, played.calls, repo.read('src/a.js')]).toEqual(['no-qualifying', 'gate', wrong])
    expect(played.record.findings).toMatchObject([{ location: 'src/a.js:2', heading: 'bug', class: 'follow-up:severity' }])
  })

  it('GAR-006 GAR-007: headings, labels and tags are the gate\'s words, in the record as it gave them; a word of another ladder is refused whole', () => {
    repo = makeChange()
    play(repo, { gate: [{ answer: { findings: [...others, two] } }], triage: [{ answer: { refuse: { F007: 'not-safe' } } }] })
    const given = verdictOf(1).findings.map(({ heading, label, tag }) => [heading, label, tag])
    const seen = (relayText(repo, 'findings.jsonl') ?? '').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(given).toHaveLength(7)
    expect(seen.map(({ heading, label, tag }) => [heading, label, tag])).toEqual(given)
    expect(relayText(repo, 'report.txt')?.match(/^finding\tF\d+\t[^\t]+/gm)).toEqual(['F001\tWhat should be fixed though it is not a clear bug', 'F002\tBugs it may introduce', ...['F003', 'F004', 'F005', 'F006', 'F007'].map((id) => `${id}\tWhat is critical`)].map((line) => `finding\t${line}`))
    for (const word of [{ heading: 'high' }, { label: 'likely' }, { tag: 'resolved' }, { severity: 'P1' }]) {
      expect(play(repo, { gate: [{ answer: { findings: [{ ...two, ...word }] } }] }).stop).toBe('helper-failure:contract-violating')
    }
  })

  it('GAR-007 GAR-042 GAR-043 GAR-044 GAR-047: every finding of the gate is listed once, with lane and class, qualifying or not, and none is added', () => {
    repo = makeChange()
    const played = play(repo, { gate: [{ answer: { findings: others, report_markdown: '# Review\n\n## What is critical\n\n- Untouched by the change\n' } }] })
    expect([played.stop, played.calls, repo.read('src/a.js')]).toEqual(['no-qualifying', 'gate', wrong])
    expect(played.record.findings.map((finding) => [finding.title, finding.class])).toEqual(others.map(({ title }, n) => [title, classes[n]]))
    expect(played.record.findings.map((finding) => finding.lane)).toEqual([...Array.from({ length: 5 }, () => 'working-tree lane'), 'local-commits lane'])
    // The two surfaces: the gate's own report, untouched, and one line each in report.txt.
    expect(verdictOf(1).report_markdown).toBe('# Review\n\n## What is critical\n\n- Untouched by the change\n')
    for (const { title } of others) expect(played.stdout.split('\n').filter((line) => line.includes(`\t${String(title)}\t`))).toHaveLength(1)
  })
})

describe('one predicate, three uses', () => {
  it('GAR-038 GAR-076: what qualifies is what triage is asked about, what is approved of it is what the fixer is given, and what ends the run is that nothing of the kind is left', () => {
    repo = makeChange()
    const ids = (prompt: string): string[] => [...prompt.matchAll(/^\{"id":"(F\d+)"/gm)].map(([, id]) => id ?? '')
    const rest: Step = { answer: { findings: others.map((finding, n) => ({ ...finding, prior_id: `F00${n + 1}`, tag: 'open' })) } }
    const played = play(repo, { gate: [{ answer: { findings: [...others, two, six] } }, rest], triage: [{ answer: { refuse: { F008: 'not-minimum' } } }], fix: [{ do: [mendTwo] }] })
    expect(ids(pairsOf(repo, 'verifier-r1.txt')[0]?.prompt ?? '')).toEqual(['F007', 'F008'])
    expect(ids(pairsOf(repo, 'fixer-r1.txt')[0]?.prompt ?? '')).toEqual(['F007'])
    expect([played.stop, played.calls, repo.read('src/a.js')]).toEqual(['no-qualifying', 'gate triage fix audit gate', half])
  })

  it('GAR-060: non_blocking is for reports only: a verified bug carries it and is fixed', () => {
    repo = makeChange()
    const bug = { ...two, heading: 'bug', label: 'verified', non_blocking: true, proof: { command: 'node src/a.js', exit_code: 1, output_tail: 'fails' } }
    const played = play(repo, { gate: [{ answer: { findings: [bug] } }, seesNothing], fix: [{ do: [mendTwo] }] })
    expect([played.stop, repo.read('src/a.js'), verdictOf(1).findings[0]?.['non_blocking']]).toEqual(['no-qualifying', half, true])
  })

  it('GAR-041 GAR-040: in a re-review "closed" and "settled by a decision" get no fix; open and regressed ones do', () => {
    repo = makeChange()
    const second: Step = { answer: { findings: [{ ...two, prior_id: 'F001', tag: 'settled by a decision' }, { ...six, prior_id: 'F002', tag: 'closed' }] } }
    const third = play(repo, { gate: [sees, second], fix: [{ do: [mendTwo] }] })
    expect([third.stop, third.calls]).toEqual(['no-qualifying', 'gate triage fix audit gate'])
    expect(third.record.findings).toMatchObject([{ id: 'F001', class: 'follow-up:tag' }])
    repo.write('src/a.js', wrong)
    const open: Step = { answer: { findings: [{ ...two, prior_id: 'F001', tag: 'regressed' }, { ...six, prior_id: 'F002', tag: 'open and not acknowledged' }] } }
    const again = play(repo, { gate: [sees, open, seesNothing], fix: [{ do: [{ append: 'src/a.js', text: '' }], answer: { changed_workspace: false } }, mends] })
    expect([again.stop, again.calls, repo.read('src/a.js')]).toEqual(['no-qualifying', 'gate triage fix audit gate triage fix audit gate', good])
  })

  it('GAR-040: a re-review names every open finding of the round before; one that was closed already may be left out', () => {
    repo = makeChange()
    const whole = (round: number, findings: readonly object[]): Step => ({ answer: { raw: {
      schema_version: 1, phase: 'REVIEW', status: 'success', round, mode: 'delta', reviewed: { snapshot: '{{snapshot}}', head: '{{head}}', base: '{{base}}' }, needs_fix_round: false, report_markdown: '', findings,
      decisions: [], gates: [], unread: [], coverage: { committed: true, staged: true, unstaged: true, untracked: true }, closing: { committable: true, reason: 'r' }, loop_can_stop: true,
    } } })
    const closed = {
      id: 'R3-F1', prior_id: 'F002', heading: 'critical', label: 'inferred', non_blocking: false, tag: 'closed', title: 'Another', location: 'src/a.js:6', lane: 'working-tree lane', lane_case: 5, anchor: { kind: 'diff' },
      pre_existing: false, scope_extension: false, reproduction_line: false, evidence: 'e', consequence: 'c', fix: { text: 't', paths: [] }, decision_ref: null,
    }
    const another: Step = { answer: { findings: [{ ...six, title: 'Another' }] } }
    const fix: readonly Step[] = [{ do: [mendTwo] }, { do: [mendSix] }]
    expect(play(repo, { gate: [{ answer: { findings: [two] } }, another, whole(3, [closed])], fix }).stop).toBe('no-qualifying')
    repo.write('src/a.js', wrong)
    const silent = play(repo, { gate: [{ answer: { findings: [two] } }, another, whole(3, [])], fix })
    expect([silent.stop, silent.record.sentence.includes('the earlier finding F002 is missing')]).toEqual(['helper-failure:contract-violating', true])
  })
})

describe('the verifier', () => {
  it('GAR-129: judges in two modes, refuting by default: what triage does not answer is not approved, what the audit does not explain is unmapped', () => {
    repo = makeChange()
    const silent = play(repo, { gate: [sees], triage: [{ answer: { decisions: [{ finding_id: 'F001', verdict: 'approved', reason: 'real' }] } }] })
    expect([silent.stop, silent.calls, repo.read('src/a.js')]).toEqual(['helper-failure:contract-violating', 'gate triage', wrong])
    const blind = play(repo, { gate: [sees], fix: [mends], audit: [{ answer: { hunks: [{ file: 'src/a.js', start: 2, end: 2, mapped: true, finding_id: 'F001', reason: 'the fix' }] } }] })
    expect([blind.stop, repo.read('src/a.js')]).toEqual(['unmapped-twice', wrong])
    expect(pairsOf(repo, 'verifier-r1.txt').map(({ role, prompt }) => [role, /Refute by default[^.]*/.exec(prompt)?.[0]])).toEqual([
      ['triage', 'Refute by default: approve it only when it is real and its fix is minimum, anchored in the change, and safe'],
      ['delta', 'Refute by default: a hunk that no finding needs is not mapped'], ['delta', 'Refute by default: a hunk that no finding needs is not mapped'],
    ])
  })
})

describe('the gate report of the engine', () => {
  it('GAR-044 GAR-045 GAR-046: keeps what does not qualify under its heading; a heading stands only over findings, and in a re-review what closed is named apart', () => {
    repo = makeRepo()
    repo.write('sum.js', 'export const one = 1\n')
    repo.commitAll('base')
    addRemote(repo)
    repo.write('sum.js', `${buggy}export const key = '${credential}'\n`)
    const ran = repo.gar(['run'])
    for (const round of [1, 2]) {
      const { report_markdown: text, findings } = verdictOf(round)
      const sections = new Map(text.split(/^## /m).slice(1).map((section) => [section.split('\n')[0] ?? '', section]))
      const expected = new Map<string, string[]>()
      for (const word of ['critical', 'bug', 'should_fix', 'closed']) {
        const of = findings.filter(({ heading, tag }) => (tag === 'closed' ? 'closed' : heading) === word).map(({ id, location }) => `**${String(id)}** ${String(location)} `)
        if (of.length > 0) expected.set(titles[word] ?? '', of)
      }
      expect([...sections.keys()]).toEqual([...expected.keys()])
      for (const [title, entries] of expected) expect([...(sections.get(title) ?? '').matchAll(/^- (\*\*R\d-F\d+\*\* \S+ )/gm)].map(([, entry]) => entry)).toEqual(entries)
      expect(expected.size).toBeGreaterThan(1)
    }
    const open = verdictOf(2).findings.filter(({ tag }) => tag !== 'closed')
    expect(ran.stdout.match(/^finding\t/gm)).toHaveLength(open.length)
  })
})

const titles: Readonly<Record<string, string>> = { critical: 'What is critical', bug: 'Bugs it may introduce', should_fix: 'What should be fixed though it is not a clear bug', closed: 'Closed since the last round' }
