import { describe, expect, test } from 'vitest'
import { brief, reviewOf } from './fakes.ts'

const token = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ2bD4fG6hJ8'}`
const key = ['-----BEGIN RSA ', 'PRIVATE KEY-----\n', `${'MIIEpAIBAAKCAQEA7bq9Zk2yW1'.repeat(3)}\n`.repeat(3), '-----END RSA ', 'PRIVATE KEY-----\n'].join('')

describe('credentials', () => {
  test('a provider token on an added line is critical, in any file', async () => {
    expect(brief(await reviewOf({ 'a.js': `export const t = '${token}'\n`, 'b.env': `T=${token}\n` }))).toEqual(['gar/credential a.js:1 critical/verified', 'gar/credential b.env:1 critical/verified'])
  })

  test('a private key is critical', async () => {
    expect(brief(await reviewOf({ 'id.pem': key }))).toEqual(['gar/credential id.pem:1 critical/verified'])
  })

  test('the value is in no part of the verdict', async () => {
    const verdict = await reviewOf({ 'a.js': `export const t = '${token}'\nfoo('${token}')\n`, 'b.js': { base: `bar('${token}')\nf()\nfunction f() {}\n`, now: 'f()\n' }, 'c.pem': key, 'd.json': `{ "t": "${token}" x }\n`, 'e.yml': `a: [\n${key}` })
    const text = JSON.stringify(verdict)
    expect(verdict.findings.length).toBeGreaterThanOrEqual(5)
    expect(text).not.toContain(token.slice(0, 8))
    expect(text).not.toContain('MIIEpAIBAAKCAQEA')
  })

  test('a token the base held is no news, also on an edited line', async () => {
    expect(brief(await reviewOf({ 'a.txt': { base: `t: ${token}\n`, now: `token: ${token}\n` } }))).toEqual([])
  })

  test('a token on an untouched line is not looked for', async () => {
    expect(brief(await reviewOf({ 'a.txt': { base: `t: ${token}\n`, now: `t: ${token}\nb\n` } }))).toEqual([])
  })

  test.each(['test/a.js', 'docs/a.md', 'examples/a.js', 'README.md'])('in tests and documentation it is inferred: %s', async (path) => {
    expect(brief(await reviewOf({ [path]: `// ${token}\n` }))).toEqual([`gar/credential ${path}:1 bug/inferred`])
  })

  test('a generic key is inferred anywhere', async () => {
    expect(brief(await reviewOf({ 'a.txt': 'api_key = "q8Zt3vLw9Kp2Rn5Xc7Bm4Jd6"\n' }))).toEqual(['gar/possible-credential a.txt:1 bug/inferred'])
  })

  test.each(['AKIAIOSFODNN7EXAMPLE', 'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '${GITHUB_TOKEN}', 'process.env.TOKEN'])('a placeholder is none: %s', async (value) => {
    expect(brief(await reviewOf({ 'a.txt': `token = "${value}"\n` }))).toEqual([])
  })
})
