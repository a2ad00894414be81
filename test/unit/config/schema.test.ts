import { describe, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/config.ts'
import { configHash } from '../../../src/core/config/hash.ts'
import { configJsonSchema, parseConfig } from '../../../src/core/config/schema.ts'
import { GarError } from '../../../src/core/model/fault.ts'

function refusal(value: unknown): string {
  try {
    parseConfig(value, '.garrc.json')
  } catch (error) {
    if (error instanceof GarError && error.code === 'config') return error.message
    throw error
  }
  throw new Error('the value was accepted')
}

describe('a configuration file', () => {
  it('may be empty', () => {
    expect(parseConfig({}, '.garrc.json')).toEqual({})
  })
  it('keeps what it says and fills in nothing', () => {
    const value = { branchPolicy: 'default-only', roundCap: 50, hooks: { budgetSeconds: 1 }, engine: { ignore: ['a', '!b'] } }
    expect(parseConfig(value, '.garrc.json')).toEqual(value)
  })
  it('may name its schema for an editor', () => {
    expect(parseConfig({ $schema: 'node_modules/git-auto-review/schema/garrc.schema.json', roundCap: 1 }, '.garrc.json')).toEqual({ roundCap: 1 })
  })

  it.each<[string, unknown, string]>([
    ['an unknown key', { rondCap: 3 }, '.garrc.json: rondCap: unknown key, expected one of branchPolicy, defaultBranch, roundCap, severityFloor, reviewer, verifier, fixer, hooks, engine'],
    ['an unknown key of a section', { hooks: { cap: 3 } }, '.garrc.json: hooks.cap: unknown key, expected one of roundCap, budgetSeconds, onError'],
    ['a key that would reach the prototype', JSON.parse('{"__proto__": {"roundCap": 9}}'), '.garrc.json: __proto__: unknown key, expected one of branchPolicy, defaultBranch, roundCap, severityFloor, reviewer, verifier, fixer, hooks, engine'],
    ['an unknown key with control characters', { '\u001b[31m': 1 }, '.garrc.json: \\x1b[31m: unknown key, expected one of branchPolicy, defaultBranch, roundCap, severityFloor, reviewer, verifier, fixer, hooks, engine'],
    ['a number below its range', { roundCap: 0 }, '.garrc.json: roundCap: expected number to be >=1'],
    ['a number above its range', { hooks: { roundCap: 11 } }, '.garrc.json: hooks.roundCap: expected number to be <=10'],
    ['a fraction', { hooks: { budgetSeconds: 1.5 } }, '.garrc.json: hooks.budgetSeconds: expected int, received number'],
    ['a number written as text', { roundCap: '5' }, '.garrc.json: roundCap: expected number, received string'],
    ['a word that is none of the words', { severityFloor: 'nit' }, '.garrc.json: severityFloor: expected one of "critical"|"bug"|"all"'],
    ['null for a value', { defaultBranch: null }, '.garrc.json: defaultBranch: expected string, received null'],
    ['an empty pattern', { engine: { ignore: ['ok', ''] } }, '.garrc.json: engine.ignore[1]: expected string to have >=1 characters'],
    ['a list', [], '.garrc.json: expected object, received array'],
    ['false, which some take for "switched off"', false, '.garrc.json: expected object, received boolean'],
  ])('refuses %s with file, key and expectation', (_, value, message) => {
    expect(refusal(value)).toBe(message)
  })
  it('tells every mistake at once, one on a line', () => {
    expect(refusal({ roundCap: 0, zz: 1, hooks: { onError: 'no' } }).split('\n')).toHaveLength(3)
  })
  it('says in its JSON Schema that unknown keys are refused, in every section', () => {
    const text = JSON.stringify(configJsonSchema())
    expect(text.match(/"additionalProperties":false/g)).toHaveLength(6)
  })
})

describe('the hash of the configuration', () => {
  it('is the same for the same values in another order, and after an undefined key', () => {
    const { hooks, engine, ...rest } = defaults
    expect(configHash({ engine: { maxFileKb: engine.maxFileKb, ignore: engine.ignore }, hooks, ...rest })).toBe(configHash(defaults))
    expect(configHash(defaults)).toMatch(/^[0-9a-f]{64}$/)
  })
  it('is fixed: a verdict stored today is found tomorrow', () => {
    expect(configHash(defaults)).toBe('3e10d3731bb13e5734ad16852fe4053d886f091c03799d82420cbacfd93861bb')
  })
  it.each([
    { ...defaults, roundCap: 6 },
    { ...defaults, defaultBranch: 'trunk' },
    { ...defaults, engine: { ...defaults.engine, ignore: ['a', 'b'] } },
    { ...defaults, engine: { ...defaults.engine, ignore: ['b', 'a'] } },
    { ...defaults, engine: { ...defaults.engine, ignore: ['a","b'] } },
  ].map((config, at, all) => [at, config, all] as const))('differs for other values (%i)', (at, config, all) => {
    const others = [defaults, ...all.filter((_, other) => other !== at)].map(configHash)
    expect(others).not.toContain(configHash(config))
  })
})
