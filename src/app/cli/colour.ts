/** The few colours messages use. */
export type Colour = Readonly<Record<'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim', (text: string) => string>>
export type Palette = 'out' | 'note'
export type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

/** The escape sequences {@link Colour} is made of; every other one is foreign and is made visible. */
export const paletteCodes: ReadonlySet<string> = new Set([31, 32, 33, 36, 39, 1, 2, 22].map((code) => `\u001b[${code}m`))

/** Returns true when a stream may be coloured: FORCE_COLOR decides first, then NO_COLOR, TERM=dumb and the stream itself. */
export function isColoured(stream: Stream, env: Readonly<Record<string, string | undefined>>): boolean {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  const refused = env['NO_COLOR']
  if (refused !== undefined && refused !== '') return false
  return env['TERM'] !== 'dumb' && stream.isTTY === true
}

/** Returns the colours, or functions that leave text as it is. */
export async function loadColour(isWanted: boolean): Promise<Colour> {
  if (!isWanted) return { red: same, green: same, yellow: same, cyan: same, bold: same, dim: same }
  const { Chalk } = await import('chalk')
  // One level for all terminals: the sixteen colours follow the user's theme.
  const { red, green, yellow, cyan, bold, dim } = new Chalk({ level: 1 })
  return { red, green, yellow, cyan, bold, dim }
}

function same(text: string): string {
  return text
}
