import type { RepoPath } from '../../../core/model/path.ts'
import { isScript } from '../languages.ts'
import { isIgnoredByTree } from './ignored.ts'
import type { Linker, Problem, Reference } from './link.ts'
import { directoryOf, nameOf } from './paths.ts'
import { exportsOf } from './script-exports.ts'
import { resolveScript } from './script-resolve.ts'
import type { ReadScript } from './script-unit.ts'
import { scriptReader } from './script-unit.ts'
import type { World } from './world.ts'

/** Returns what is known of references between JavaScript and TypeScript files: relative imports only, for others a configuration may redirect. */
export function scriptLinker(): Linker {
  const read = scriptReader()
  return {
    covers: isScript,
    isIdle: (text) => !/\bexport\b|['"]\.\.?[/'"]/.test(text),
    mayTake: (line) => /\b(?:import|require|from)\b/.test(line) || isList(line),
    mayOffer: (line) => /\bexport\b/.test(line) || isList(line),
    read,
    problems: (world, from, reference) => problemsOf(reference, { world, from, read }),
    targets: (world, from, { spec }) => { const resolved = resolveScript(world.paths, from, spec); return resolved.kind === 'files' ? resolved.files : [] },
    isTarget: (path) => /\.(?:[cm]?[jt]sx?|json|vue|svelte|css|scss|sass|less)$/.test(path),
    wordFor: (path) => {
      const stem = nameOf(path).replace(/(?:\.d)?\.\w+$/, '')
      const word = stem === 'index' ? nameOf(directoryOf(path)) : stem
      return word === '' ? null : word
    },
  }
}

// A line of the list in braces of an import or export that spans several lines: names, and nothing that does something.
function isList(line: string): boolean {
  const code = line.split(/\/[/*]/, 1)[0] ?? ''
  return /^[\w$\s,{}]+$/.test(code) && /[\w$]/.test(code)
}

type Asked = { readonly world: World; readonly from: RepoPath; readonly read: ReadScript }

async function problemsOf({ spec, names }: Reference, { world, from, read }: Asked): Promise<readonly Problem[]> {
  const resolved = resolveScript(world.paths, from, spec)
  if (resolved.kind === 'open') return []
  if (resolved.kind === 'nowhere') {
    const candidates = ['', '/index'].flatMap((part) => ['', '.js', '.ts', '.tsx', '.json'].map((extension) => resolved.base + part + extension))
    if (await isIgnoredByTree(world, candidates)) return []
    return [{ kind: 'file', spec, near: nearOf(world, resolved.base) }]
  }
  const [file, ...others] = resolved.files
  // Several files for one import: which of them is meant depends on the tool.
  if (file === undefined || others.length > 0 || names.length === 0 || /[?#]/.test(spec)) return []
  const missing = await missingIn(file, names, { world, read })
  return missing.map((name) => ({ kind: 'name', spec, name, file }))
}

async function missingIn(file: RepoPath, names: readonly string[], asking: Pick<Asked, 'world' | 'read'>): Promise<readonly string[]> {
  const offered = await exportsOf(file, asking)
  const missing = offered === null ? [] : names.filter((name) => !offered.has(name))
  if (missing.length === 0) return []
  const text = (await asking.world.text(file)) ?? ''
  // Types of plain JavaScript are declared in comments.
  return missing.filter((name) => !(/@(?:typedef|callback|enum)\b/.test(text) && text.includes(name)))
}

// The one file whose path differs from what is written in the case of letters alone.
function nearOf(world: World, base: string): RepoPath | null {
  const tails = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.json', '.vue', '.svelte', '.css', '.scss']
  const near = tails.flatMap((tail) => world.paths.otherCases(base + tail))
  const [only, ...more] = near
  return only === undefined || more.length > 0 ? null : only
}
