import type { Parsers } from '../analysers/parsers.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import { isIgnoredByTree } from './ignored.ts'
import type { Linker, Problem, Reference } from './link.ts'
import { directoryOf, nameOf } from './paths.ts'
import type { Module } from './python-resolve.ts'
import { moduleAt, resolvePython } from './python-resolve.ts'
import type { PythonUnit } from './python-unit.ts'
import { readPython } from './python-unit.ts'
import type { World } from './world.ts'

type Read = (path: RepoPath, text: string) => Promise<PythonUnit | null>

/** Returns what is known of imports between Python files of the repository. */
export function pythonLinker(parserOf: Parsers): Linker {
  const known = new Map<string, PythonUnit | null>()
  const read: Read = async (_path, text) => {
    const seen = known.get(text)
    if (seen !== undefined) return seen
    const unit = readPython(await parserOf('python'), text)
    known.set(text, unit)
    return unit
  }
  return {
    covers: (language) => language === 'python',
    isIdle: (text) => text.trim() === '',
    mayTake: () => true,
    mayOffer: () => true,
    read,
    problems: (world, from, reference) => problemsOf(reference, { world, from, read }),
    targets: (world, from, reference) => targetsOf(world, resolvePython(world.paths, from, reference.spec), reference),
    isTarget: (path) => path.endsWith('.py'),
    wordFor: (path) => {
      const stem = nameOf(path).replace(/\.py$/, '')
      const word = stem === '__init__' ? nameOf(directoryOf(path)) : stem
      return word === '' ? null : word
    },
  }
}

type Asked = { readonly world: World; readonly from: RepoPath; readonly read: Read }

async function problemsOf({ spec, names }: Reference, { world, from, read }: Asked): Promise<readonly Problem[]> {
  if (from.endsWith('.pyi')) return []
  const module = resolvePython(world.paths, from, spec)
  if (module.kind === 'open') return []
  if (module.kind === 'nowhere') {
    const isMade = await isIgnoredByTree(world, [`${module.base}.py`, `${module.base}/__init__.py`])
    return isMade ? [] : [{ kind: 'file', spec, near: null }]
  }
  if (names.length === 0) return []
  const offers = await offeredBy(module, { world, from, read })
  const missing = offers === null ? [] : names.filter((name) => !offers(name) && !isSubmodule(world, module, name))
  return missing.map((name) => ({ kind: 'name', spec, name, file: module.file }))
}

async function offeredBy({ file }: Extract<Module, { kind: 'module' }>, { world, read }: Asked): Promise<((name: string) => boolean) | null> {
  // A stub beside the file may speak of more than the file shows.
  if (world.paths.file(`${file}i`) !== undefined) return null
  const text = await world.text(file)
  const unit = text === null ? null : await read(file, text)
  if (text === null || unit === null || unit.isDynamic) return null
  // A name that stands between quotes may be put into the module by some machinery.
  return (name) => unit.offered.has(name) || /^__\w+__$/.test(name) || new RegExp(`['"]${name}['"]`).test(text)
}

function isSubmodule(world: World, { directory }: Extract<Module, { kind: 'module' }>, name: string): boolean {
  return directory !== null && moduleAt(world.paths, `${directory}/${name}`).kind !== 'nowhere'
}

function targetsOf(world: World, module: Module, { names }: Reference): readonly RepoPath[] {
  if (module.kind !== 'module') return []
  const { file, directory } = module
  const parts = directory === null ? [] : names.map((name) => moduleAt(world.paths, `${directory}/${name}`))
  return [file, ...parts.flatMap((part) => (part.kind === 'module' ? [part.file] : []))]
}
