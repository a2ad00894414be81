// The repositories that scripts/bench.mjs measures in, and the hook managers it measures beside.
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
export const sizes = { small: { files: 32, untracked: 0 }, '1k': { files: 1000, untracked: 100 }, '10k': { files: 10_000, untracked: 1000 }, '100k': { files: 100_000, untracked: 10_000 } }
const peers = ['husky@9.1.7', 'lint-staged@16.4.0', 'lefthook@2.2.1', 'simple-git-hooks@2.14.0', '@j178/prek@0.5.3']
const commits = 1000

/** Returns an environment in which nothing of this machine's git configuration counts. */
export function environment(base) {
  mkdirSync(base, { recursive: true })
  writeFileSync(path.join(base, '.gitconfig'), '[user]\n\tname = Bench\n\temail = bench@example.invalid\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n')
  return { PATH: process.env.PATH, HOME: base, LANG: 'C', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: path.join(base, '.gitconfig'), GIT_TERMINAL_PROMPT: '0' }
}

/** Installs the pinned peers from the npm registry, each by itself, so that one that is not to be had costs only its own row. */
export function installPeers(base, env) {
  const directory = path.join(base, 'peers')
  mkdirSync(directory, { recursive: true })
  writeFileSync(path.join(directory, 'package.json'), '{"private":true}')
  const npm = { cwd: directory, env: { ...env, npm_config_cache: process.env.npm_config_cache ?? path.join(process.env.HOME ?? base, '.npm') }, encoding: 'utf8' }
  const installed = peers.filter((peer) => spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', peer], npm).status === 0).map((peer) => peer.replace(/@[^@]*$/, ''))
  if (spawnSync('pre-commit', ['--version'], { env }).status === 0) installed.push('pre-commit')
  return { modules: path.join(directory, 'node_modules'), installed }
}

/** Makes a repository of this size by fast-import: ten files of about 2 KB a directory, a thousand commits, a tenth untracked. */
export function makeRepo(base, size, env) {
  const { files, untracked } = sizes[size]
  const top = path.join(base, size)
  const git = (...args) => execFileSync('git', args, { cwd: top, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  mkdirSync(top)
  git('init', '-q')
  importInto(top, env, files)
  git('reset', '-q', '--hard')
  for (let n = 0; n < untracked; n += 1) {
    if (n % 10 === 0) mkdirSync(path.join(top, `new${n / 10}`))
    writeFileSync(path.join(top, `new${Math.floor(n / 10)}`, `f${n}.js`), content(n, 0))
  }
  // What the managers need must not be news to git.
  writeFileSync(path.join(top, '.git/info/exclude'), ['/node_modules', '/.husky*', '/lefthook.yml', '/.pre-commit-config.yaml', '/.lintstagedrc.json', '/.simple-git-hooks.json', '/package.json', ''].join('\n'))
  return { top, git, env, head: git('rev-parse', 'HEAD') }
}

function importInto(top, env, files) {
  const file = path.join(top, '.git', 'import')
  const fd = openSync(file, 'w')
  writeSync(fd, 'feature done\n')
  for (let n = 0; n < commits; n += 1) {
    writeSync(fd, `commit refs/heads/main\ncommitter Bench <bench@example.invalid> ${1_700_000_000 + n} +0000\ndata 2\nc\n`)
    for (const at of n === 0 ? Array(files).keys() : [n % files]) {
      const text = content(at, n)
      writeSync(fd, `M 100644 inline ${pathOf(at)}\ndata ${text.length}\n${text}\n`)
    }
  }
  writeSync(fd, 'done\n')
  closeSync(fd)
  const input = openSync(file, 'r')
  execFileSync('git', ['fast-import', '--quiet'], { cwd: top, env, stdio: [input, 'ignore', 'inherit'] })
  closeSync(input)
  rmSync(file)
}

export function pathOf(n) {
  return `d${Math.floor(n / 1000)}/e${Math.floor(n / 10) % 100}/f${n}.js`
}

export function content(n, version) {
  const lines = [`export const v${n} = ${version}\n`]
  for (let at = 0; at < 45; at += 1) lines.push(`export function f${at}(a, b) {\n  return a + b\n}\n`)
  return lines.join('')
}

/** Installs one manager after the other and returns a hooks directory for each: `undefined` for the peers that are absent. */
export function installHooks(repo, { modules, installed }) {
  const { top, env } = repo
  const has = (...names) => names.every((name) => installed.includes(name))
  const bin = (name) => path.join(modules, '.bin', name)
  const run = (file, ...args) => execFileSync(file, args, { cwd: top, env, stdio: 'ignore' })
  const write = (name, text, mode) => { mkdirSync(path.dirname(path.join(top, name)), { recursive: true }); writeFileSync(path.join(top, name), text, { mode }) }
  // Each installer writes where git looks; its hooks are then set aside under its name.
  const aside = (name, install) => {
    rmSync(path.join(top, '.git/hooks'), { recursive: true, force: true })
    mkdirSync(path.join(top, '.git/hooks'))
    install()
    renameSync(path.join(top, '.git/hooks'), path.join(top, `.git/hooks-${name}`))
    return `.git/hooks-${name}`
  }
  const husky = (directory, line) => {
    run(bin('husky'), directory)
    repo.git('config', '--unset', 'core.hooksPath')
    write(`${directory}/pre-commit`, `${line}\n`)
    return `${directory}/_`
  }
  if (!existsSync(path.join(top, 'node_modules'))) symlinkSync(modules, path.join(top, 'node_modules'))
  write('package.json', '{"private":true}\n')
  write('.lintstagedrc.json', '{"*":"true"}')
  write('.simple-git-hooks.json', '{"pre-commit":"true"}')
  write('lefthook.yml', 'pre-commit:\n  commands:\n    one:\n      run: "true"\n')
  write('.pre-commit-config.yaml', 'repos:\n- repo: local\n  hooks:\n  - id: one\n    name: one\n    language: system\n    entry: "true"\n    pass_filenames: false\n')
  return {
    gar: aside('gar', () => run(process.execPath, path.join(root, 'bin/gar.js'), 'install-hooks', '--force')),
    sh: aside('sh', () => write('.git/hooks/pre-commit', '#!/bin/sh\ntrue\n', 0o755)),
    node: aside('node', () => { write('.git/empty.cjs', ''); write('.git/hooks/pre-commit', `#!/bin/sh\nexec '${process.execPath}' .git/empty.cjs\n`, 0o755) }),
    'simple-git-hooks': has('simple-git-hooks') ? aside('sgh', () => run(bin('simple-git-hooks'))) : undefined,
    lefthook: has('lefthook') ? aside('lefthook', () => run(bin('lefthook'), 'install')) : undefined,
    prek: has('@j178/prek') ? aside('prek', () => run(bin('prek'), 'install')) : undefined,
    'pre-commit': has('pre-commit') ? aside('pre-commit', () => run('pre-commit', 'install')) : undefined,
    husky: has('husky') ? husky('.husky', 'true') : undefined,
    'husky + lint-staged': has('husky', 'lint-staged') ? husky('.husky-lint', 'lint-staged') : undefined,
  }
}
