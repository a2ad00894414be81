import { splitLines } from '../../core/evidence/hunks.ts'
import { GarError } from '../../core/model/fault.ts'
import type { RepoPath } from '../../core/model/path.ts'
import type { RunRecord } from '../../core/model/result.ts'
import type { Detail } from '../../core/report/detail.ts'
import { detailsOf } from '../../core/report/detail.ts'
import type { Frame } from '../../core/report/frame.ts'
import { frameOf } from '../../core/report/frame.ts'
import type { Seen } from '../../core/target/answers.ts'
import { parseSeen } from '../../core/target/answers.ts'
import { findSecrets } from '../../io/engine/analysers/secrets.ts'
import type { GitContext } from '../../io/git/context.ts'
import { hasCode, readIfThere } from '../../io/os/files.ts'
import type { Relay } from '../../io/relay/layout.ts'
import { readWorktreeFile } from './workspace.ts'

/** Returns the findings journal of a run's relay, or null when there is none. Throws `GarError('relay-unusable')` for one that cannot be read. */
export async function readFindings(relay: Relay): Promise<{ readonly text: string; readonly lines: readonly Seen[] } | null> {
  const bytes = await readIfThere(relay.findings)
  if (bytes === null) return null
  const text = bytes.toString('utf8')
  const parsed = parseSeen(text)
  if (parsed.ok) return { text, lines: parsed.lines }
  throw new GarError('relay-unusable', `${relay.findings} cannot be read: ${parsed.reason}.`, { hint: 'Run "gar run" to write a new one.' })
}

/** Returns the findings of a record with what the journal knows of them, and the lines they cite as far as the working tree still holds them. */
export async function gatherDetails(context: GitContext, record: RunRecord, journal: readonly Seen[]): Promise<{ details: readonly Detail[]; frames: ReadonlyMap<string, Frame> }> {
  const details = detailsOf(record, journal)
  const frames = new Map<string, Frame>()
  const paths = new Set(details.flatMap(({ place }) => (place === undefined ? [] : [place.path])))
  for (const path of paths) {
    const texts = await readTexts(context, path)
    if (texts === null) continue
    for (const detail of details.filter(({ place }) => place?.path === path)) {
      const frame = frameOf(detail, texts)
      if (frame !== undefined) frames.set(detail.finding.id, frame)
    }
  }
  return { details, frames }
}

async function readTexts(context: GitContext, path: RepoPath): Promise<{ lines: readonly string[]; shown: readonly string[] } | null> {
  // The record is a file anyone can edit; its paths may lead anywhere.
  const isInside = !path.startsWith('/') && !path.split('/').some((part) => part === '..' || part === '')
  const bytes = isInside ? await readWorktreeFile(context, path).catch(noneIfUnreadable) : null
  if (bytes === null) return null
  const text = bytes.toString('utf8').replaceAll('\r\n', '\n')
  return { lines: splitLines(text), shown: splitLines(await masked(text, path)) }
}

// A finding is shown without its lines where they cannot be read; the finding itself is never left out.
function noneIfUnreadable(error: unknown): null {
  if (hasCode(error, 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'ENOENT')) return null
  throw error
}

// A view may be passed on; what it quotes must not pass a credential on with it. Every line keeps its place.
async function masked(text: string, path: RepoPath): Promise<string> {
  const found = await findSecrets(text, path)
  return found.reduce((result, { start, end }) => result.slice(0, start) + result.slice(start, end).replace(/[^\n]/g, '*') + result.slice(end), text)
}

/** Returns the tree each round reviewed, as its gate prompt names it. */
export async function readTrees(relay: Relay, { rounds }: Pick<RunRecord, 'rounds'>): Promise<ReadonlyMap<number, string>> {
  const trees = new Map<number, string>()
  for (let n = 1; n <= rounds.done; n += 1) {
    const prompt = await readIfThere(relay.gatePrompt(n))
    const tree = /^- tree: ([0-9a-f]{40,64})$/m.exec(prompt?.toString('utf8') ?? '')?.[1]
    if (tree !== undefined) trees.set(n, tree)
  }
  return trees
}
