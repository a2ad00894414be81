// npm run bench [-- --only small,1k] [--rounds 15] [--counts]: what gar's hooks cost, beside other hook managers, on the same commits.
// User + system CPU of the whole process tree, as medians of pairs: in each round every candidate runs once, in rotated order. Counts are exact, and fail the run.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { content, environment, installHooks, installPeers, makeRepo, pathOf, root, sizes } from './bench-world.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string' }, counts: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } } })
const wanted = values.only?.split(',') ?? Object.keys(sizes)
const say = (text) => process.stdout.write(`${text}\n`)
const failures = []
const check = (what, holds) => { if (!holds) failures.push(what); say(`  ${holds ? 'ok  ' : 'FAIL'} ${what}`) }

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-bench-')))
const env = environment(path.join(base, 'home'))
const hasStrace = spawnSync('strace', ['-V']).status === 0
try {
  const peers = values.counts ? { modules: base, installed: [] } : installPeers(base, env)
  if (!values.counts) measureStart()
  for (const size of wanted) measureSize(size, peers)
} finally {
  if (!values.keep) rmSync(base, { recursive: true, force: true })
}
say(failures.length === 0 ? '\nAll counts hold.' : `\n${failures.length} counts do not hold:\n${failures.join('\n')}`)
process.exitCode = failures.length === 0 ? 0 : 1

function measureSize(size, peers) {
  const repo = makeRepo(base, size, env)
  const hooks = installHooks(repo, peers)
  stage(repo, 1)
  const proofs = prepare(repo, hooks.gar)
  say(`\n## ${size}: ${sizes[size].files} tracked files, ${sizes[size].untracked} untracked; one commit of one staged file\n`)
  const candidates = commitCandidates(repo, hooks, proofs)
  const counted = countCommits(repo, candidates)
  checkCommits(repo, counted, proofs, hooks)
  if (!values.counts) printTable(size, candidates, measure(repo, candidates, size), counted)
  const pushes = pushCandidates(repo, hooks, proofs)
  const pushed = countCommits(repo, pushes)
  checkPushes(pushed)
  if (!values.counts) printTable(`${size}, git push`, pushes, measure(repo, pushes, size), pushed)
  if (!values.keep) rmSync(repo.top, { recursive: true, force: true })
}

// Stages n files anew on the same HEAD.
function stage(repo, n) {
  repo.git('reset', '-q', '--hard')
  for (let at = 0; at < n; at += 1) writeFileSync(path.join(repo.top, pathOf(at)), content(at, -1 - n))
  repo.git('add', '-u')
}

