import { scriptInferred, scriptVerified } from '../rule-lists.ts'

const plugins = ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jest', 'vitest']
const env = ['builtin', 'node', 'browser', 'worker', 'es2024', 'mocha', 'jest']

const tuned: Readonly<Record<string, unknown>> = {
  'no-constant-condition': ['error', { checkLoops: false }],
  'no-cond-assign': ['error', 'except-parens'],
  'no-self-assign': ['error', { props: false }],
  'no-unused-vars': ['error', { args: 'none', caughtErrors: 'none', vars: 'local' }],
}

/** Returns the configuration file of the script analyser; nothing of the repository's own configuration is read. */
export function oxlintConfig(): string {
  const rules = [...scriptVerified, ...scriptInferred].map((rule): [string, unknown] => [rule.replace(/^eslint\//, ''), 'error'])
  return JSON.stringify({
    plugins,
    categories: { correctness: 'off' },
    env: Object.fromEntries(env.map((name) => [name, true])),
    globals: { vi: 'readonly', Deno: 'readonly', Bun: 'readonly' },
    rules: { ...Object.fromEntries(rules), ...tuned },
  })
}
