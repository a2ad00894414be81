import type { RepoPath } from '../../../core/model/path.ts'
import type { Found } from '../found.ts'
import type { Subject } from '../subject.ts'
import { lineSpan } from '../text.ts'
import type { News } from '../undefined-names.ts'
import type { AcrossInput } from './scene.ts'
import { disagreements } from './lock-compare.ts'
import { directoryOf, nameOf } from './paths.ts'
import { isChangedLine } from '../anchor.ts'
import type { World } from './world.ts'
import { toWorlds } from './world.ts'

// A lock file is longer than what a person writes.
const maxLockBytes = 32_000_000
const otherLocks = ['yarn.lock', 'pnpm-lock.yaml', 'npm-shrinkwrap.json', 'bun.lock', 'bun.lockb']

/** Returns the findings about manifests that the lock file beside them contradicts since the change. */
export async function lockNews({ ask, subjects }: AcrossInput): Promise<readonly News[]> {
  const changed = subjects.filter(({ path }) => /^package(?:-lock)?\.json$/.test(nameOf(path)))
  // The manifest is where a person looks first.
  const places = new Map<string, Subject>()
  for (const subject of [...changed].sort((a, b) => nameOf(b.path).length - nameOf(a.path).length)) places.set(directoryOf(subject.path), subject)
  if (places.size === 0) return []
  const { now, before } = await toWorlds(ask, maxLockBytes)
  const all: News[] = []
  for (const [directory, subject] of places) {
    const old = await statements(before, directory)
    const fresh = [...(await statements(now, directory))].filter(([key]) => !old.has(key))
    if (fresh.length > 0) all.push({ subject, found: [toFound(fresh, subject)] })
  }
  return all
}

async function statements(world: World, directory: string): Promise<ReadonlyMap<string, string>> {
  const at = (name: string): RepoPath | undefined => world.paths.file(directory === '' ? name : `${directory}/${name}`)
  const [manifest, lock] = [at('package.json'), at('package-lock.json')]
  if (manifest === undefined || lock === undefined || otherLocks.some((name) => at(name) !== undefined)) return new Map()
  return disagreements(await world.text(manifest), await world.text(lock))
}

function toFound(fresh: readonly (readonly [key: string, text: string])[], subject: Subject): Found {
  const names = fresh.map(([key]) => key.split(' ')[0] ?? '')
  const lines = subject.now.text.split('\n')
  const mentions = names.map((name) => lines.findIndex((line) => line.includes(`"${name}"`)) + 1).filter((line) => line > 0)
  const line = mentions.find((one) => isChangedLine(subject, one)) ?? mentions[0] ?? 1
  const list = fresh.slice(0, 20).map(([, text]) => text)
  return {
    rule: 'gar/lock-mismatch', message: 'package.json and package-lock.json do not agree', line, ...lineSpan(subject.now.text, line),
    evidence: `Since the change:\n${[...list, ...(fresh.length > 20 ? [`and ${fresh.length - 20} more`] : [])].join('\n')}`,
    ...(names[0] !== undefined && { name: names[0] }),
  }
}
