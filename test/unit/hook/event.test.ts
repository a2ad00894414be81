import { describe, expect, test } from 'vitest'
import { parsePrePush } from '../../../src/core/hook/event.ts'

const [a, b, none] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)]
const args = ['origin', 'git@example.org:x.git']

function updates(stdin: string | Uint8Array): unknown {
  const parsed = parsePrePush(stdin, args)
  return parsed.ok ? parsed.push.updates.map(({ localRef, remoteRef, kind }) => [localRef, remoteRef, kind]) : parsed.reason
}

describe('git-facts 2.3: what pre-push is told', () => {
  test.each([
    ['an update', `refs/heads/main ${a} refs/heads/main ${b}\n`, [['refs/heads/main', 'refs/heads/main', 'update']]],
    ['a new branch', `refs/heads/feat ${a} refs/heads/feat ${none}\n`, [['refs/heads/feat', 'refs/heads/feat', 'create']]],
    ['a deletion', `(delete) ${none} refs/heads/old ${b}\n`, [['(delete)', 'refs/heads/old', 'delete']]],
    ['a deletion of a ref the remote lacks, both ids zero', `(delete) ${none} refs/heads/old ${none}\n`, [['(delete)', 'refs/heads/old', 'delete']]],
    ['a local field with blanks, split from the right', `HEAD^{/fix the bug} ${a} refs/heads/x ${b}\n`, [['HEAD^{/fix the bug}', 'refs/heads/x', 'update']]],
    ['a local field that looks like a line of its own', `:/see ${b} refs/heads/y ${a} refs/heads/x ${b}\n`, [[`:/see ${b} refs/heads/y`, 'refs/heads/x', 'update']]],
    ['a tag and a branch', `refs/tags/v1 ${a} refs/tags/v1 ${none}\nrefs/heads/m ${a} refs/heads/m ${b}\n`, [['refs/tags/v1', 'refs/tags/v1', 'create'], ['refs/heads/m', 'refs/heads/m', 'update']]],
    ['no line at all: everything is up to date', '', []],
    ['64-digit ids', `HEAD ${'a'.repeat(64)} refs/heads/x ${'0'.repeat(64)}\n`, [['HEAD', 'refs/heads/x', 'create']]],
    ['a last line without its end', `HEAD ${a} refs/heads/x ${b}`, [['HEAD', 'refs/heads/x', 'update']]],
  ])('%s', (_, stdin, expected) => {
    expect(updates(stdin)).toEqual(expected)
    expect(updates(new TextEncoder().encode(stdin))).toEqual(expected)
  })

  test('a name that is not UTF-8 does not hide the ids', () => {
    const line = Buffer.concat([Buffer.from(`refs/heads/caf`), Buffer.from([0xe9]), Buffer.from(` ${a} refs/heads/x ${b}\n`)])
    const parsed = parsePrePush(line, args)
    expect(parsed.ok && parsed.push.updates[0]).toMatchObject({ localOid: a, remoteOid: b, kind: 'update' })
  })

  test('a byte order mark belongs to the name it stands in', () => {
    expect(updates(new TextEncoder().encode(`\ufeffx ${a} refs/heads/x ${b}\n`))).toEqual([['\ufeffx', 'refs/heads/x', 'update']])
  })

  test.each([
    ['a line with too few fields', `refs/heads/main ${a} refs/heads/main\n`],
    ['a shortened id', `refs/heads/main ${a} refs/heads/main ${b.slice(1)}\n`],
    ['ids of different lengths', `refs/heads/main ${a} refs/heads/main ${'b'.repeat(64)}\n`],
    ['an id in capitals', `refs/heads/main ${a.toUpperCase()} refs/heads/main ${b}\n`],
    ['an empty line', `\n`],
    ['an empty local field', ` ${a} refs/heads/main ${b}\n`],
  ])('%s is refused, never skipped', (_, stdin) => {
    expect(updates(`HEAD ${a} refs/heads/x ${b}\n${stdin}`)).toMatch(/^line 2 /)
  })

  test('the arguments are the remote and its URL, the URL twice when pushed by URL', () => {
    expect(parsePrePush('', args)).toEqual({ ok: true, push: { remote: 'origin', url: 'git@example.org:x.git', updates: [] } })
    expect(parsePrePush('', ['/srv/x.git', '/srv/x.git'])).toMatchObject({ push: { remote: '/srv/x.git' } })
    expect(parsePrePush('', ['origin'])).toMatchObject({ ok: false })
  })
})
