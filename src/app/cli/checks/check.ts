/** One thing `gar doctor` looked at. */
export type Check = { readonly name: string; readonly ok: true; readonly detail: string } | { readonly name: string; readonly ok: false; readonly detail: string; readonly fix: string }

/** Returns true when a version such as `2.39.5` is at least another. */
export function isAtLeast(version: string, least: string): boolean {
  const wanted = numbers(least)
  const found = numbers(version)
  for (const [at, part] of wanted.entries()) {
    const difference = (found[at] ?? 0) - part
    if (difference !== 0) return difference > 0
  }
  return true
}

function numbers(version: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)
}
