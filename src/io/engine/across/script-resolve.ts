import type { RepoPath } from '../../../core/model/path.ts'
import type { Paths } from './paths.ts'
import { directoryOf, joinPath, nameOf } from './paths.ts'

/** Where a relative import leads: to files, to something this tree cannot tell of, or nowhere. */
export type Resolved = { readonly kind: 'files'; readonly files: readonly RepoPath[] } | { readonly kind: 'open' } | { readonly kind: 'nowhere'; readonly base: string }

const added = ['', '.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.d.mts', '.d.cts', '.json', '.vue', '.svelte', '.css', '.scss', '.node', '.wasm']
const open: Resolved = { kind: 'open' }

// A compiler writes the extension of its output; the tree holds what it reads.
const written: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, ['.ts', '.tsx', '.d.ts', '.jsx']], [/\.jsx$/, ['.tsx']], [/\.mjs$/, ['.mts', '.d.mts']], [/\.cjs$/, ['.cts', '.d.cts']],
]
const built = /(?:^|\/)(?:dist|build|out|output|generated|gen|__generated__|coverage|node_modules|bower_components|vendor|third_party|\.[\w-]+)(?:\/|$)|[._-](?:gen|generated|pb)(?:\.\w+)?$/
// Pictures and the like are often made or fetched by a build.
const asset = /^(?:png|jpe?g|gif|svg|webp|avif|ico|mp\d|web[ma]|ogg|wav|pdf|txt|md|html?|xml|csv|woff2?|ttf|otf|eot|glsl|vert|frag|wasm|node|gql|graphql|ya?ml|styl)$/
const script = /^[cm]?[jt]sx?$/
const compiled = /^(?:coffee|litcoffee|ls|es6?|vue|svelte|astro|marko|mdx|imba|riot|res|re|mli?|civet|elm|purs)$/
const style = /^(?:css|scss|sass|less|styl)$/
const source = new RegExp(`${script.source}|${compiled.source}|${style.source}|^(?:json5?|ya?ml|gql|graphql|wasm|node)$`)
const platform = /^(?:android|ios|native|web|windows|macos|node|browser|client|server|worker|edge|deno|bun|desktop|mobile|electron)\.\w+$/

/** Returns where a relative import of JavaScript or TypeScript leads. */
export function resolveScript(paths: Paths, from: RepoPath, spec: string): Resolved {
  const clean = spec.replace(/[?#].*$/, '')
  if (/[%!*$<{\\]/.test(clean)) return open
  const base = joinPath(directoryOf(from), clean)
  if (base === null) return open
  const files = /(?:^|\/)\.{0,2}$/.test(clean) ? [] : filesAt(paths, base)
  if (files.length > 0) return { kind: 'files', files }
  if (paths.isElsewhere(base)) return open
  return directoryAt(paths, base) ?? (isUncertain(paths, base) ? open : { kind: 'nowhere', base })
}

function filesAt(paths: Paths, base: string): readonly RepoPath[] {
  const direct = added.map((extension) => base + extension)
  const swapped = written.flatMap(([pattern, extensions]) => (pattern.test(base) ? extensions.map((extension) => base.replace(pattern, extension)) : []))
  return [...direct, ...swapped].flatMap((path) => paths.file(path) ?? [])
}

// What a package's own file says about its entry, and what a bundler adds, only they know.
function directoryAt(paths: Paths, base: string): Resolved | undefined {
  const names = paths.names(base)
  if (names === undefined) return undefined
  if (names.has('package.json')) return open
  const index = [...names].filter((name) => name.startsWith('index.'))
  const files = index.filter((name) => /^index(?:\.d)?\.[cm]?[jt]sx?$/.test(name)).flatMap((name) => paths.file(base === '' ? name : `${base}/${name}`) ?? [])
  if (files.length > 0) return { kind: 'files', files }
  return index.length > 0 ? open : undefined
}

function isUncertain(paths: Paths, base: string): boolean {
  if (built.test(base)) return true
  const name = nameOf(base)
  const siblings = [...(paths.names(directoryOf(base)) ?? [])]
  const restsOf = (stem: string): readonly string[] => siblings.filter((other) => other.startsWith(`${stem}.`)).map((other) => other.slice(stem.length + 1))
  // An extension some tool knows, or a variant for one platform, may stand in for the file.
  if (restsOf(name).some((rest) => source.test(rest) || platform.test(rest))) return true
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot + 1) : ''
  if (asset.test(extension)) return true
  return source.test(extension) && restsOf(name.slice(0, dot)).some((rest) => rest !== extension && mayBecome(extension, rest))
}

// What a build writes lies where its source lies: `a.js` from `a.coffee`, `a.css` from `a.scss`.
function mayBecome(extension: string, rest: string): boolean {
  return script.test(extension) ? script.test(rest) || compiled.test(rest) : script.test(rest) || style.test(rest) || /^(?:json5?|ya?ml)$/.test(rest)
}
