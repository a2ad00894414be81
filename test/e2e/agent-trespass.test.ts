import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestRepo } from '../support/repo.ts'
import { treeState } from '../support/repo.ts'
import type { Script, Step } from '../support/scripted.ts'
import { good, makeChange, mendSix, mendTwo, mends, play, relayText, sees, seesNothing, wrong } from '../support/scripted.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

type Act = Readonly<Record<string, unknown>>
/** Everything a role may do to files, in one go. */
const tramples: readonly Act[] = [
  { append: 'src/a.js', text: 'ten\n' }, { write: 'src/b.js', text: 'touched\n' }, { write: 'new/file.txt', text: 'new\n' }, { delete: 'loose.txt' }, { delete: 'added.txt' }, { chmod: 'run.sh', mode: '755' },
  { write: 'gone.txt', text: 'back\n' }, { delete: 'mixed.txt' }, { link: 'mixed.txt', to: 'src/a.js' },
]
const honest: Script = { gate: [sees, seesNothing], fix: [mends] }

describe('GAR-010: only the fixer writes', () => {
  for (const [role, calls] of [['gate', 'gate'], ['triage', 'gate triage'], ['audit', 'gate triage fix audit']] as const) {
    it(`RUC-011 GAR-150: the ${role} writes and so has broken its contract: every byte is put back, and a copy of what stood there is kept`, () => {
      repo = makeChange()
      const before = treeState(repo.top)
      const steps: readonly Step[] = [{ ...honest[role]?.[0], do: tramples }]
      const played = play(repo, { ...honest, [role]: steps })
      expect([played.stop, played.code, played.calls, treeState(repo.top)]).toEqual(['helper-failure:contract-violating', 3, calls, before])
      expect(played.record.sentence).toContain('A role that may only read changed added.txt, gone.txt, loose.txt, mixed.txt, new/file.txt; the files are as they were before')
      const copy = readdirSync(path.join(repo.top, '.git_auto_review/default')).find((name) => name.startsWith('undone-')) ?? ''
      expect(repo.tryGit(['-c', 'alias.tar=!tar', 'tar', '-xOf', `.git_auto_review/default/${copy}`, 'new/file.txt']).stdout).toBe('new\n')
    })
  }

  it('a gate that stages, commits or makes a repository is caught although no file differs', () => {
    for (const [run, word] of [[['git', 'add', 'loose.txt'], 'changed the index'], [['git', 'commit', '-qm', 'mine'], 'moved HEAD'], [['git', 'init', '-q', 'nested'], 'a repository of its own']] as const) {
      repo = makeChange()
      const played = play(repo, { gate: [{ do: [{ run }] }] }, { mayChange: true })
      expect([played.stop, played.record.sentence.includes(word)]).toEqual(['helper-failure:contract-violating', true])
      if (word !== 'a repository of its own') repo.dispose()
    }
  })

  it('the writes of an honest fixer stand', () => {
    repo = makeChange()
    expect([play(repo, honest).stop, repo.read('src/a.js')]).toEqual(['no-qualifying', good])
  })
})

describe('GAR-149: a fixer that does more than it was asked to', () => {
  const trespasses: readonly (readonly [string, Act])[] = [
    ['edits a file no approved finding names', { write: 'src/b.js', text: 'touched\n' }],
    ['deletes a file', { delete: 'loose.txt' }],
    ['makes a file', { write: 'notes.txt', text: 'mine\n' }],
    ['makes an empty file', { write: 'empty.txt', text: '' }],
    ['changes a mode and not a byte', { chmod: 'run.sh', mode: '755' }],
    ['changes the mode of the file it may edit', { chmod: 'src/a.js', mode: '755' }],
    ['edits what the index holds differently', { write: 'mixed.txt', text: 'staged\n' }],
  ]
  // The audit maps whatever it is shown; the controller itself knows which paths were approved. A mode is nobody's fix unless it is mapped.
  for (const [what, act] of trespasses) {
    it(`${what}: undone, repeated once, and then mended without it`, () => {
      repo = makeChange()
      const before = treeState(repo.top)
      const hides: Step = act['chmod'] === 'src/a.js' ? { answer: { unmapped: [0] } } : {}
      const played = play(repo, { ...honest, fix: [{ do: [mendTwo, mendSix, act] }, mends], audit: [hides, {}] })
      expect([played.stop, played.calls]).toEqual(['no-qualifying', 'gate triage fix audit fix audit gate'])
      expect({ ...treeState(repo.top), 'src/a.js': '' }).toEqual({ ...before, 'src/a.js': '' })
      expect(repo.read('src/a.js')).toBe(good)
    })
  }

  it('touches the index: the run fails and the files are as before', () => {
    repo = makeChange()
    const before = treeState(repo.top)
    const played = play(repo, { ...honest, fix: [{ do: [mendTwo, { run: ['git', 'add', 'src/a.js'] }] }] }, { mayChange: true })
    expect([played.stop, played.record.sentence.includes('changed the index'), treeState(repo.top)]).toEqual(['helper-failure:contract-violating', true, before])
  })

  it('misreports whether it wrote: the run fails and the files are as before', () => {
    repo = makeChange()
    const before = treeState(repo.top)
    for (const step of [{ do: [mendTwo], answer: { changed_workspace: false } }, { answer: { changed_workspace: true } }]) {
      const played = play(repo, { ...honest, fix: [step] })
      expect([played.stop, treeState(repo.top)]).toEqual(['helper-failure:contract-violating', before])
    }
  })

  it('GAR-151: makes a repository, so that the state cannot be put back: the run stops there, names helper-script, and writes nothing more', () => {
    repo = makeChange()
    const played = play(repo, { ...honest, fix: [{ do: [mendTwo, { run: ['git', 'init', '-q', 'nested'] }] }] })
    expect([played.stop, played.code, played.calls]).toEqual(['helper-failure:helper-script', 3, 'gate triage fix'])
    expect(played.record.notes.find((note) => note.includes('nested'))).toContain('Nothing more was written; what the files were before the fix lies in ')
    expect(repo.read('src/a.js')).toBe(wrong)
    expect(relayText(repo, 'authored.txt')).toBeNull()
  })
})
