type Env = Readonly<Record<string, string | undefined>>

// What a hook's git hands down would make git inside the agent work on another repository or index.
const withheld = /^GIT_/

/** Returns the variables of `source` that `names` lets through to an agent: a name, or the start of names before a `*`; never git's own. */
export function passThrough(source: Env, names: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && !withheld.test(name) && names.some((pattern) => matches(name, pattern))) kept[name] = value
  }
  return kept
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
