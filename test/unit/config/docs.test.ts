import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { placeConfigTable, renderConfigSchema, renderConfigTable } from '../../../src/core/config/docs.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const readme = path.join(root, 'README.md')

describe('the documentation of the configuration', () => {
  it('schema/garrc.schema.json is what "node scripts/docs.mjs" writes', () => {
    expect(readFileSync(path.join(root, 'schema/garrc.schema.json'), 'utf8')).toBe(renderConfigSchema())
  })
  it('the table of README.md is what "node scripts/docs.mjs" writes', () => {
    const text = readFileSync(readme, 'utf8')
    expect(placeConfigTable(text)).toBe(text)
  })
  it('the table has a row for every key, with its values, default, other names and meaning', () => {
    const rows = renderConfigTable().split('\n').slice(2)
    expect(rows).toHaveLength(12)
    for (const row of rows) expect(row.split('|')[5]?.trim()).not.toBe('')
    expect(rows).toContain('| `hooks.budgetSeconds` | 1 to 3600 | `60` | `GAR_BUDGET` | Seconds a hook may take before it stops and blocks. |')
  })
  it('the table replaces what stands between the marks, and nothing else', () => {
    const placed = placeConfigTable('a\n<!-- config:start -->\nold\n<!-- config:end -->\nb\n')
    expect(placed).toBe(`a\n<!-- config:start -->\n${renderConfigTable()}\n<!-- config:end -->\nb\n`)
    expect(placeConfigTable(placed ?? '')).toBe(placed)
    expect(placeConfigTable('no marks')).toBeUndefined()
  })
})
