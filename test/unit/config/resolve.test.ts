import { describe, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/config.ts'
import type { Sources } from '../../../src/core/config/resolve.ts'
import { resolveConfig } from '../../../src/core/config/resolve.ts'
import { GarError } from '../../../src/core/model/fault.ts'

const nothing: Sources = { file: null, env: {}, flags: {} }
const file = { name: '.garrc.json', values: { roundCap: 7, branchPolicy: 'default-only', hooks: { roundCap: 3, onError: 'warn' }, engine: { ignore: ['vendor/'] } } } as const

function faultOf(act: () => unknown): GarError {
  try {
    act()
  } catch (error) {
    if (error instanceof GarError) return error
    throw error
  }
  throw new Error('no fault')
}

describe('the effective configuration', () => {
  it('is the defaults when nothing is said', () => {
    const { config, origins, notes } = resolveConfig(nothing)
    expect(config).toEqual(defaults)
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']))
    expect(notes).toEqual([])
  })

  it('a role is played by the engine, or by a command given as a JSON array', () => {
    const given = (text: string) => resolveConfig({ file: null, env: { GAR_REVIEWER: text }, flags: {} }).config.reviewer
    expect(given('engine')).toBe('engine')
    expect(given('["my-agent","--json"]')).toEqual({ command: ['my-agent', '--json'] })
    for (const text of ['my-agent', '[]', '[1]', '[""]', '{}']) expect(() => given(text)).toThrow('GAR_REVIEWER: expected "engine", or a command as a JSON array of texts')
  })
  it('names the origin of every value', () => {
    const { origins } = resolveConfig({ file, env: { GAR_BUDGET: '9' }, flags: { 'round-cap': '4' } })
    expect(origins).toEqual({
      branchPolicy: '.garrc.json', defaultBranch: 'default', roundCap: '--round-cap', severityFloor: 'default', 'hooks.roundCap': '.garrc.json',
      reviewer: 'default', verifier: 'default', fixer: 'default', 'hooks.budgetSeconds': 'GAR_BUDGET', 'hooks.onError': '.garrc.json', 'engine.ignore': '.garrc.json', 'engine.maxFileKb': 'default',
    })
  })

  const flags = { 'round-cap': '2' }
  const prompt = 'please, round cap 3'
  const env = { GAR_ROUND_CAP: '4' }
  it.each<[string, Partial<Sources>, number]>([
    ['a flag beats everything', { flags, prompt, env, file }, 2],
    ['GAR-016: the phrase beats environment and file', { prompt, env, file }, 3],
    ['the environment beats the file', { env, file }, 4],
    ['the file beats the default', { file }, 7],
    ['an empty variable is not set', { env: { GAR_ROUND_CAP: '' }, file }, 7],
    ['GAR-017: without a word the cap is 5', {}, 5],
  ])('%s', (_, sources, cap) => {
    expect(resolveConfig({ ...nothing, ...sources }).config.roundCap).toBe(cap)
  })

  it('every variable sets its value', () => {
    const { config } = resolveConfig({ file, flags: {}, env: { GAR_ROUND_CAP: '6', GAR_BRANCH_POLICY: 'any', GAR_SEVERITY_FLOOR: 'all', GAR_ON_ERROR: 'block', GAR_BUDGET: '120' } })
    expect(config).toEqual({ ...defaults, roundCap: 6, severityFloor: 'all', hooks: { roundCap: 6, budgetSeconds: 120, onError: 'block' }, engine: { ignore: ['vendor/'], maxFileKb: 1000 } })
  })

  it('GAR_ROUND_CAP above what a hook may take is lowered for the hook alone', () => {
    const { config } = resolveConfig({ ...nothing, env: { GAR_ROUND_CAP: '30' } })
    expect([config.roundCap, config.hooks.roundCap]).toEqual([30, 10])
  })

  it('GAR-018: a phrase that is no cap is said and changes nothing', () => {
    const { config, notes } = resolveConfig({ ...nothing, prompt: 'round cap zero' })
    expect(config.roundCap).toBe(5)
    expect(notes).toEqual(['"round cap zero" is no round cap (a positive whole number is expected); the cap stays 5.'])
  })

  it.each([
    ['usage', { flags: { 'round-cap': '0' } }, '--round-cap: expected a whole number from 1 to 50, got "0"'],
    ['usage', { flags: { 'round-cap': '3.5' } }, '--round-cap: expected a whole number from 1 to 50, got "3.5"'],
    ['usage', { flags: { 'branch-policy': 'main' } }, '--branch-policy: expected one of any, default-only, got "main"'],
    ['config', { env: { GAR_BUDGET: '3601' } }, 'GAR_BUDGET: expected a whole number from 1 to 3600, got "3601"'],
    ['config', { env: { GAR_BUDGET: '1e3' } }, 'GAR_BUDGET: expected a whole number from 1 to 3600, got "1e3"'],
    ['config', { env: { GAR_ON_ERROR: 'Block' } }, 'GAR_ON_ERROR: expected one of block, warn, got "Block"'],
    ['config', { env: { GAR_SEVERITY_FLOOR: '\u001b[2J' } }, 'GAR_SEVERITY_FLOOR: expected one of critical, bug, all, got "\\x1b[2J"'],
  ])('a value out of its range is a %s fault, never a silent default: %o', (code, sources, message) => {
    const fault = faultOf(() => resolveConfig({ ...nothing, ...sources }))
    expect([fault.code, fault.message]).toEqual([code, message])
    expect(fault.hint).not.toBe('')
  })

  it('a bad variable is refused even when a flag would win over it in another key', () => {
    expect(faultOf(() => resolveConfig({ ...nothing, flags, env: { GAR_ROUND_CAP: 'many' } })).message).toContain('GAR_ROUND_CAP')
  })
})
