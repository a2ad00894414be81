import { describe, expect, it } from 'vitest'
import { callOf } from '../../../src/core/hook/before.ts'
import type { LayoutFacts } from '../../../src/core/hook/layout.ts'
import { decideLayout } from '../../../src/core/hook/layout.ts'

const facts: LayoutFacts = { top: '/r', commonDir: '/r/.git', hooksDirectory: '/r/.git/hooks', hooksPath: null, hasHuskyRunner: false, manager: null }
const set = (value: string, scope = 'local'): LayoutFacts['hooksPath'] => ({ value, scope, origin: '.git/config' })

describe('where hooks go', () => {
  it.each<[title: string, facts: Partial<LayoutFacts>, layout: object]>([
    ['git\'s own directory', {}, { kind: 'files', directory: '/r/.git/hooks', isShared: false }],
    ['a linked work tree: the common directory of all', { top: '/tree' }, { kind: 'files', isShared: false }],
    ['a git directory elsewhere', { commonDir: '/g', hooksDirectory: '/g/hooks' }, { kind: 'files', isShared: false }],
    ['a directory of the work tree', { hooksDirectory: '/r/.githooks', hooksPath: set('.githooks') }, { kind: 'files', directory: '/r/.githooks', isShared: true }],
    ['husky 9', { hooksDirectory: '/r/.husky/_', hooksPath: set('.husky/_') }, { kind: 'husky', directory: '/r/.husky' }],
    ['husky 9 in another directory', { hooksDirectory: '/r/.config/husky/_', hasHuskyRunner: true }, { kind: 'husky', directory: '/r/.config/husky' }],
    ['a directory that is only called like husky\'s', { hooksDirectory: '/r/x/_' }, { kind: 'files', isShared: true }],
    ['husky of earlier versions', { hooksDirectory: '/r/.husky' }, { kind: 'files', isShared: true }],
    ['outside', { hooksDirectory: '/home/me/hooks', hooksPath: set('~/hooks', 'global') }, { kind: 'refused' }],
    ['beside, with the same beginning', { hooksDirectory: '/rest/hooks' }, { kind: 'refused' }],
    ['husky of another repository', { hooksDirectory: '/other/.husky/_', hasHuskyRunner: true }, { kind: 'refused' }],
    ['--manager husky without husky', { manager: 'husky' }, { kind: 'refused' }],
    ['--manager husky with it', { manager: 'husky', hooksDirectory: '/r/.husky/_' }, { kind: 'husky' }],
    ['another manager', { manager: 'lefthook' }, { kind: 'refused' }],
    ['an empty setting', { hooksDirectory: '/r', hooksPath: set('') }, { kind: 'refused' }],
  ])('%s', (_, more, layout) => {
    expect(decideLayout({ ...facts, ...more })).toMatchObject(layout)
  })
  it('the remedy unsets the setting in the scope it has', () => {
    const next = (scope: string): string => {
      const layout = decideLayout({ ...facts, hooksDirectory: '/out', hooksPath: set('/out', scope) })
      return layout.kind === 'refused' ? layout.refusal.next : ''
    }
    expect(next('system')).toContain('git config --system --unset core.hooksPath')
    expect(next('worktree')).toContain('git config --worktree --unset core.hooksPath')
  })
})

describe('how an earlier hook is called', () => {
  const direct = '"$gar_before" "$@"'
  it.each<[script: string, call: string]>([
    ['#!/bin/sh\nnpm test\n', direct],
    ['#!/bin/sh\nhook=$(basename "$0")\n', 'sh -c \'. "$0.before-gar"\' "$0" "$@"'],
    ['#!/usr/bin/env bash\nhook=${0##*/}\n', 'bash -c \'. "$0.before-gar"\' "$0" "$@"'],
    ['#!/bin/sh -e\nbasename "$0"\n', 'sh -e -c \'. "$0.before-gar"\' "$0" "$@"'],
    ['#!/bin/bash\n[ "$0" = "$BASH_SOURCE" ] && basename "$0"\n', direct],
    ['#!/usr/bin/env python3\nos.path.basename(__file__)\n', direct],
    ['basename "$0"\n', direct],
    ['', direct],
  ])('%j', (script, call) => {
    expect(callOf({ kind: 'regular', bytes: Buffer.from(script), mode: 0o755 })).toBe(call)
    expect(callOf({ kind: 'symlink', target: Buffer.from(script) })).toBe(call)
  })
  it('a link that leads nowhere is called as it is', () => {
    expect([callOf({ kind: 'symlink', target: null }), callOf({ kind: 'absent' })]).toEqual([direct, direct])
  })
})
