import type { Analyser } from './analysers/analyser.ts'
import type { Found, Source } from './found.ts'
import { isExempt } from './languages.ts'

/** Returns the findings of each source, in the order of the sources. */
export type Analyse = (sources: readonly Source[], signal: AbortSignal) => Promise<readonly (readonly Found[])[]>

// These read the text itself and hold whether or not the file parses.
const textual = new Set(['gar/conflict-marker', 'gar/bidi-control', 'gar/credential', 'gar/possible-credential'])

/** Returns one analysis made of many: every analyser sees all the sources it covers at once. */
export function analysis(analysers: readonly Analyser[]): Analyse {
  return async (sources, signal) => {
    const parts = await Promise.all(analysers.map((analyser) => run(analyser, sources, signal)))
    return sources.map((source) => settle(source, parts.flatMap((part) => part.get(source) ?? [])))
  }
}

async function run(analyser: Analyser, sources: readonly Source[], signal: AbortSignal): Promise<ReadonlyMap<Source, readonly Found[]>> {
  const own = sources.filter((source) => analyser.covers(source.language) && (analyser.isForAll === true || !isExempt(source.path)))
  const found = own.length === 0 ? [] : await analyser.analyse(own, signal)
  return new Map(own.map((source, index) => [source, found[index] ?? []]))
}

function settle(source: Source, found: readonly Found[]): readonly Found[] {
  const sorted = [...found].sort((a, b) => a.start - b.start)
  if (isExempt(source.path)) return sorted.filter((one) => one.rule === 'gar/conflict-marker')
  return silence(sorted).filter((one, index, all) => all.findIndex((other) => other.rule === one.rule && other.start === one.start) === index)
}

// A file that does not parse makes every other statement about its code a guess; a conflict is why it does not parse.
function silence(found: readonly Found[]): readonly Found[] {
  const broken = found.find((one) => one.rule === 'syntax')
  if (broken === undefined) return found
  const rest = found.filter((one) => textual.has(one.rule))
  return rest.some((one) => one.rule === 'gar/conflict-marker') ? rest : [broken, ...rest]
}
