import type { Colour, Palette, Stream } from './colour.ts'
import { isColoured, loadColour, paletteCodes } from './colour.ts'
import type { Spinner } from './spinner.ts'
import { startSpinner } from './spinner.ts'

/** Where a command speaks: stdout is the answer, stderr is the talk. Nothing else writes to either. */
export type Terminal = {
  /** Writes lines of the answer to stdout. */
  readonly out: (text: string) => void
  /** Writes lines to stderr that the user must see (reasons, faults). */
  readonly note: (text: string) => void
  /** Writes lines to stderr that tell what is going on; `GAR_QUIET=1` silences them. */
  readonly progress: (text: string) => void
  /** Shows that something is being waited for; silent for the first moments and under `GAR_QUIET=1`. */
  readonly spinner: (text: string) => Spinner
  /** Returns the colours fit for a stream; loading them is put off until somebody asks. */
  readonly colour: (stream: Palette) => Promise<Colour>
}

export type Output = { readonly stdout: Stream; readonly stderr: Stream; readonly env: Readonly<Record<string, string | undefined>> }

/** Returns the terminal over two streams. */
export function createTerminal({ stdout, stderr, env }: Output): Terminal {
  const isQuiet = isOn(env['GAR_QUIET'])
  const coloured = { out: isColoured(stdout, env), note: isColoured(stderr, env) }
  const note = (text: string): void => { write(stderr, printable(text, coloured.note)) }
  return {
    out: (text) => { write(stdout, printable(text, coloured.out)) },
    note,
    progress: (text) => { if (!isQuiet) note(text) },
    spinner: (text) => (isQuiet ? { stop: () => undefined } : startSpinner({ text: printable(text, false), stream: stderr, isDumb: env['TERM'] === 'dumb', isColoured: coloured.note, note })),
    colour: (stream) => loadColour(coloured[stream]),
  }
}

/** Returns the text with every control character made visible, line ends and tabs apart; `\u` escapes keep JSON text valid JSON. */
export function printable(text: string, isColoured: boolean): string {
  return text.replace(unsafe, (found) => (isColoured && paletteCodes.has(found) ? found : escapeUnits(found)))
}

// A colour sequence, or a character that could move the cursor, hide text or reorder it; `u` keeps surrogate pairs whole.
const unsafe = /\u001b\[\d{1,2}m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu

function escapeUnits(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}${found.slice(1)}`
}

function write(stream: Stream, text: string): void {
  stream.write(text === '' || text.endsWith('\n') ? text : `${text}\n`)
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
