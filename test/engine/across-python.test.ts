import { describe, expect, test } from 'vitest'
import { brief, reviewOf } from './fakes.ts'
import type { Files } from './fakes.ts'

const critical = 'critical/verified'
const missing = (location: string): string => `gar/unresolved-import ${location} ${critical}`
const unoffered = (location: string): string => `gar/missing-export ${location} ${critical}`
const still = (location: string): string => `gar/still-imported ${location} ${critical}`

const others = { 'pkg/__init__.py': '', 'pkg/b.py': 'def b():\n    return 1\n\n\nB: int = 2\n', 'pkg/sub/__init__.py': 'from ..b import b\n' }
const after = (text: string): Files => ({ 'pkg/a.py': { base: 'x = 1\n', now: `x = 1\n${text}\n` } })

type Row = readonly [what: string, text: string, findings: readonly string[], more?: Readonly<Record<string, string>>]

const rows: readonly Row[] = [
  ['a name of a neighbour', 'from .b import b\nb()', []],
  ['an annotated name of a neighbour', 'from .b import B\nprint(B)', []],
  ['a neighbour', 'from . import b\nb.b()', []],
  ['a package', 'from pkg.sub import b\nb()', []],
  ['a module by its whole name', 'import pkg.b\npkg.b.b()', []],
  ['an installed package', 'from requests.nothing import get\nget()', []],
  ['a neighbour that is not there', 'from .c import c\nc()', [missing('pkg/a.py:2')]],
  ['a module that is not there, by its whole name', 'import pkg.c\npkg.c.c()', [missing('pkg/a.py:2')]],
  ['a name the neighbour does not have', 'from .b import c\nc()', [unoffered('pkg/a.py:2')]],
  ['a name neither the package nor a file of it has', 'from . import c\nc()', [unoffered('pkg/a.py:2')]],
  ['a name of several lines', 'from .b import (\n    b,\n    c,\n)\nb(c)', [unoffered('pkg/a.py:2')]],
  ['an import that may fail', 'try:\n    from .c import c\nexcept ImportError:\n    c = None\nprint(c)', []],
  ['an import for the type checker alone', 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .c import C\ny: "C"', []],
  ['an import that the author silences', 'from .c import c  # noqa: F401', []],
  ['a name that a star may bring', 'from .d import c\nc()', [], { 'pkg/d.py': 'from os import *\n' }],
  ['a name that the module makes when asked', 'from .d import c\nc()', [], { 'pkg/d.py': 'def __getattr__(name):\n    return 1\n' }],
  ['a name bound under a condition', 'from .d import c\nc()', [], { 'pkg/d.py': 'if True:\n    c = 1\nelse:\n    c = 2\n' }],
  ['a name bound by a loop, a with, a match', 'from .d import i, f, m\nprint(i, f, m)', [], { 'pkg/d.py': 'for i in []:\n    pass\nwith open("x") as f:\n    pass\nmatch i:\n    case [m]:\n        pass\n' }],
  ['a global that a function makes', 'from .d import g\nprint(g)', [], { 'pkg/d.py': 'def f():\n    global g\n    g = 1\n' }],
  ['a name that is local to a function', 'from .d import g\nprint(g)', [unoffered('pkg/a.py:2')], { 'pkg/d.py': 'def f():\n    g = 1\n    return g\n' }],
  ['a module that does not parse', 'from .d import g\nprint(g)', [], { 'pkg/d.py': 'def f(:\n' }],
]

describe('a Python import the change adds must lead to a module of the commit that has the name', () => {
  test.each(rows.map((row) => [row[0], row] as const))('%s', async (_what, [, text, findings, more]) => {
    const found = brief(await reviewOf(after(text), { others: { ...others, ...more } }))
    expect(found.filter((line) => line.startsWith('gar/') && !line.startsWith('gar/suppression'))).toEqual(findings)
  })
})

describe('what the change takes away must not be needed any more', () => {
  const user = { 'pkg/u.py': 'from .m import f\n\nf()\n' }
  const module = 'def f():\n    return 1\n\n\ndef g():\n    return 2\n'
  const removals: readonly (readonly [string, Files, readonly string[]])[] = [
    ['a deleted module', { 'pkg/m.py': { base: module, now: null } }, [still('pkg/m.py:1')]],
    ['a module that became a package', { 'pkg/m.py': { base: module, now: null }, 'pkg/m/__init__.py': module }, []],
    ['a deleted function', { 'pkg/m.py': { base: module, now: 'def g():\n    return 2\n' } }, [still('pkg/m.py:1')]],
    ['a deleted function nobody imports', { 'pkg/m.py': { base: module, now: 'def f():\n    return 1\n' } }, []],
    ['a function that is imported instead', { 'pkg/m.py': { base: module, now: 'from .b import b as f\n' } }, []],
  ]
  test.each(removals)('%s', async (_what, files, findings) => {
    expect(brief(await reviewOf(files, { others: { ...others, ...user } })).filter((line) => line.startsWith('gar/'))).toEqual(findings)
  })
})
