import type { Spinner } from './spinner.ts'
import type { Terminal } from './terminal.ts'

/** Shows one waiting line at a time for a run's steps. */
export function progressLine(io: Terminal): { readonly tell: (text: string) => void; readonly stop: () => void } {
  let shown: Spinner | undefined
  return {
    tell: (text) => {
      shown?.stop()
      shown = io.spinner(text)
    },
    stop: () => { shown?.stop() },
  }
}
