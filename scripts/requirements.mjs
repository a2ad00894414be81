// Prints the ids of requirements that no test title carries. Ids of the core document must all be covered; of the others, those that are part of every run.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const { core, everyRun } = JSON.parse(readFileSync(path.join(root, 'test', 'requirements.json'), 'utf8'))

const files = readdirSync(path.join(root, 'test'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))

/** Ids in the titles of tests; "GAR-106 to GAR-121" stands for all between. */
function titledIds(text) {
  const titles = [...text.matchAll(/\b(?:it|test|describe)(?:\.each\([^]*?\]\s*\))?\(\s*(['"`])((?:\\.|(?!\1)[^])*)\1/g)].map((match) => match[2])
  const rows = [...text.matchAll(/(['"`])((?:GAR|RUC|FORGE|IMP|ANV)-\d{3}[^'"`]*)\1/g)].map((match) => match[2])
  return [...titles, ...rows].flatMap(idsOf)
}

function idsOf(title) {
  const ids = [...title.matchAll(/\b(GAR|RUC|FORGE|IMP|ANV)-(\d{3})(?:(?: to |\.\.|-)(?:\1-)?(\d{3}))?/g)]
  return ids.flatMap(([, letters, from, to]) => {
    const last = to === undefined ? Number(from) : Number(to)
    return Array.from({ length: last - Number(from) + 1 }, (_, n) => `${letters}-${String(Number(from) + n).padStart(3, '0')}`)
  })
}

const covered = new Set(files.flatMap(titledIds))
const missing = { core: core.filter((id) => !covered.has(id)), everyRun: everyRun.filter((id) => !covered.has(id)) }
process.stdout.write(`core: ${core.length - missing.core.length} of ${core.length} covered\n${missing.core.map((id) => `  ${id}\n`).join('')}`)
process.stdout.write(`part of every run: ${everyRun.length - missing.everyRun.length} of ${everyRun.length} covered\n${missing.everyRun.map((id) => `  ${id}\n`).join('')}`)
if (missing.core.length > 0) process.exitCode = 1
