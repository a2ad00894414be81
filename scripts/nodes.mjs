// Packs the package, installs it into another project, and uses it there for a commit and a push, on this Node and on later ones that npm brings.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const versions = ['22.23.3', '24.21.0']
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'gar-nodes-')))

function run(file, args, { cwd = root, env = process.env, expected = 0 } = {}) {
  const ended = spawnSync(file, args, { cwd, env, encoding: 'utf8' })
  if (ended.error) throw ended.error
  if (ended.status !== expected) throw new Error(`${file} ${args.join(' ')} ended with ${ended.status}, not ${expected}:\n${ended.stdout}${ended.stderr}`)
  return ended.stdout + ended.stderr
}

/** Returns the path of a Node binary that the npm registry brings for this machine. */
function fetchNode(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const place = path.join(scratch, `node-${version}`)
  mkdirSync(place)
  writeFileSync(path.join(place, 'package.json'), '{}')
  run('npm', ['install', '--no-audit', '--no-fund', '--no-save', `${name}@${version}`], { cwd: place })
  return path.join(place, 'node_modules', name, 'bin', 'node')
}

function pack() {
  run('npm', ['pack', '--pack-destination', scratch])
  const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack made no tarball')
  return path.join(scratch, tarball)
}

function install(tarball) {
  const project = path.join(scratch, 'installed')
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n')
  run('npm', ['install', '--no-audit', '--no-fund', '-D', tarball], { cwd: project })
  return project
}

function environment(node, name) {
  const bin = path.join(scratch, `bin-${name}`)
  mkdirSync(bin)
  symlinkSync(node, path.join(bin, 'node'))
  const home = path.join(scratch, `home-${name}`)
  mkdirSync(home)
  writeFileSync(path.join(home, '.gitconfig'), '[user]\n\tname = T\n\temail = t@example.invalid\n')
  return { PATH: `${bin}:${process.env.PATH}`, HOME: home, GIT_CONFIG_NOSYSTEM: '1', LANG: 'C.UTF-8' }
}

function use(installed, node, name) {
  const env = environment(node, name)
  const top = path.join(scratch, `project-${name}`)
  run('cp', ['-R', installed, top])
  const git = (args, expected) => run('git', args, { cwd: top, env, expected })
  const write = (text) => writeFileSync(path.join(top, 'sum.js'), text)
  const good = 'export const sum = (a, b) => {\n  return a + b\n}\n'
  const bad = good.replace('  return', '  debugger\n  return')
  writeFileSync(path.join(top, '.gitignore'), 'node_modules/\n')
  git(['init', '-q', '-b', 'main'])
  run('git', ['init', '-q', '--bare', `${top}.git`], { env })
  git(['remote', 'add', 'origin', `${top}.git`])
  run(path.join(top, 'node_modules', '.bin', 'gar'), ['install-hooks'], { cwd: top, env })
  write(good)
  git(['add', '-A'])
  git(['commit', '-q', '-m', 'base'])
  git(['push', '-q', '-u', 'origin', 'main'])
  write(bad)
  git(['add', '-A'])
  const said = git(['commit', '-m', 'bug'], 1)
  if (!said.includes('1 fixed in the working tree')) throw new Error(`the commit was not blocked as promised:\n${said}`)
  if (readFileSync(path.join(top, 'sum.js'), 'utf8') !== good) throw new Error('the fix does not stand in the working tree')
  write(bad)
  git(['commit', '-q', '--no-verify', '-am', 'bug'])
  git(['push'], 1)
  git(['commit', '-q', '-am', 'mended'])
  git(['push', '-q'])
  process.stdout.write(`packed, installed and used for commits and pushes on Node ${run(node, ['--version']).trim()}\n`)
}

try {
  const installed = install(pack())
  use(installed, process.execPath, 'this')
  for (const version of versions) use(installed, fetchNode(version), version)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
