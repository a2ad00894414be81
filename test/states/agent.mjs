// The agent of the bench: it reports the first added line of any change as a bug, and as a fixer first runs riot, then does what it was asked.
//
//   node agent.mjs ROLE    (the answer's form is the scripted agent's, ../support/fake-agent.mjs)
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const [role] = process.argv.slice(2)
const prompt = fs.readFileSync(0, 'utf8')
const remark = ' // mended'
const deeds = { gate: review, triage: () => ({}), fix, audit: () => ({}) }

const script = path.join(process.env.TMPDIR, `script-${process.pid}.json`)
fs.writeFileSync(script, JSON.stringify({ [role]: [{ answer: deeds[role]() }] }))
const { stdout, stderr, status } = spawnSync(process.execPath, [path.resolve(import.meta.dirname, '..', 'support', 'fake-agent.mjs'), '--script', script, '--role', role], { input: prompt })
fs.writeSync(2, stderr)
fs.writeSync(1, stdout)
process.exitCode = status ?? 1

// A change with the remark in it has been reviewed before.
function review() {
  const diff = /\n(`{3,})diff\n([\s\S]*?)\n\1\n/.exec(prompt)?.[2] ?? ''
  const found = diff.includes(remark) ? undefined : firstAdded(diff.split('\n'))
  return found === undefined ? {} : { findings: [{ location: found, title: 'A line without a remark', fix: { text: 'Add the remark.', paths: [found.slice(0, found.lastIndexOf(':'))] } }] }
}

function firstAdded(lines) {
  let file = null
  let at = 0
  for (const line of lines) {
    if (line.startsWith('+++ ')) file = line.startsWith('+++ b/') && !line.includes('\\') ? line.slice(6) : null
    const start = /^@@ -\S+ \+(\d+)/.exec(line)?.[1]
    if (start !== undefined) at = Number(start)
    else if (line.startsWith('+') && !line.startsWith('+++ ') && file !== null) return `${file}:${at}`
  }
  return undefined
}

function fix() {
  const findings = [...prompt.matchAll(/^(\{"id":"F\d+".*\})$/gm)].map(([line]) => JSON.parse(line))
  const done = findings.map(({ id, location }) => (mend(location) ? null : id)).filter((id) => id !== null)
  if (!prompt.includes('## Why this is a retry')) riot(findings.map(({ location }) => location.slice(0, location.lastIndexOf(':'))))
  return { unresolved: done, changed_workspace: true }
}

// Bytes are kept: the remark is put before the line end, whatever that is.
function mend(location) {
  const [, file, start] = /^(.*):(\d+)(?:-\d+)?$/s.exec(location)
  const lines = fs.readFileSync(file, 'latin1').split('\n')
  const line = lines[start - 1]
  if (line === undefined) return false
  lines[start - 1] = line.endsWith('\r') ? `${line.slice(0, -1)}${remark}\r` : `${line}${remark}`
  fs.writeFileSync(file, lines.join('\n'), 'latin1')
  return true
}

// What no finding asked for: new files, a clean file gone, another one changed, modes.
function riot(asked) {
  fs.mkdirSync('fixdir/x', { recursive: true })
  fs.writeFileSync('fixdir/x/n.js', 'added by a fixer\n')
  fs.writeFileSync('fixer-new.js', 'added by a fixer\n')
  const listed = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8', env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' } }).stdout.split('\0')
  const [gone, changed, turned] = listed.filter((name) => name !== '' && !name.includes('\ufffd') && !name.startsWith('.git') && !asked.includes(name) && isPlain(name))
  if (gone !== undefined) fs.unlinkSync(gone)
  if (changed !== undefined) fs.appendFileSync(changed, 'appended by a fixer\n')
  if (turned !== undefined) fs.chmodSync(turned, 0o755)
}

function isPlain(place) {
  if (fs.lstatSync(place, { throwIfNoEntry: false })?.isFile() !== true) return false
  const home = path.resolve(path.dirname(place))
  return fs.realpathSync(home) === home
}
