import type { Found, Source } from '../found.ts'
import type { Language } from '../languages.ts'

/** Finds things in versions of files, without knowing which version is which. */
export type Analyser = {
  readonly covers: (language: Language) => boolean
  /** True for what is looked for in test data and generated files as well. */
  readonly isForAll?: boolean
  /** Returns the findings of each source, in the order of the sources. Throws `HelperError` when it cannot tell. */
  readonly analyse: (sources: readonly Source[], signal: AbortSignal) => Promise<readonly (readonly Found[])[]>
}

/** Returns an analyser that looks at one source at a time. */
export function perSource(covers: Analyser['covers'], look: (source: Source) => Promise<readonly Found[]> | readonly Found[]): Analyser {
  return {
    covers,
    async analyse(sources, signal) {
      const all: (readonly Found[])[] = []
      for (const source of sources) {
        signal.throwIfAborted()
        all.push(await look(source))
      }
      return all
    },
  }
}
