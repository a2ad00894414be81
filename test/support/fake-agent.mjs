// The scripted agent: a real child process that plays gate, triage, fixer and audit as a JSON script says.
//
//   node fake-agent.mjs --script script.json --role {role} [--out {out_file}] [--prompt {prompt_file}]
//   (or the script's path in FAKE_AGENT_SCRIPT; without --role the prompt's output contract tells the role)
//
// The script has a list for each role: { "gate": [step, ...], "triage": [...], "fix": [...], "audit": [...] }. The n-th call of a role
// takes the n-th step, the last one repeats; a role without a list takes {}. Every call is a line of `<script>.calls.jsonl`.
// A step is { "before": exit code without reading anything, "do": [action, ...], "answer": {...}, "form": how it is printed, "exit": code }.
//
// Actions, in order, relative to the working directory:
//   { "write": file, "text": t }  { "append": file, "text": t }  { "replace": file, "from": a, "to": b }  { "delete": file }
//   { "chmod": file, "mode": "755" }  { "mkdir": dir }  { "link": file, "to": target }  { "run": [program, ...args] }  { "print": t }
//   { "noise": bytes }  { "noiseErr": bytes }  { "hang": true, "deaf": bool }  { "die": code or signal }  { "wait": file that has to appear }
//   { "leave": true, "deaf": bool, "own": bool, "holds": bool }  starts a child that outlives this process
//
// "answer" is laid over an honest answer, which echoes what the prompt asked about:
//   gate   { "findings": [{ "location": "a.js:2", ... }], ... }   findings take defaults; in a delta, what the step does not name is "closed"
//   triage { "refuse": { "F001": "not-real" }, ... }    fix { "unresolved": ["F001"], ... }    audit { "unmapped": [0], ... }
//   any    a value null removes the member; { "raw": ... } replaces the whole answer
// In every text {{snapshot}}, {{round}}, {{mode}}, {{head}}, {{base}}, {{F1}} (the first finding's id) and so on are what the prompt says.
//
// "form": block (default), fenced, crlf, logged (text before it), quoted-after-log (an earlier block quoted), twice (a block, then this one),
//   cut (no closing line), half (ends inside the JSON), prose, empty, summary (its contract retold), garble (bytes that are no text),
//   inline (the marks beside the JSON), unable (block and inability line), unable-alone (the line without a block)
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const argument = (name) => { const at = process.argv.indexOf(`--${name}`); return at === -1 ? undefined : process.argv[at + 1] }
const scriptFile = argument('script') ?? process.env.FAKE_AGENT_SCRIPT
if (scriptFile === undefined) fail('no script: give --script or FAKE_AGENT_SCRIPT')
const script = JSON.parse(fs.readFileSync(scriptFile, 'utf8'))
const phases = { gate: 'REVIEW', triage: 'TRIAGE', fix: 'FIX', audit: 'DELTA' }

let prompt
const readPrompt = () => (prompt ??= fs.readFileSync(0, 'utf8'))
const role = argument('role') ?? Object.keys(phases).find((one) => readPrompt().includes(`"phase": "${phases[one]}"`)) ?? fail('the prompt names no role')
const step = takeStep()
if (step.before !== undefined) process.exit(step.before)
readPrompt()
if (argument('prompt') !== undefined && fs.readFileSync(argument('prompt'), 'utf8') !== prompt) fail('the prompt file is not the prompt')
const said = understand(prompt)
for (const action of fill(step.do ?? [])) await act(action)
print(Buffer.from(render(answer(fill(step.answer ?? {})), step.form ?? 'block'), step.form === 'garble' ? 'latin1' : 'utf8'))
process.exitCode = step.exit ?? 0

function takeStep() {
  const log = `${scriptFile}.calls.jsonl`
  const calls = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line)) : []
  const n = calls.filter((call) => call.role === role).length
  fs.appendFileSync(log, `${JSON.stringify({ role, n: n + 1, cwd: process.cwd(), argv: process.argv.slice(2), env: Object.keys(process.env).sort() })}\n`)
  return script[role]?.[n] ?? script[role]?.at(-1) ?? {}
}

