import * as z from 'zod'

const dependencies = z.record(z.string(), z.string()).optional()
const manifestShape = z.object({ dependencies, devDependencies: dependencies, optionalDependencies: dependencies })
const lockShape = z.object({ lockfileVersion: z.union([z.literal(2), z.literal(3)]), packages: z.looseObject({ '': manifestShape }) })
type Manifest = z.infer<typeof manifestShape>

const sections = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** Returns where a manifest and the root entry of its lock file (version 2 or 3) do not say the same, each under a key of its own; nothing when one of them cannot be read. */
export function disagreements(manifest: string | null, lock: string | null): ReadonlyMap<string, string> {
  const [here, there] = [manifestShape.safeParse(parse(manifest)), lockShape.safeParse(parse(lock))]
  if (!here.success || !there.success) return new Map()
  const [written, locked] = [flatten(here.data), flatten(there.data.packages[''])]
  const found = new Map<string, string>()
  for (const name of new Set([...written.keys(), ...locked.keys()])) {
    const [a, b] = [written.get(name) ?? 'absent', locked.get(name) ?? 'absent']
    if (a !== b && isRange(a) && isRange(b)) found.set(`${name} ${a} ${b}`, `${name}: ${a} in package.json, ${b} in package-lock.json`)
  }
  return found
}

// What stands in several sections is settled by the package manager; the last of them wins on both sides.
function flatten(manifest: Manifest): ReadonlyMap<string, string> {
  return new Map(sections.flatMap((section) => Object.entries(manifest[section] ?? {})))
}

// Addresses and aliases may be written in several ways, and a workspace may stand for one.
function isRange(text: string): boolean {
  return !/[:/]/.test(text)
}

function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    // The analyser of JSON reports it.
    return undefined
  }
}
