import { configJsonSchema } from './schema.ts'
import { textNames } from './resolve.ts'

const startMark = '<!-- config:start -->'
const endMark = '<!-- config:end -->'

type Property = { readonly [word: string]: unknown }

/** Returns the text of `schema/garrc.schema.json`. */
export function renderConfigSchema(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`
}

/** Returns the Markdown table of every configuration key, derived from the schema. */
export function renderConfigTable(): string {
  const rows = keys(configJsonSchema(), '').filter(({ key }) => key !== '$schema').map(row)
  return ['| Key | Values | Default | Also set by | Meaning |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}

/** Returns the document with the table between its marks, or undefined when it has no marks. */
export function placeConfigTable(document: string): string | undefined {
  const from = document.indexOf(startMark)
  const to = document.indexOf(endMark)
  if (from < 0 || to < from) return undefined
  return `${document.slice(0, from)}${startMark}\n${renderConfigTable()}\n${document.slice(to)}`
}

function keys(schema: Property, prefix: string): { key: string; property: Property }[] {
  return Object.entries(section(schema['properties'])).flatMap(([name, value]) => {
    const property = section(value)
    const key = `${prefix}${name}`
    return property['properties'] === undefined ? [{ key, property }] : keys(property, `${key}.`)
  })
}

function row({ key, property }: { key: string; property: Property }): string {
  const { flag, env } = textNames(key)
  const also = [flag === undefined ? '' : code(`--${flag}`), env === undefined ? '' : code(env)].filter((name) => name !== '').join(', ')
  const byDefault = property['default'] === undefined ? '' : code(JSON.stringify(property['default']))
  return `| ${code(key)} | ${values(property)} | ${byDefault} | ${also} | ${String(property['description'])} |`
}

function values(property: Property): string {
  const words = property['enum']
  if (Array.isArray(words)) return words.map((word) => code(JSON.stringify(word))).join(', ')
  if (property['type'] === 'integer') return `${String(property['minimum'])} to ${String(property['maximum'])}`
  if (property['anyOf'] !== undefined) return '`"engine"`, or an object: `command` (list of texts), `writing`, `env`, `timeoutSeconds`'
  return property['type'] === 'array' ? 'list of texts' : 'text'
}

function section(value: unknown): Property {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function code(text: string): string {
  return `\`${text}\``
}
