// Builds every recorded repository state, lets gar loose on each, and prints what came of it: node scripts/states.mjs [--pass gate|restore] [HK-002 ...]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const project = path.resolve(import.meta.dirname, '..')
const out = mkdtempSync(path.join(tmpdir(), 'gar-states-'))
const args = process.argv.slice(2)
const at = args.indexOf('--pass')
const [, only] = at < 0 ? [] : args.splice(at, 2)

try {
  await build({ absWorkingDir: project, entryPoints: ['test/states/bench.ts', 'test/states/probe.ts'], outdir: out, outExtension: { '.js': '.mjs' }, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning' })
  const { passes, runState, ids } = await import(pathToFileURL(path.join(out, 'bench.mjs')).href)
  const wanted = args.length === 0 ? ids(project) : args
  const work = passes.filter((pass) => only === undefined || pass === only).flatMap((pass) => wanted.map((id) => ({ id, pass })))
  const results = await runAll(work, ({ id, pass }) => runState({ project, probe: path.join(out, 'probe.mjs') }, id, pass))
  const bad = results.filter(({ problems }) => problems.length > 0)
  const skipped = results.filter(({ outcome }) => outcome === 'skipped')
  process.stdout.write(`${results.length - bad.length - skipped.length} as promised, ${bad.length} not, ${skipped.length} skipped\n`)
  process.exitCode = bad.length === 0 ? 0 : 1
} finally {
  rmSync(out, { recursive: true, force: true })
}

async function runAll(work, run) {
  const [queue, results] = [[...work], []]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await run(next)
      results.push(result)
      tell(result)
    }
  }
  await Promise.all([worker(), worker()])
  return results
}

function tell({ id, pass, outcome, why, problems, milliseconds }) {
  process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${id} ${pass.padEnd(8)}${outcome.padEnd(22)}${String(milliseconds).padStart(6)} ms  ${why}\n`)
  for (const problem of problems) process.stdout.write(`       ${problem.trimEnd().replaceAll('\n', '\n       ')}\n`)
}
