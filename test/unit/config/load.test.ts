import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../src/app/run/config.ts'
import { GarError } from '../../../src/core/model/fault.ts'

let top = ''
beforeEach(() => { top = mkdtempSync(path.join(tmpdir(), 'gar-config-')) })
afterEach(() => { rmSync(top, { recursive: true, force: true }) })

const put = (name: string, content: string | Uint8Array): void => { writeFileSync(path.join(top, name), content) }

async function refusal(): Promise<string> {
  const fault = await loadConfig(top).then(() => undefined, (error: unknown) => error)
  if (fault instanceof GarError && fault.code === 'config' && fault.hint !== '') return fault.message
  throw new Error(`no configuration fault: ${String(fault)}`)
}

describe('loading the configuration', () => {
  it('finds none in an empty directory, nor in a package.json without the key', async () => {
    expect(await loadConfig(top)).toBeNull()
    put('package.json', '{"name": "x"}')
    expect(await loadConfig(top)).toBeNull()
  })
  it('reads .garrc.json', async () => {
    put('.garrc.json', '{"roundCap": 3}')
    expect(await loadConfig(top)).toEqual({ name: '.garrc.json', values: { roundCap: 3 } })
  })
  it('reads the gar key of package.json', async () => {
    put('package.json', '{"name": "x", "gar": {"roundCap": 3}}')
    expect(await loadConfig(top)).toEqual({ name: 'package.json', values: { roundCap: 3 } })
  })
  it('reads a file with a byte order mark', async () => {
    put('.garrc.json', '\uFEFF{"roundCap": 3}')
    expect((await loadConfig(top))?.values).toEqual({ roundCap: 3 })
  })
  it('looks at the top of the work tree alone, not in the directories above', async () => {
    put('.garrc.json', '{"roundCap": 3}')
    mkdirSync(path.join(top, 'repo'))
    expect(await loadConfig(path.join(top, 'repo'))).toBeNull()
  })
  it('refuses two configurations and names both', async () => {
    put('.garrc.json', '{}')
    put('package.json', '{"gar": {}}')
    expect(await refusal()).toBe('Both .garrc.json and the "gar" key of package.json configure gar.')
  })
  it('executes no code of the repository', async () => {
    const proof = path.join(top, 'executed')
    for (const name of ['.garrc.js', '.garrc.cjs', '.garrc.mjs', 'gar.config.js', 'gar.config.cjs', 'gar.config.mjs']) put(name, `require('node:fs').writeFileSync(${JSON.stringify(proof)}, '')`)
    put('package.json', '{"type": "commonjs", "gar": {}}')
    await loadConfig(top)
    expect(existsSync(proof)).toBe(false)
  })

  const small = '.garrc.json '
  it.each<[string, () => void, string]>([
    ['an empty .garrc.json', () => { put('.garrc.json', '') }, `${small}is empty; the least it can hold is "{}".`],
    ['a blank .garrc.json', () => { put('.garrc.json', ' \n') }, `${small}is empty; the least it can hold is "{}".`],
    ['a truncated .garrc.json', () => { put('.garrc.json', '{"roundCap": ') }, `${small}is not JSON: Unexpected end of JSON input.`],
    ['a .garrc.json that is not UTF-8', () => { put('.garrc.json', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)) }, `${small}is not UTF-8 text.`],
    ['a .garrc.json larger than 64 KiB', () => { put('.garrc.json', `{}${' '.repeat(64 * 1024)}`) }, `${small}is larger than 64 KiB.`],
    ['a directory .garrc.json', () => { mkdirSync(path.join(top, '.garrc.json')) }, `${small}is not a regular file.`],
    ['a pipe .garrc.json, which would never end', () => { execFileSync('mkfifo', [path.join(top, '.garrc.json')]) }, `${small}is not a regular file.`],
    ['a symbolic link .garrc.json', () => { put('other.json', '{}'); symlinkSync('other.json', path.join(top, '.garrc.json')) }, `${small}is a symbolic link, and a configuration is read only where it stands.`],
    ['a dangling symbolic link .garrc.json', () => { symlinkSync('nowhere', path.join(top, '.garrc.json')) }, `${small}is a symbolic link, and a configuration is read only where it stands.`],
    ['a package.json with conflict markers', () => { put('package.json', '<<<<<<< HEAD\n{}') }, 'package.json is not JSON: Unexpected token \'<\', "<<<<<<< HEAD\\x0a{}" is not valid JSON.'],
    ['an empty package.json', () => { put('package.json', '') }, 'package.json is empty; the least it can hold is "{}".'],
    ['a gar key that is no object', () => { put('package.json', '{"gar": false}') }, 'package.json, key "gar": expected object, received boolean'],
    ['a gar key that is null', () => { put('package.json', '{"gar": null}') }, 'package.json, key "gar": expected object, received null'],
    ['a wrong value', () => { put('package.json', '{"gar": {"hooks": {"onError": "no"}}}') }, 'package.json, key "gar": hooks.onError: expected one of "block"|"warn"'],
  ])('refuses %s', async (_, prepare, message) => {
    prepare()
    expect(await refusal()).toBe(message)
  })
})
