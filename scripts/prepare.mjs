// Runs after "npm ci" in a checkout: builds gar, and makes git call this repository's own hooks. It is not part of the package.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const run = (script, ...args) => execFileSync(process.execPath, [path.join(root, script), ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })

if (existsSync(path.join(root, 'node_modules', 'esbuild'))) run('scripts/build.mjs')
if (existsSync(path.join(root, '.git')) && process.env.CI === undefined && existsSync(path.join(root, 'node_modules', 'husky'))) run('node_modules/husky/bin.js')
