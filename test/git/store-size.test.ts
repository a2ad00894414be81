import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { makeRepo } from '../support/repo.ts'
import type { TestRepo } from '../support/repo.ts'

let repo: TestRepo
afterEach(() => { repo.dispose() })

it('the content store does not grow without end: a large one is dropped once no unfinished run needs it', () => {
  repo = makeRepo()
  repo.write('a.js', 'export const a = 1\n')
  const store = path.join(repo.top, '.git/gar/store')
  mkdirSync(store, { recursive: true })
  const contents = path.join(store, 'contents')
  writeFileSync(contents, '')
  truncateSync(contents, 300 * 1024 * 1024)
  expect(repo.gar(['run']).code).toBe(0)
  expect(statSync(contents).size).toBeLessThan(1024)
})
