import { createHash } from 'node:crypto'
import type { Config } from './config.ts'

/** Returns a digest of the effective configuration that does not depend on the order its keys were written in. */
export function configHash(config: Config): string {
  return createHash('sha256').update(canonical(config)).digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, held]) => held !== undefined).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`).join(',')}}`
}
