import { describe, expect, test } from 'vitest'
import { charterNote, crossesCharter, crossingFindings, noPath, parseCharter } from '../../../src/core/triage/charter.ts'
import { path, sampleFinding } from '../gate/sample.ts'

const fenced = (...lines: string[]): string => ['# Charter', '```gar-boundaries', ...lines, '```', ''].join('\n')
const section = (...lines: string[]): string => ['# Charter', '', '## Key Invariants', '', ...lines, ''].join('\n')
const crossing = (text: string, ...paths: string[]): string[] => crossesCharter(parseCharter(text), paths)
const globs = (text: string): string[] => parseCharter(text).deny.map(({ glob }) => glob)

describe('rulings 2.8.2: which lines of CHARTER.md are rules', () => {
  test.each([
    ['## What this project DOES NOT do', ['db/']],
    ['## key invariants', ['db/']],
    ['### Intentional Constraints (2024)', ['db/']],
    ['# Architectural Commitments', ['db/']],
    ['## Goals', []],
  ])('bullets count under "%s"', (heading, expected) => {
    expect(globs(`${heading}\n\n- never change \`db/\`\n`)).toEqual(expected)
  })

  test('a section ends at the next heading of its level, not at one below it', () => {
    const text = '## Key Invariants\n### Data\n- never `db/`\n## Goals\n- never `src/`\n### Key Invariants\n- never `lib/`\n## More\n- no `x/`\n'
    expect(globs(text)).toEqual(['db/', 'lib/'])
  })

  test.each(['never', 'must not', 'do not', 'does not', 'no', 'only', 'read-only', 'frozen', 'off limits', 'generated', 'Never', 'OFF LIMITS'])('a bullet with the word "%s" and a path is a rule', (word) => {
    expect(globs(section(`- \`db/schema.sql\` ${word} hand edits`))).toEqual(['db/schema.sql'])
  })

  test.each([
    ['without a prohibition', '- `db/schema.sql` holds the schema'],
    ['with the word inside the path alone', '- `src/generated/a.ts` holds the schema'],
    ['with a word that only contains one', '- `db/a.sql` knows nothing of frozenness'],
    ['without a path', '- only the branch `main` is released'],
    ['with a command for a span', '- never run `git push --force`'],
    ['with a call for a span', '- never call `a.b()`'],
    ['with a web address for a span', '- no calls to `https://example.org/x`'],
  ])('a bullet %s is prose', (_, bullet) => {
    const charter = parseCharter(section(bullet))
    expect(charter.deny).toEqual([])
    expect(charter.prose).toEqual([bullet.slice(2)])
  })

  test.each(['db/schema.sql', '.github', 'src/**/*.gen.ts', 'package.json', '*.lock', 'vendor/', '``a/b``'])('%s looks like a path', (span) => {
    expect(globs(section(`- never touch ${span.startsWith('`') ? span : `\`${span}\``}`))).toEqual([span.replaceAll('`', '')])
  })

  test('one bullet may name several paths, on the lines that go on beneath it', () => {
    expect(globs(section('- `a/x` and', '  `b/y` are frozen', '', '  and so is `c/z`', '1. never `d/`'))).toEqual(['a/x', 'b/y', 'c/z', 'd/'])
  })

  test('under a "does not" heading a bullet needs no second prohibition', () => {
    expect(globs('## gar DOES NOT\n- edit `vendor/`\n')).toEqual(['vendor/'])
  })

  test('code blocks and paragraphs make no rules; paragraphs are prose', () => {
    const charter = parseCharter(section('Never touch `db/`.', '', '```sh', '- never `x/`', '```'))
    expect(charter).toMatchObject({ deny: [], prose: ['Never touch `db/`.'] })
  })

  test('rulings 2.8.5: prose is told once, as a note', () => {
    expect(charterNote(parseCharter(section('- Speed over features')))).toBe('charter prose not machine-checked')
    expect(charterNote(parseCharter(section('- never `db/`')))).toBeUndefined()
  })

  test('line ends of other systems and a byte order mark change nothing', () => {
    expect(globs(`\ufeff${section('- never `db/`').replaceAll('\n', '\r\n')}`)).toEqual(['db/'])
  })
})

describe('rulings 2.8.2: the gar-boundaries block', () => {
  test('holds deny and allow lines anywhere in the file, and comments', () => {
    expect(parseCharter(fenced('# db', 'deny db/**', '', 'allow db/seed.sql'))).toMatchObject({ deny: [{ glob: 'db/**' }], allow: [{ glob: 'db/seed.sql' }], unreadable: [] })
  })

  test('deny wins unless a longer allow matches', () => {
    const text = fenced('deny db/**', 'allow db/seed.sql', 'deny src/core', 'allow src')
    expect(crossing(text, 'db/a.sql', 'db/seed.sql', 'src/core/a.ts', 'src/b.ts')).toEqual(['db/a.sql', 'src/core/a.ts'])
  })

  test('an allow of the same length does not win', () => {
    expect(crossing(fenced('deny db/a', 'allow db/a'), 'db/a')).toEqual(['db/a'])
  })

  test('an allow may name a path that holds brackets, or a directory', () => {
    expect(crossing(fenced('deny app', 'allow app/[id]', 'allow app/open/'), 'app/[id]', 'app/[id]/x', 'app/open/x', 'app/z')).toEqual(['app/z'])
  })

  test('a star covers hidden names, an exclamation mark is no negation, a backslash is no slash', () => {
    expect(crossing(fenced('deny src/*.ts'), 'src/.x.ts', 'src\\y.ts')).toEqual(['src/.x.ts'])
    expect(crossing(fenced('deny !x'), '!x', 'y')).toEqual(['!x'])
  })

  test('an allow reaches no further than it says', () => {
    const text = fenced('deny d', 'allow d/open/*')
    expect(crossing(text, 'd/open/a', 'd/open/a/b', 'x/d/open/a')).toEqual(['d/open/a/b', 'x/d/open/a'])
  })

  test('a line that is no rule may forbid anything: every path crosses', () => {
    expect(crossing(fenced('denny db/**'), 'README.md')).toEqual(['README.md'])
    expect(crossing(fenced('denny db/**'))).toEqual([noPath])
  })

  test('a block that is never closed still counts', () => {
    expect(crossing('```gar-boundaries\ndeny db/**\n', 'db/a.sql')).toEqual(['db/a.sql'])
  })
})

describe('GAR-164: which paths cross a boundary', () => {
  const text = fenced('deny db/**', 'deny vendor/', 'deny *.lock', 'deny app/[id]/page.tsx', 'deny /root.txt')
  test.each([
    ['a path beneath the glob', 'db/a/b.sql', true],
    ['a hidden file beneath the glob', 'db/.env', true],
    ['a path beneath a directory', 'vendor/x/y.js', true],
    ['the directory at any depth, since the rule has no slash inside', 'pkg/vendor/y.js', true],
    ['a file name at any depth', 'pkg/a.lock', true],
    ['a path whose brackets are no glob', 'app/[id]/page.tsx', true],
    ['a rule tied to the root', 'root.txt', true],
    ['not that name elsewhere', 'pkg/root.txt', false],
    ['a detour through ..', 'src/../db/a.sql', true],
    ['a detour through .', './db/./a.sql', true],
    ['not a path in another case', 'DB/a.sql', false],
    ['not a path that only begins alike', 'dbx/a.sql', false],
    ['not a path that only holds the name', 'src/db/a.sql', false],
    ['an absolute path', '/tmp/x', true],
    ['an absolute path of another system', 'C:\\x', true],
    ['a path that leaves the root', '../x', true],
    ['a path that leaves the root and comes back', 'a/../../x/a', true],
    ['the root itself', '.', true],
    ['rulings 2.8.4: CHARTER.md itself', 'CHARTER.md', true],
    ['rulings 2.8.4: CHARTER.md by a detour', 'src/../CHARTER.md', true],
  ])('%s', (_, given, crosses) => {
    expect(crossing(text, given)).toEqual(crosses ? [given] : [])
  })

  test('rulings 2.8.3: a fix that names no path crosses when there is any rule, else not', () => {
    expect(crossing(text)).toEqual([noPath])
    expect(crossing(section('- Speed over features'))).toEqual([])
  })

  test('without any rule only CHARTER.md and paths outside the root cross', () => {
    expect(crossing('# Nothing\n', 'a.ts', 'CHARTER.md', '../b')).toEqual(['CHARTER.md', '../b'])
  })

  test('GAR-165: the findings whose fix crosses are named; one refuses the set', () => {
    const [safe, bad, blind] = [['src/a.ts'], ['src/a.ts', 'db/a.sql'], []].map((paths, n) => sampleFinding({ id: `F00${n + 1}`, fix: { text: '', paths: paths.map(path) } }))
    expect(crossingFindings(parseCharter(text), [safe, bad, blind].flatMap((f) => (f ? [f] : []))).map(({ id }) => id)).toEqual(['F002', 'F003'])
  })
})
