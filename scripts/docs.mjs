// Writes what is derived from the configuration schema: schema/garrc.schema.json and the table between the marks of README.md.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')
// Inside node_modules, so that the bundle finds zod where the sources do.
const temp = await mkdtemp(path.join(root, 'node_modules', '.gar-docs-'))
try {
  const outfile = path.join(temp, 'docs.mjs')
  await build({ absWorkingDir: root, entryPoints: ['src/core/config/docs.ts'], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20', packages: 'external', logLevel: 'warning' })
  const { placeConfigTable, renderConfigSchema } = await import(outfile)
  await mkdir(path.join(root, 'schema'), { recursive: true })
  await writeFile(path.join(root, 'schema', 'garrc.schema.json'), renderConfigSchema())
  await writeReadme(path.join(root, 'README.md'), placeConfigTable)
} finally {
  await rm(temp, { recursive: true, force: true })
}

async function writeReadme(readme, place) {
  if (!existsSync(readme)) return
  const placed = place(await readFile(readme, 'utf8'))
  if (placed === undefined) throw new Error('README.md has no <!-- config:start --> and <!-- config:end --> marks')
  await writeFile(readme, placed)
}
