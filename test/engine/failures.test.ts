import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HelperError } from '../../src/core/model/fault.ts'
import { ask, engine, scratch } from './fakes.ts'

const files = { 'a.js': 'export {}\n' }

// A stand-in for the interpreter the analyser runs in: real process, misbehaving.
function interpreter(name: string, body: string): string {
  const path = join(scratch, name)
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o755)
  return path
}

async function failure(nodePath: string, signal?: AbortSignal): Promise<unknown> {
  return engine({ nodePath }).review(ask(files, signal === undefined ? {} : { signal }), '').then(() => 'a verdict', (error: unknown) => error)
}

describe('GAR-141: an analyser that fails is a helper failure, never a clean verdict', () => {
  test.each([
    ['crashes', 'exit 3'],
    ['is killed', 'kill -9 $$'],
    ['says nothing', 'exit 0'],
    ['prints garbage', 'echo "{"; exit 1'],
    ['prints another report', 'echo "{}"'],
    ['did not read every file', `echo '{"diagnostics":[],"number_of_files":0}'`],
    ['speaks of a file it was not given', `echo '{"diagnostics":[{"message":"m","filename":"files/7/a.js","labels":[]}],"number_of_files":1}'`],
  ])('it %s', async (name, body) => {
    const error = await failure(interpreter(name.replaceAll(' ', '-'), body))
    expect(error).toBeInstanceOf(HelperError)
    expect(error).toMatchObject({ kind: 'mid-run-death' })
  })

  test('it hangs', async () => {
    const hanging = engine({ nodePath: interpreter('hangs', 'exec sleep 60'), deadlineMs: 50 })
    await expect(hanging.review(ask(files), '')).rejects.toMatchObject({ name: 'HelperError', kind: 'mid-run-death' })
  })

  test('it cannot be started', async () => {
    expect(await failure(join(scratch, 'no-such-node'))).toMatchObject({ kind: 'spawn-failure' })
  })

  test('an interrupted run ends with the reason of the interruption', async () => {
    const controller = new AbortController()
    const waiting = failure(interpreter('waits', `touch ${join(scratch, 'waiting')}; exec sleep 60`), controller.signal)
    while (!readdirSync(scratch).includes('waiting')) await new Promise(setImmediate)
    controller.abort(new Error('stop now'))
    expect(await waiting).toMatchObject({ message: 'stop now' })
  })

  test('nothing stays in the scratch directory', async () => {
    const own = join(scratch, 'own')
    mkdirSync(own)
    await engine({ scratch: own }).review(ask(files), '')
    await engine({ scratch: own, nodePath: interpreter('dies', 'exit 3') }).review(ask(files), '').catch(() => undefined)
    expect(readdirSync(own)).toEqual([])
  })

  test('a configuration in the reviewed files changes nothing', async () => {
    const { value } = await engine().review(ask({ '.oxlintrc.json': '{ "ignorePatterns": ["*"] }\n', 'a.js': 'debugger\nexport {}\n' }), '')
    expect(value.findings.map(({ rule }) => rule)).toEqual(['eslint/no-debugger'])
  })
})