// What an agent would understand of its prompt.
function understand(text) {
  const word = (pattern) => pattern.exec(text)?.[1]
  const findings = [...text.matchAll(/^(\{"id":"F\d+".*\})$/gm)].map(([line]) => JSON.parse(line))
  const facts = {
    snapshot: word(/^- snapshot: ([0-9a-f]+)$/m), head: word(/^- head: (\S+)$/m), base: word(/^- base: ([0-9a-f]+)$/m) ?? null,
    round: Number(word(/^# .*\bround (\d+)/m)), mode: word(/^# Review, round \d+, mode (\w+)/m), findings, hunks: hunksOf(text),
  }
  if (facts.head === 'none') facts.head = null
  findings.forEach(({ id }, at) => { facts[`F${at + 1}`] = id })
  return facts
}

function hunksOf(text) {
  const part = /## Hunks\n\n(`{3,})diff\n([\s\S]*?)\n\1/.exec(text)?.[2] ?? ''
  let file = ''
  return part.split('\n').flatMap((line) => {
    if (line.startsWith('+++ b/')) file = line.slice(6)
    const [, start, count] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (start === undefined) return []
    const first = Math.max(1, Number(start))
    return [{ file, start: first, end: Math.max(first, Number(start) + Number(count ?? 1) - 1) }]
  })
}

function fill(value) {
  if (typeof value === 'string') return value.replace(/\{\{(\w+)\}\}/g, (whole, name) => String(said[name] ?? whole))
  if (Array.isArray(value)) return value.map(fill)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]))
}

async function act(action) {
  if ('write' in action) { fs.mkdirSync(path.dirname(action.write), { recursive: true }); fs.writeFileSync(action.write, action.text ?? '') }
  if ('append' in action) fs.appendFileSync(action.append, action.text ?? '')
  if ('replace' in action) {
    const text = fs.readFileSync(action.replace, 'utf8')
    if (!text.includes(action.from)) fail(`${action.replace} does not hold ${JSON.stringify(action.from)}`)
    fs.writeFileSync(action.replace, text.replace(action.from, () => action.to))
  }
  if ('delete' in action) fs.rmSync(action.delete, { recursive: true })
  if ('chmod' in action) fs.chmodSync(action.chmod, parseInt(action.mode, 8))
  if ('mkdir' in action) fs.mkdirSync(action.mkdir, { recursive: true })
  if ('link' in action) fs.symlinkSync(action.to, action.link)
  if ('run' in action) { const [file, ...args] = action.run; const ran = spawnSync(file, args, { encoding: 'utf8' }); if (ran.status !== 0) fail(`${action.run.join(' ')}: ${ran.stderr ?? ran.error}`) }
  if ('print' in action) put(1, Buffer.from(action.print))
  if ('noise' in action) for (let left = action.noise; left > 0; left -= 65_536) put(1, Buffer.alloc(Math.min(left, 65_536), 'x'))
  if ('noiseErr' in action) for (let left = action.noiseErr; left > 0; left -= 65_536) put(2, Buffer.alloc(Math.min(left, 65_536), 'x'))
  if ('leave' in action) await leave(action)
  if ('wait' in action) while (!fs.existsSync(action.wait)) await new Promise((resolve) => { setTimeout(resolve, 10) })
  if ('die' in action) { if (typeof action.die === 'number') process.exit(action.die); process.kill(process.pid, action.die); await new Promise(() => { setInterval(() => {}, 1e6) }) }
  if ('hang' in action) { if (action.deaf) process.on('SIGTERM', () => {}); await new Promise(() => { setInterval(() => {}, 1e6) }) }
}

