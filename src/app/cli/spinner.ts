import type { Stream } from './colour.ts'

export type Spinner = { readonly stop: () => void }
type Wait = { readonly text: string; readonly stream: Stream; readonly isDumb: boolean; readonly isColoured: boolean; readonly note: (text: string) => void }

// Most work ends sooner than this; a spinner that flashes up is noise.
const animatedAfter = 300
const plainAfter = 1000

/** Shows a spinner on a terminal, or one plain line elsewhere, when the wait turns out to be long. */
export function startSpinner({ text, stream, isDumb, isColoured, note }: Wait): Spinner {
  if (!canAnimate(stream) || isDumb) {
    const timer = setTimeout(() => { note(`gar: ${text}`) }, plainAfter).unref()
    return { stop: () => { clearTimeout(timer) } }
  }
  let isStopped = false
  let halt = (): void => undefined
  const animate = async (): Promise<void> => {
    const { default: ora } = await import('ora')
    if (isStopped) return
    // Standard input may be a hook's data and the cursor is git's: ora must touch neither.
    const spinner = ora({ text, stream, color: isColoured ? 'cyan' : false, discardStdin: false, hideCursor: false }).start()
    halt = () => { spinner.stop() }
  }
  // A picture that cannot be shown must not end a run that may have files to put back.
  const timer = setTimeout(() => { animate().catch(() => { note(`gar: ${text}`) }) }, animatedAfter).unref()
  return { stop: () => { isStopped = true; clearTimeout(timer); halt() } }
}

// Terminals made by a program (script, expect, some editors) have no width until somebody sets one, and ora divides by it: it then never comes back.
function canAnimate({ isTTY, columns }: Stream): boolean {
  return isTTY === true && columns !== undefined && columns > 0
}