// Lets gar review the staged change once, keeps what it stored, and returns how to have all of it, the verdict alone, or nothing.
function prepare(repo, hooksPath) {
  const at = (name) => path.join(repo.top, '.git/gar', name)
  const ran = spawnSync('sh', [path.join(hooksPath, 'pre-commit')], { cwd: repo.top, env: { ...env, GIT_INDEX_FILE: '.git/index' }, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`gar did not let the commit pass: ${ran.stderr}`)
  const [proof] = readdirSync(at('fast'))
  copyFileSync(at(`fast/${proof}`), path.join(repo.top, `.git/${proof}`))
  return {
    all: () => { mkdirSync(at('fast'), { recursive: true }); copyFileSync(path.join(repo.top, `.git/${proof}`), at(`fast/${proof}`)) },
    verdicts: () => { rmSync(at('fast'), { recursive: true, force: true }) },
    none: () => { rmSync(at('fast'), { recursive: true, force: true }); rmSync(at('verdicts'), { recursive: true, force: true }) },
  }
}

function commitCandidates(repo, hooks, proofs) {
  const script = (hooksPath) => `git ${hooksPath === undefined ? '' : `-c core.hooksPath='${hooksPath}' `}commit -q ${hooksPath === undefined ? '--no-verify ' : ''}-m x >/dev/null 2>&1 || exit; printf '%s\\n' ${repo.head} >.git/refs/heads/main`
  const nothing = () => undefined
  const peer = (name) => ({ name, before: nothing, script: hooks[name] === undefined ? undefined : script(hooks[name]) })
  return [
    { name: 'git commit --no-verify', before: nothing, script: script() },
    { name: 'gar, judged before', before: proofs.all, script: script(hooks.gar) },
    { name: 'gar, up to the review', before: proofs.verdicts, script: script(hooks.gar) },
    { name: 'gar, with the review', before: proofs.none, script: script(hooks.gar), alone: true },
    ...Object.keys(hooks).filter((name) => name !== 'gar').map(peer),
  ]
}

function pushCandidates(repo, hooks, proofs) {
  const old = repo.git('rev-parse', 'HEAD~1')
  const remote = path.join(base, `${path.basename(repo.top)}-remote`)
  repo.git('clone', '-q', '--bare', '.', remote)
  repo.git('remote', 'add', 'origin', remote)
  const reset = `printf '%s\\n' ${old} >'${remote}/refs/heads/main'; printf '%s\\n' ${old} >.git/refs/remotes/origin/main`
  repo.git('fetch', '-q', 'origin')
  const script = (verify) => `${reset}; git -c core.hooksPath='${hooks.gar}' push -q ${verify} origin main >/dev/null 2>&1 || exit`
  // The first push is judged; the next of the same two ids is known.
  spawnSync('sh', ['-c', script('')], { cwd: repo.top, env })
  const proof = path.join(repo.top, '.git/gar/fast')
  const [name] = readdirSync(proof).filter((one) => one.startsWith('push-'))
  copyFileSync(path.join(proof, name), path.join(repo.top, '.git/push-proof'))
  return [
    { name: 'git push --no-verify', before: () => undefined, script: script('--no-verify') },
    { name: 'gar, judged before', before: () => { mkdirSync(proof, { recursive: true }); copyFileSync(path.join(repo.top, '.git/push-proof'), path.join(proof, name)) }, script: script('') },
    { name: 'gar, up to the review', before: proofs.verdicts, script: script(''), alone: true },
  ]
}

function run(repo, script, more = {}) {
  const ran = spawnSync('bash', ['-c', script], { cwd: repo.top, env: { ...env, ...more }, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`failed (${ran.status}): ${script}\n${ran.stdout}${ran.stderr}`)
  return ran.stderr
}

/** Runs each candidate once a round, in rotated order, and returns its CPU milliseconds by round; short commits run several times a turn, against the clock's grain. */
function measure(repo, candidates, size) {
  const isBig = size === '100k'
  const present = candidates.filter(({ script }) => script !== undefined)
  const rounds = Number(values.rounds ?? (isBig ? 7 : 15))
  const spent = new Map(present.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round += 1) {
    const turn = (round + 1) % present.length
    for (const { name, before, script, alone } of [...present.slice(turn), ...present.slice(0, turn)]) {
      before()
      const times = isBig || alone ? 1 : 4
      const told = run(repo, `TIMEFORMAT='%3U %3S'; time for i in ${'x '.repeat(times)}; do ${script}; done`)
      const [user, system] = told.trim().split('\n').at(-1).split(' ').map(Number)
      if (round >= 0) spent.get(name).push((user + system) * 1000 / times)
    }
  }
  return spent
}

/** Counts, for each candidate, what one run starts and reads: git from its own trace, everything else where strace is there. */
function countCommits(repo, candidates) {
  return new Map(candidates.filter(({ script }) => script !== undefined).map(({ name, before, script }) => {
    before()
    return [name, countOne(repo, script)]
  }))
}

function countOne(repo, script) {
  const trace = path.join(base, 'trace')
  rmSync(trace, { recursive: true, force: true })
  mkdirSync(trace)
  // Each Node that starts leaves its peak memory there.
  writeFileSync(path.join(base, 'node.cjs'), `process.on('exit', () => require('node:fs').appendFileSync(${JSON.stringify(path.join(base, 'nodes'))}, process.resourceUsage().maxRSS + '\\n'))\n`)
  writeFileSync(path.join(base, 'nodes'), '')
  run(repo, script, { GIT_TRACE2_EVENT: trace, NODE_OPTIONS: `--require ${path.join(base, 'node.cjs')}` })
  const events = readdirSync(trace).flatMap((name) => readFileSync(path.join(trace, name), 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line)))
  const regions = (label) => events.filter((event) => event.event === 'region_enter' && event.label === label).length
  const memory = readFileSync(path.join(base, 'nodes'), 'utf8').split('\n').filter((line) => line !== '').map(Number)
  return {
    git: readdirSync(trace).length, nodes: memory.length, reads: regions('do_read_index'), scans: regions('refresh') + regions('read_directory'),
    memory: memory.length === 0 ? null : Math.round(Math.max(...memory) / 1024), execs: hasStrace ? countExecs(repo, script) : null,
  }
}

function countExecs(repo, script) {
  const log = path.join(base, 'strace')
  run(repo, `strace -f -qq -e trace=execve -o '${log}' sh -c ${quote(script)}`)
  return readFileSync(log, 'utf8').split('\n').filter((line) => / = 0$/.test(line)).length - 1
}

function checkCommits(repo, counted, proofs, hooks) {
  const [floor, plain, hit, miss] = ['git commit --no-verify', 'sh', 'gar, judged before', 'gar, up to the review'].map((name) => counted.get(name))
  check(`judged before: 2 git (${hit.git}), 0 Node (${hit.nodes})`, hit.git === 2 && hit.nodes === 0)
  check(`judged before: one index read more than a hook of one line (${hit.reads - plain.reads}), no scan more (${hit.scans - floor.scans})`, hit.reads - plain.reads === 1 && hit.scans === floor.scans)
  check(`up to the review: at most 4 git (${miss.git}), 1 Node (${miss.nodes}), no scan more (${miss.scans - floor.scans})`, miss.git <= 4 && miss.nodes === 1 && miss.scans === floor.scans)
  if (hasStrace) check(`execs: judged before 3 (${hit.execs}), up to the review at most 6 (${miss.execs})`, hit.execs === 3 && miss.execs <= 6)
  if (sizes[path.basename(repo.top)].files < 1000) return
  stage(repo, 1000)
  proofs.verdicts()
  const known = prepare(repo, hooks.gar)
  const [many, manyMiss] = countMany(repo, known, hooks)
  check(`a thousand staged files: the same git processes and index reads, judged before (${many.git}, ${many.reads}) and up to the review (${manyMiss.git}, ${manyMiss.reads})`,
    many.git === hit.git && many.reads === hit.reads && many.nodes === 0 && manyMiss.git === miss.git && manyMiss.reads === miss.reads)
  stage(repo, 1)
}

function countMany(repo, known, hooks) {
  const [, hit, miss] = commitCandidates(repo, hooks, known)
  return [...countCommits(repo, [hit, miss]).values()]
}

function checkPushes(counted) {
  const [floor, hit] = ['git push --no-verify', 'gar, judged before'].map((name) => counted.get(name))
  check(`push judged before: no git (${hit.git - floor.git}) and no Node (${hit.nodes}) more`, hit.git === floor.git && hit.nodes === 0)
  if (hasStrace) check(`push judged before: one exec more, the hook's shell (${hit.execs - floor.execs})`, hit.execs - floor.execs === 1)
}

function measureStart() {
  const empty = path.join(base, 'empty.cjs')
  writeFileSync(empty, '')
  const gar = `'${process.execPath}' '${path.join(root, 'bin/gar.js')}'`
  const certificates = ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/cert.pem'].find((file) => existsSync(file))
  const node = `'${process.execPath}' '${empty}'`
  const candidates = [{ name: 'node empty.cjs', script: node }, { name: 'sh -c :', script: 'sh -c :' }, { name: 'git --version', script: 'git --version >/dev/null' }, { name: 'gar --version', script: `${gar} --version >/dev/null` }]
  if (certificates !== undefined) candidates.push({ name: 'node, extra certificates', script: `NODE_EXTRA_CA_CERTS=${certificates} ${node}` }, { name: 'node as the hook starts it, extra certificates', script: `GAR_EXTRA_CA_CERTS=${certificates} NODE_EXTRA_CA_CERTS= ${node}` })
  const named = candidates.map((one) => ({ ...one, before: () => undefined }))
  const repo = { top: base }
  printTable('starts', named, measure(repo, named, 'start'), new Map())
}

function printTable(title, candidates, spent, counted) {
  const [floor, hit, miss] = candidates.map(({ name }) => spent.get(name))
  const isHook = counted.size > 0
  const head = ['', 'CPU ms', `x ${candidates[0].name}`, ...(isHook ? ['judged before is', 'up to the review is', 'execs', 'git', 'Node', 'index reads', 'scans', 'peak MB of Node'] : [])]
  say(`\n| ${title} ${head.join(' | ')} |\n|---|${head.slice(1).map(() => '--:').join('|')}|`)
  for (const { name, script } of candidates) {
    if (script === undefined) { say(`| ${name} | absent |${' |'.repeat(head.length - 2)}`); continue }
    const own = spent.get(name)
    const { execs, git, nodes, reads, scans, memory } = counted.get(name) ?? {}
    const more = isHook ? [paired(hit, own), paired(miss, own), execs ?? '-', git, nodes, reads, scans, memory ?? ''] : []
    say(`| ${name} | ${median(own).toFixed(1)} | ${[paired(own, floor), ...more].join(' | ')} |`)
  }
}

function paired(a, b) {
  return `${median(a.map((value, at) => value / b[at])).toFixed(2)}x`
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function quote(text) {
  return `'${text.replaceAll('\'', '\'\\\'\'')}'`
}