async function leave({ deaf, own, holds }) {
  const code = `${deaf ? "process.on('SIGTERM', () => {});" : ''} process.send('up', () => process.disconnect()); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['-e', code], { detached: own === true, stdio: ['ignore', holds ? 'inherit' : 'ignore', 'ignore', 'ipc'] })
  await new Promise((resolve) => { child.once('message', resolve) })
  child.disconnect()
  child.unref()
}

function answer(told) {
  if ('raw' in told) return told.raw
  const whole = { gate: gateAnswer, triage: triageAnswer, fix: fixAnswer, audit: auditAnswer }[role](told)
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
}

function gateAnswer({ findings = [], ...more }) {
  const { round, mode, snapshot, head, base } = said
  const given = findings.map((finding, at) => ({
    id: `R${round}-F${at + 1}`, heading: 'critical', label: 'inferred', non_blocking: (finding.heading ?? 'critical') !== 'critical', tag: mode === 'first' ? 'none' : finding.prior_id ? 'open' : 'new',
    title: 'A scripted finding', location: 'a.js:1', lane: 'working-tree lane', lane_case: 8, anchor: { kind: 'diff' }, pre_existing: false, scope_extension: false, reproduction_line: false,
    evidence: 'seen', consequence: 'it fails', fix: { text: 'Correct it.', paths: [(finding.location ?? 'a.js:1').replace(/:\d+(-\d+)?$/, '')] }, decision_ref: null, ...finding,
  }))
  const gone = mode === 'first' ? [] : said.findings.filter(({ id }) => !given.some((finding) => finding.prior_id === id)).map((prior, at) => ({
    id: `R${round}-F${given.length + at + 1}`, prior_id: prior.id, heading: 'critical', label: 'inferred', non_blocking: false, tag: 'closed', title: prior.title, location: prior.location,
    lane: 'working-tree lane', lane_case: 8, anchor: { kind: 'none' }, pre_existing: false, scope_extension: false, reproduction_line: false,
    evidence: 'gone', consequence: prior.consequence, fix: prior.fix, decision_ref: null,
  }))
  const all = [...given, ...gone]
  const isOpen = all.some(({ tag }) => tag !== 'closed' && tag !== 'settled by a decision')
  return {
    schema_version: 1, phase: 'REVIEW', status: 'success', round, mode, reviewed: { snapshot, head, base }, needs_fix_round: isOpen, report_markdown: '# Review', findings: all, decisions: [],
    gates: [], unread: [], coverage: { committed: true, staged: true, unstaged: true, untracked: true }, closing: { committable: !isOpen, reason: 'scripted' }, loop_can_stop: !isOpen, ...more,
  }
}

function triageAnswer({ refuse = {}, ...more }) {
  const decisions = said.findings.map(({ id }) => (refuse[id] ? { finding_id: id, verdict: 'not-approved', reason: 'refuted as scripted', code: refuse[id] } : { finding_id: id, verdict: 'approved', reason: 'real and minimum' }))
  return { phase: 'TRIAGE', decisions, ...more }
}

function fixAnswer({ unresolved = [], ...more }) {
  const writes = (step.do ?? []).some((action) => ['write', 'append', 'replace', 'delete', 'chmod', 'link'].some((name) => name in action))
  const resolutions = said.findings.map((finding) => (unresolved.includes(finding.id)
    ? { finding_id: finding.id, resolution: 'unresolved', rationale: 'Left as it is, because the script of this test says so.', files: [] }
    : { finding_id: finding.id, resolution: 'fixed', files: finding.fix.paths }))
  return { phase: 'FIX', status: 'success', changed_workspace: writes, resolutions, reproductions: [], ...more }
}

function auditAnswer({ unmapped = [], ...more }) {
  const hunks = said.hunks.map((hunk, at) => (unmapped.includes(at) ? { ...hunk, mapped: false, finding_id: null, reason: 'no finding needs it' } : { ...hunk, mapped: true, finding_id: said.F1 ?? null, reason: 'the fix' }))
  return { phase: 'DELTA', hunks, ...more }
}

function render(value, form) {
  const json = JSON.stringify(value, null, 2)
  const block = `<<<CONTROL_RESULT>>>\n${json}\n<<<END_CONTROL_RESULT>>>\n`
  const forms = {
    block: () => block,
    fenced: () => `\`\`\`\n${block}\`\`\`\n`,
    crlf: () => block.replaceAll('\n', '\r\n'),
    logged: () => `reading files\nthe mark <<<CONTROL_RESULT>>> inside a line\n${block}`,
    'quoted-after-log': () => `a file holds:\n\`\`\`\n<<<CONTROL_RESULT>>>\n{"phase":"${phases[role]}"}\n<<<END_CONTROL_RESULT>>>\n\`\`\`\n${block}`,
    twice: () => `<<<CONTROL_RESULT>>>\n{"draft":true}\n<<<END_CONTROL_RESULT>>>\n${block}`,
    cut: () => block.slice(0, block.lastIndexOf('<<<END')),
    half: () => block.slice(0, block.length / 2),
    prose: () => 'I looked at everything and found no problem.\n',
    empty: () => '',
    summary: () => `Result: ${phases[role]}, status success, findings as discussed above, all other fields unchanged.\n`,
    garble: () => `\xff\xfe\x80 ${block}`,
    inline: () => `<<<CONTROL_RESULT>>> ${JSON.stringify(value)} <<<END_CONTROL_RESULT>>>\n`,
    unable: () => `helper_result: unable\tthe script says so\n${block}`,
    'unable-alone': () => 'helper_result: unable\tthe script says so\n',
  }
  return (forms[form] ?? fail(`unknown form ${form}`))()
}

function print(bytes) {
  if (argument('out') === undefined) put(1, bytes)
  else fs.writeFileSync(argument('out'), bytes)
}

// Synchronous, so that nothing is lost at the exit; a full pipe is tried again.
function put(fd, bytes) {
  for (let done = 0; done < bytes.length;) {
    try { done += fs.writeSync(fd, bytes, done) } catch (error) { if (error.code !== 'EAGAIN') throw error }
  }
}

function fail(reason) {
  process.stderr.write(`fake-agent: ${reason}\n`)
  process.exit(64)
}
