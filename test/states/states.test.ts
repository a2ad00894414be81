import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, runState } from './bench.ts'
import type { Pass } from './bench.ts'
import { expected } from './expected.ts'

const project = path.resolve(import.meta.dirname, '..', '..')
let out = ''
beforeAll(async () => {
  out = mkdtempSync(path.join(tmpdir(), 'gar-states-'))
  await build({ absWorkingDir: project, entryPoints: ['test/states/probe.ts'], outfile: path.join(out, 'probe.mjs'), bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning' })
})
afterAll(() => { rmSync(out, { recursive: true, force: true }) })

// One of each kind; scripts/states.mjs runs them all.
const some: readonly (readonly [id: string, pass: Pass])[] = [
  ['HK-002', 'gate'], ['HK-008', 'gate'], ['HK-010', 'gate'], ['HK-035', 'gate'], ['HK-043', 'agent'], ['HK-056', 'run'], ['HK-061', 'run'], ['HK-082', 'restore'], ['HK-088', 'agent'],
  ['HK-104', 'restore'], ['HK-149', 'gate'], ['HK-154', 'gate'], ['HK-157', 'agent'], ['HK-169', 'gate'], ['HK-185', 'gate'], ['HK-188', 'restore'], ['HK-205', 'gate'], ['HK-206', 'gate'],
]

describe('repository states', () => {
  it('every recipe has an outcome on record, and every outcome a recipe', () => {
    expect(Object.keys(expected)).toEqual(ids(project))
  })

  it.concurrent.each(some)('%s, %s: gar answers as promised and touches nothing else', async (id, pass) => {
    expect(existsSync(path.join(project, 'dist', 'main.js')), 'built by "npm run build"').toBe(true)
    expect((await runState({ project, probe: path.join(out, 'probe.mjs') }, id, pass)).problems).toEqual([])
  })
})
