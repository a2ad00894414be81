// Shows gar at work in a scratch repository with a bare remote: every command and what it really printed. Ends with an error when a step differs from what is promised.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const gar = path.resolve(import.meta.dirname, '..', 'bin', 'gar.js')
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-demo-')))
const top = path.join(scratch, 'project')
const home = path.join(scratch, 'home')
const env = {
  PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0',
  ...(process.env.FORCE_COLOR !== undefined && { FORCE_COLOR: process.env.FORCE_COLOR }),
}
// A token in a provider's form, put together here so that no scanner finds one in this file.
const token = ['ghp', 'Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0Fe9Dc8'].join('_')
const clean = 'export function total(prices) {\n  let sum = 0\n  for (const price of prices) sum += price\n  return sum\n}\n'

class Differs extends Error {}

function say(text) {
  process.stdout.write(`${text}\n`)
}

function step(title) {
  say(`\n--- ${title}`)
}

/** Runs a command as a user would type it, shows it, and holds its exit code against the promised one. */
function run(command, expected = 0) {
  say(`\n$ ${command}`)
  const ended = spawnSync('sh', ['-c', command], { cwd: top, env, encoding: 'utf8' })
  const text = `${ended.stdout}${ended.stderr}`.trimEnd().replaceAll(token, 'ghp_...')
  if (text !== '') say(text)
  if (ended.status !== expected) throw new Differs(`"${command}" ended with ${ended.status}, promised was ${expected}`)
  return { out: ended.stdout, err: ended.stderr }
}

function write(file, text) {
  mkdirSync(path.dirname(path.join(top, file)), { recursive: true })
  writeFileSync(path.join(top, file), text)
  say(`(an editor saves ${file})`)
}

function promise(what, holds) {
  if (!holds) throw new Differs(`not as promised: ${what}`)
  say(`  ok: ${what}`)
}

const staged = () => spawnSync('git', ['ls-files', '-s'], { cwd: top, env, encoding: 'utf8' }).stdout
const head = () => spawnSync('git', ['rev-parse', 'HEAD'], { cwd: top, env, encoding: 'utf8' }).stdout
const read = (file) => readFileSync(path.join(top, file), 'utf8')

function prepare() {
  mkdirSync(top)
  mkdirSync(home)
  writeFileSync(path.join(home, '.gitconfig'), '[user]\n\tname = Demo\n\temail = demo@example.invalid\n[core]\n\tpager = cat\n')
  // "gar" on PATH stands for "npx gar" in a project that has it installed.
  mkdirSync(path.join(scratch, 'bin'))
  writeFileSync(path.join(scratch, 'bin', 'gar'), `#!/bin/sh\nexec "${process.execPath}" "${gar}" "$@"\n`, { mode: 0o755 })
  env.PATH = `${path.join(scratch, 'bin')}:${env.PATH}`
  step('A project with a remote')
  run('git init -q -b main && git init -q --bare ../remote.git && git remote add origin ../remote.git')
  write('src/total.js', clean)
  run('git add -A && git commit -q -m "Add total" && git push -q -u origin main')
  run('gar install-hooks')
}

function blockedCommit() {
  step('A commit with a bug and a credential is blocked; the bug is fixed in the working tree')
  write('src/total.js', clean.replace('sum += price', 'smu += price'))
  write('src/client.js', `export const token = '${token}'\n`)
  run('git add -A')
  const [index, commit] = [staged(), head()]
  const { err } = run('git commit -m "Add a client"', 1)
  promise('the message names the credential and how to go on', err.includes('src/client.js:1') && err.includes('git commit --no-verify'))
  promise('no commit was made and the index is untouched', head() === commit && staged() === index)
  run('gar report')
  run('git diff')
  promise('the misspelt name is mended in the working tree, unstaged', read('src/total.js') === clean)
  promise('the credential is left for a person to revoke', read('src/client.js').includes(token))
}

function passingCommit() {
  step('The credential is taken out by hand; with everything staged the commit passes')
  write('src/client.js', 'export const token = process.env.CLIENT_TOKEN\n')
  run('git add -A && git commit -q -m "Add a client"')
}

function handedOver() {
  step('Where every finding was fixed, staging the fix is enough: the verdict is already stored')
  write('src/mean.js', 'import { total } from \'./total.js\'\n\nexport function mean(prices) {\n  debugger\n  return total(prices) / prices.length\n}\n')
  run('git add -A')
  run('git commit -m "Add mean"', 1)
  const run1 = /run=\S+/.exec(read('.git_auto_review/default/report.txt'))?.[0]
  const { err } = run('git add -- src/mean.js && git commit -q -m "Add mean"')
  promise('it passed at once, silently, without another review', err === '' && /run=\S+/.exec(read('.git_auto_review/default/report.txt'))?.[0] === run1)
}

function bypassAndPush() {
  step('--no-verify lets a new bug into a commit; the push is blocked')
  write('src/total.js', clean.replace('return sum', 'debugger\n  return sum'))
  run('git commit -q --no-verify -am "Debug total"')
  const { out } = run('git push', 1)
  promise('nothing was printed on the standard output of the push', out === '')
  run('git checkout -q -- src/total.js')
  step('gar run fixes it, the fix is committed, and the push passes')
  run('gar run')
  promise('the fix stands in the working tree', read('src/total.js') === clean)
  run('git commit -q -am "Take the debugger statement out"')
  run('git push -q')
  const remote = spawnSync('git', ['rev-parse', 'main'], { cwd: path.join(scratch, 'remote.git'), env, encoding: 'utf8' }).stdout
  promise('the remote has what was committed', remote === head())
  step('Taking the hooks out leaves no trace')
  run('gar uninstall-hooks')
}

try {
  prepare()
  blockedCommit()
  passingCommit()
  handedOver()
  bypassAndPush()
  say('\nEvery step went as promised.')
} catch (error) {
  if (!(error instanceof Differs)) throw error
  process.stderr.write(`\ndemo: ${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
