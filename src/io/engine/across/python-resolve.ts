import type { RepoPath } from '../../../core/model/path.ts'
import type { Paths } from './paths.ts'
import { directoryOf, joinPath, nameOf } from './paths.ts'

/** Where a Python import leads: to a module, its file and its directory if it is a package; to something this tree cannot tell of; or nowhere. */
export type Module =
  | { readonly kind: 'module'; readonly file: RepoPath; readonly directory: string | null }
  | { readonly kind: 'open' }
  | { readonly kind: 'nowhere'; readonly base: string }

const open: Module = { kind: 'open' }
const roots = ['', 'src', 'lib']
// The standard library has them too, and what is installed may come first.
const ambiguous = /^(?:test|tests|email|http|json|logging|xml|html|types|typing|code|platform|queue|random|select|signal|site|token|calendar|copy|io|enum|ast|dis|distutils|setuptools|pkg_resources|google|six)$/
const generated = /(?:^|[._])(?:pb2|pb2_grpc|pb2_nested|generated|gen|build|vendor|_vendor|_vendored)$|(?:^|\/)(?:version|_version|__version__|build|generated|vendor|_vendor|_vendored|third_party)(?:\/|$)/

/** Returns where the module part of a Python import leads. */
export function resolvePython(paths: Paths, from: RepoPath, spec: string): Module {
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(spec) ?? []
  const steps = rest.split('.').filter((part) => part !== '')
  if (steps.some((step) => !/^\w+$/.test(step))) return open
  const base = dots === '' ? absolute(paths, steps) : joinPath(directoryOf(from), `${'../'.repeat(dots.length - 1)}${steps.join('/')}`)
  if (base === null) return open
  return moduleAt(paths, base)
}

// Only the packages whose top the repository holds; everything else is installed.
function absolute(paths: Paths, steps: readonly string[]): string | null {
  const [top = ''] = steps
  if (ambiguous.test(top)) return null
  const [root, ...more] = roots.filter((one) => paths.file(`${one === '' ? '' : `${one}/`}${top}/__init__.py`) !== undefined)
  return root === undefined || more.length > 0 ? null : [...(root === '' ? [] : [root]), ...steps].join('/')
}

/** Returns the module at a path without extension. */
export function moduleAt(paths: Paths, base: string): Module {
  const [file, init] = [paths.file(`${base}.py`), paths.file(`${base}/__init__.py`)]
  if (file !== undefined && init !== undefined) return open
  if (init !== undefined) return { kind: 'module', file: init, directory: base }
  if (file !== undefined) return { kind: 'module', file, directory: null }
  return isUncertain(paths, base) ? open : { kind: 'nowhere', base }
}

// A directory without a file of its own is a package that may continue elsewhere; where there is something to compile, private modules are made by it.
function isUncertain(paths: Paths, base: string): boolean {
  return base === '' || (nameOf(base).startsWith('_') && paths.hasExtensions()) || paths.names(base) !== undefined || paths.isElsewhere(base) || hasOther(paths, base) || generated.test(base)
}

function hasOther(paths: Paths, base: string): boolean {
  const name = `${nameOf(base)}.`
  return [...(paths.names(directoryOf(base)) ?? [])].some((other) => other.startsWith(name) && /\.(?:pyi|pyx|pxd|pyd|so|c|cc|cpp|rs|go|proto|in|mako|jinja2?|tmpl|template)$/.test(other))
}
