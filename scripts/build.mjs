// Builds dist/: one small entry, everything else in chunks that are loaded when a command needs them.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')
const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
// Built beside its place and moved there when complete, so that no hook ever runs half a build.
const fresh = path.join(root, 'node_modules', '.gar-build')
const dist = path.join(root, 'dist')

await rm(fresh, { recursive: true, force: true })
await mkdir(path.join(fresh, 'chunks'), { recursive: true })
const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/app/cli/main.ts'],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Names stay readable: they are what a report of a bug shows.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  external: Object.keys(manifest.dependencies).flatMap((name) => [name, `${name}/*`]),
  // Bundled CommonJS packages call require for node's own modules.
  banner: { js: "import{createRequire as garRequire}from'node:module';const require=garRequire(import.meta.url);" },
  metafile: true,
  write: false,
  logLevel: 'warning',
})

const digest = createHash('sha256')
for (const { path: file, contents } of outputFiles.sort((a, b) => (a.path < b.path ? -1 : 1))) {
  const name = path.relative(dist, file)
  digest.update(`${name}\0${contents.length}\0`).update(contents)
  await writeFile(path.join(fresh, name), contents)
}
await writeFile(path.join(fresh, 'build-id'), `${digest.digest('hex')}\n`)
await writeFile(path.join(fresh, 'meta.json'), JSON.stringify(metafile))
const notice = await readFile(path.join(root, 'src', 'io', 'engine', 'data', 'NOTICE'), 'utf8')
await writeFile(path.join(fresh, 'licences.txt'), `${await licences(Object.keys(metafile.inputs))}\n${notice}`)
await rm(dist, { recursive: true, force: true })
await rename(fresh, dist)

const bytes = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0)
process.stdout.write(`dist: ${outputFiles.length} files, ${Math.round(bytes / 1024)} KB\n`)

/** Returns the licence texts of the packages whose code is in the bundle. */
async function licences(inputs) {
  const folders = new Set(inputs.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter((folder) => folder !== undefined))
  const texts = await Promise.all([...folders].sort().map(licence))
  return `The built files contain code of these packages.\n\n${texts.join('\n')}`
}

async function licence(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'))
  const file = (await readdir(path.join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined && typeof license !== 'string') throw new Error(`${name} is bundled and states no licence`)
  const text = file === undefined ? '' : await readFile(path.join(root, folder, file), 'utf8')
  return `${'-'.repeat(72)}\n${name} ${version} (${license})\n\n${text.trim()}\n`
}
