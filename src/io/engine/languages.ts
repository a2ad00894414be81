import type { RepoPath } from '../../core/model/path.ts'

/** The languages the engine has an analyser for; `text` is everything else. */
export type Language =
  | 'javascript' | 'typescript' | 'json' | 'jsonc' | 'yaml' | 'toml' | 'python' | 'go' | 'java' | 'ruby' | 'php' | 'rust'
  | 'c-sharp' | 'css' | 'shell' | 'cpp' | 'powershell' | 'text'

const byExtension = new Map<string, Language>([
  ...['js', 'jsx', 'mjs', 'cjs'].map((e): [string, Language] => [e, 'javascript']),
  ...['ts', 'tsx', 'mts', 'cts'].map((e): [string, Language] => [e, 'typescript']),
  ...['c', 'h', 'cc', 'cpp', 'cxx', 'hpp'].map((e): [string, Language] => [e, 'cpp']),
  ...['sh', 'bash'].map((e): [string, Language] => [e, 'shell']),
  ...['yml', 'yaml'].map((e): [string, Language] => [e, 'yaml']),
  ['json', 'json'], ['jsonc', 'jsonc'], ['toml', 'toml'], ['py', 'python'], ['pyi', 'python'], ['go', 'go'], ['java', 'java'],
  ['rb', 'ruby'], ['php', 'php'], ['rs', 'rust'], ['cs', 'c-sharp'], ['css', 'css'], ['ps1', 'powershell'],
])

// Tools that read these files accept comments and trailing commas in them.
const jsonWithComments = /(?:^|\/)(?:[tj]sconfig[^/]*|\.eslintrc|\.swcrc|\.babelrc|devcontainer|renovate|api-extractor|\.oxlintrc|biome|deno|turbo|nx)\.json$|(?:^|\/)\.vscode\//
const fixture = /(?:^|\/)(?:__)?(?:testdata|_testdata|test-data|tests?\/data|fixtures?|__snapshots__|snapshots|golden|corpus|vendor|node_modules|third_party|dist|build|generated)(?:__)?\/|\.min\.(?:js|css)$|\.snap$|test-dts\//
const test = /(?:^|\/)(?:tests?|__tests__|spec|e2e|cypress|testing)\/|[._-](?:test|spec|cy|e2e)\.[a-z]+$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|_test\.(?:go|py|rb)$/
// Input for tests of tools that read code: broken on purpose more often than by mistake.
const testInput = /(?:^|\/)[\w-]*(?:cases?|samples?|scenarios?|inputs?|expected|resources|projects|templates)\//i
const documentation = /(?:^|\/)(?:docs?|examples?|samples?|demos?)(?:_src)?\/|\.(?:md|mdx|rst|adoc)$/i

/** Returns the language the path's name stands for. */
export function languageOf(path: RepoPath): Language {
  if (jsonWithComments.test(path)) return 'jsonc'
  const name = path.slice(path.lastIndexOf('/') + 1)
  return byExtension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? 'text'
}

/** Returns true for test data, vendored, generated and minified files: parsers keep broken input there on purpose. */
export function isExempt(path: RepoPath): boolean {
  return fixture.test(path)
}

/** Returns true for test files. */
export function isTest(path: RepoPath): boolean {
  return test.test(path)
}

/** Returns true for what tests feed to the code under test. */
export function isTestInput(path: RepoPath): boolean {
  return isTest(path) && testInput.test(path)
}

/** Returns true where keys and odd comparisons are usually made up: tests, documentation, examples. */
export function isIllustration(path: RepoPath): boolean {
  return isTest(path) || documentation.test(path)
}

/** Returns true for JavaScript and TypeScript. */
export function isScript(language: Language): boolean {
  return language === 'javascript' || language === 'typescript'
}
