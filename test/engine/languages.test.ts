import { describe, expect, test } from 'vitest'
import { brief, reviewOf } from './fakes.ts'

type Row = readonly [what: string, path: string, clean: string, broken: string, finding: string]

const critical = 'critical/verified'
const bug = 'bug/verified'
const suspicion = 'bug/inferred'

// Each row: a clean file, the same file broken, and the one finding the difference makes.
const rows: readonly Row[] = [
  ['JavaScript: syntax', 'a.js', 'f()\nfunction f() {}\n', 'f()\nfunction f( {}\n', `syntax a.js:2 ${critical}`],
  ['JavaScript: undefined name', 'a.js', 'export const a = 1\n', 'export const a = bb\n', `eslint/no-undef a.js:1 ${critical}`],
  ['JavaScript: debugger', 'a.js', 'export {}\n', 'export {}\ndebugger\n', `eslint/no-debugger a.js:2 ${bug}`],
  ['JavaScript: constant reassigned', 'a.js', 'let a = 1\na = 2\nexport { a }\n', 'const a = 1\na = 2\nexport { a }\n', `eslint/no-const-assign a.js:2 ${bug}`],
  ['JavaScript: duplicate key', 'a.js', 'export const a = { b: 1 }\n', 'export const a = { b: 1, b: 2 }\n', `eslint/no-dupe-keys a.js:1 ${bug}`],
  ['JavaScript: comparison with NaN', 'a.js', 'export const f = (x) => x\n', 'export const f = (x) => x === NaN\n', `eslint/use-isnan a.js:1 ${bug}`],
  ['JavaScript: invalid typeof', 'a.js', 'export const f = (x) => typeof x === "string"\n', 'export const f = (x) => typeof x === "strnig"\n', `eslint/valid-typeof a.js:1 ${bug}`],
  ['JavaScript: negated in', 'a.js', 'export const f = (x, y) => !(x in y)\n', 'export const f = (x, y) => !x in y\n', `eslint/no-unsafe-negation a.js:1 ${bug}`],
  ['JavaScript: assignment in a condition is inferred', 'a.js', 'export function f(x) { if (x == f()) return 2; return 3 }\n', 'export function f(x) { if (x = f()) return 2; return 3 }\n', `eslint/no-cond-assign a.js:1 ${suspicion}`],
  ['JSX', 'a.jsx', 'export const a = <b>c</b>\n', 'export const a = <b>c</d>\n', `syntax a.jsx:1 ${critical}`],
  ['TypeScript', 'a.ts', 'export const a: number = 1\n', 'export const a: number = bb\n', `eslint/no-undef a.ts:1 ${critical}`],
  ['TSX', 'a.tsx', 'export const a: unknown = <b>c</b>\n', 'export const a: unknown = <b>c\n', `syntax a.tsx:1 ${critical}`],
  ['module and common extensions', 'a.mts', 'export const a = 1\n', 'export const a = bb\n', `eslint/no-undef a.mts:1 ${critical}`],
  ['focused test', 'test/a.test.js', 'describe("a", () => {})\n', 'describe.only("a", () => {})\n', `gar/focused-test test/a.test.js:1 ${bug}`],
  ['focused test by name', 'a.spec.ts', 'it("a", () => {})\n', 'fit("a", () => {})\n', `gar/focused-test a.spec.ts:1 ${bug}`],
  ['JSON', 'a.json', '{ "a": 1 }\n', '{ "a": 1, }\n', `syntax a.json:1 ${critical}`],
  ['JSON: a repeated key of a package', 'package.json', '{ "name": "a" }\n', '{ "name": "a",\n "name": "b" }\n', `gar/duplicate-key package.json:2 ${bug}`],
  ['JSON with comments', 'tsconfig.json', '{ /* a */ "a": 1, }\n', '{ /* a */ "a": 1 \n', `syntax tsconfig.json:1 ${critical}`],
  ['YAML', 'a.yml', 'a: 1\n', 'a: [1\n', `syntax a.yml:1 ${critical}`],
  ['YAML: a repeated key', 'a.yaml', 'a: 1\n', 'a: 1\na: 2\n', `gar/duplicate-key a.yaml:2 ${bug}`],
  ['TOML', 'a.toml', 'a = 1\n', 'a = 1\nb = \n', `syntax a.toml:2 ${critical}`],
  ['Python: syntax', 'a.py', 'a = 1\n', 'a = (1\n', `syntax a.py:1 ${critical}`],
  ['Python: undefined name', 'a.py', 'a = 1\n', 'a = bb\n', `ruff/F821 a.py:1 ${critical}`],
  ['Python: literal identity', 'a.py', 'def f(a):\n    return a == "b"\n', 'def f(a):\n    return a is "b"\n', `ruff/F632 a.py:2 ${bug}`],
  ['Python: debugger', 'a.py', 'a = 1\n', 'a = 1\nbreakpoint()\n', `ruff/T100 a.py:2 ${bug}`],
  ['Python: assert on a tuple', 'a.py', 'assert True, "a"\n', 'assert (True, "a")\n', `ruff/F631 a.py:1 ${bug}`],
  ['Python: equal operands', 'a.py', 'def f(a, b):\n    return a.c == b.c\n', 'def f(a, b):\n    return a.c and a.c\n', `gar/equal-operands a.py:2 ${bug}`],
  ['Python: mutable default is inferred', 'a.py', 'def f(a=None):\n    return a\n', 'def f(a=[]):\n    return a\n', `ruff/B006 a.py:1 ${suspicion}`],
  ['Python: bare except should be fixed', 'a.py', 'try:\n    print()\nexcept OSError:\n    print()\n', 'try:\n    print()\nexcept:\n    print()\n', 'ruff/E722 a.py:3 should_fix/inferred'],
  ['Go: syntax', 'a.go', 'package a\n\nfunc f() {\n}\n', 'package a\n\nfunc f() {\n', `syntax a.go:3 ${critical}`],
  ['Go: equal operands', 'a.go', 'package a\n\nfunc f(a, b int) bool {\n\treturn a == b\n}\n', 'package a\n\nfunc f(a, b int) bool {\n\treturn a == a\n}\n', `gar/equal-operands a.go:4 ${bug}`],
  ['Go: dead code', 'a.go', 'package a\n\nfunc f() {\n\tg()\n}\n', 'package a\n\nfunc f() {\n\treturn\n\tg()\n}\n', `gar/unreachable a.go:5 ${bug}`],
  ['Java: syntax', 'A.java', 'class A { int a; }\n', 'class A { int a; \n', `syntax A.java:1 ${critical}`],
  ['Java: repeated condition', 'A.java', 'class A { void f(int a) { if (a == 1) {} else if (a == 2) {} } }\n', 'class A { void f(int a) { if (a == 1) {} else if (a == 1) {} } }\n', `gar/repeated-condition A.java:1 ${bug}`],
  ['Ruby: syntax', 'a.rb', 'def f\n  1\nend\n', 'def f\n  (1\nend\n', `syntax a.rb:2 ${critical}`],
  ['Ruby: debugger', 'a.rb', 'def f\n  1\nend\n', 'def f\n  binding.pry\n  1\nend\n', `gar/debugger a.rb:2 ${bug}`],
  ['PHP: syntax', 'a.php', '<?php\nf();\n', '<?php\nf(;\n', `syntax a.php:2 ${critical}`],
  ['PHP: self-assignment', 'a.php', '<?php\nfunction f($a, $b) { $a = $b; return $a; }\n', '<?php\nfunction f($a, $b) { $a = $a; return $a; }\n', `gar/self-assignment a.php:2 ${bug}`],
  ['PHP: debug output is inferred', 'a.php', '<?php\nf();\n', '<?php\nf();\nvar_dump($a);\n', `gar/debug-output a.php:3 ${suspicion}`],
  ['Rust: syntax', 'a.rs', 'fn f() {}\n', 'fn f( {}\n', `syntax a.rs:1 ${critical}`],
  ['Rust: equal operands', 'a.rs', 'fn f(a: i32, b: i32) -> bool { a == b }\n', 'fn f(a: i32, b: i32) -> bool { b == b }\n', `gar/equal-operands a.rs:1 ${bug}`],
  ['C#: syntax', 'a.cs', 'class A { int a; }\n', 'class A { int a \n', `syntax a.cs:1 ${critical}`],
  ['CSS', 'a.css', 'a { color: red }\n', 'a { color: red \n', `syntax a.css:1 ${critical}`],
  ['shell', 'a.sh', 'if true; then echo; fi\n', 'if true; then echo\n', `syntax a.sh:1 ${critical}`],
  ['C', 'a.c', 'int f(void) { return 1; }\n', 'int f(void) { return 1; \n', `syntax a.c:1 ${critical}`],
  ['PowerShell', 'a.ps1', 'if ($a) { f }\n', 'if ($a) { f \n', `syntax a.ps1:1 ${critical}`],
  ['conflict marker', 'a.txt', 'a\n', '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n', `gar/conflict-marker a.txt:1 ${critical}`],
  ['direction control', 'a.go', 'package a // x\n', 'package a // \u202ex\n', `gar/bidi-control a.go:1 ${critical}`],
]

describe('the engine reports what a change breaks and nothing of what it leaves right', () => {
  test.each(rows)('%s', async (_what, path, clean, broken, finding) => {
    expect(brief(await reviewOf({ [path]: { base: clean, now: broken } }))).toEqual([finding])
    expect(brief(await reviewOf({ [path]: { base: broken, now: clean } }))).toEqual([])
    expect(brief(await reviewOf({ [path]: clean }))).toEqual([])
  })
})

const beforeAndAfter = new Set(['a.sh', 'a.c', 'a.ps1'])

describe('a new file is judged by itself, except where the parser is known to refuse valid files', () => {
  test.each(rows)('%s', async (_what, path, _clean, broken, finding) => {
    expect(brief(await reviewOf({ [path]: broken }))).toEqual(beforeAndAfter.has(path) ? [] : [finding])
  })
})
