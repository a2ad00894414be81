import { afterEach, expect, it } from 'vitest'
import { makeRepo } from '../support/repo.ts'
import type { TestRepo } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

it('HK-104: an edit of the same size in the second the index was written is seen by gar run, every time', () => {
  repo = makeRepo()
  for (let n = 0; n < 5; n++) {
    repo.write('a.js', `export const a = 1 // ${n}\n`)
    repo.commitAll(`base ${n}`)
    repo.write('a.js', `export const b = z // ${n}\n`)
    const ran = repo.gar(['run', '--report-only'])
    expect([n, ran.code, ran.stdout.includes("'z' is not defined")]).toEqual([n, 1, true])
  }
})

it('HK-067: files whose names hold line ends are examined and fixed like any other', () => {
  repo = makeRepo()
  for (const name of ['cr\rname.js', 'new\nline.js']) repo.write(name, 'debugger\nexport const a = 1\n')
  const ran = repo.gar(['run'])
  expect(ran.code).toBe(0)
  expect(['cr\rname.js', 'new\nline.js'].map((name) => repo.read(name))).toEqual(['export const a = 1\n', 'export const a = 1\n'])
  expect(ran.stdout.split('\n').filter((line) => line.startsWith('fixed\t'))).toHaveLength(2)
})
