import type { Range } from '../model/finding.ts'

/** Returns the lines of the range, or undefined when the content is absent or too short to hold them all. */
export function linesAt(content: readonly string[] | null, { start, end }: Range): readonly string[] | undefined {
  return content === null || end > content.length ? undefined : content.slice(start - 1, end)
}

/** Returns the 1-based first line of every place where the content holds the block; an absent or empty block is nowhere. */
export function placesOf(block: readonly string[] | undefined, content: readonly string[] | null): readonly number[] {
  if (block === undefined || block.length === 0 || content === null) return []
  const places: number[] = []
  for (let at = 0; at + block.length <= content.length; at += 1) {
    if (block.every((line, n) => content[at + n] === line)) places.push(at + 1)
  }
  return places
}

/** Returns the one place to use: the only one, or among several the one at the cited line. */
export function placeNear(places: readonly number[], cited: number): number | undefined {
  return places.length === 1 ? places[0] : places.find((place) => place === cited)
}

/** Returns the range moved so that it begins at `start`. */
export function moveTo(range: Range, start: number): Range {
  return { start, end: start + range.end - range.start }
}

/** Returns true when the inner range lies wholly in the outer one. */
export function isInside(inner: Range, outer: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}
