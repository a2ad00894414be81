import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { HelperError } from '../../core/model/fault.ts'
import { listTracked } from '../git/index-entries.ts'
import type { GitContext } from '../git/context.ts'
import { runGit } from '../git/run.ts'
import { lookAt, makeDirectory, readIfThere, removeTree, writeWhole } from '../os/files.ts'
import type { Relay } from './layout.ts'
import { relayName } from './layout.ts'

/** Creates the relay, clears what an earlier run left except marked pre-seeded pairs, and writes the empty ledger; a refusal writes nothing (GAR-109 to GAR-113, GAR-152). Throws `HelperError('helper-script')`. */
export async function initRelay(context: GitContext, relay: Relay): Promise<void> {
  await refuseUnusable(context, relay)
  try {
    await keepLastReport(context, relay)
    await makeDirectory(relay.directory, 0o700)
    if (await readIfThere(relay.ignore) === null) await writeWhole(relay.ignore, Buffer.from('*\n'))
    await clear(relay)
    await writeWhole(relay.ledger, Buffer.alloc(0))
  } catch (error) {
    throw new HelperError('helper-script', `The relay ${relay.directory} cannot be written: ${error instanceof Error ? error.message : 'unknown reason'}.`, { cause: error })
  }
}

async function refuseUnusable(context: GitContext, relay: Relay): Promise<void> {
  for (const directory of [relay.root, relay.directory]) {
    const found = await lookAt(directory)
    if (found !== null && found !== 'directory') {
      throw new HelperError('helper-script', `${path.relative(context.top, directory)} is ${found === 'link' ? 'a symbolic link' : 'not a directory'}; gar keeps its run files there. Move it away.`)
    }
  }
  const tracked = await runGit(context, listTracked(relayName))
  const [first] = tracked
  if (first !== undefined) {
    throw new HelperError('helper-script', `${relayName} holds tracked files (${first}); gar keeps its run files there. Run "git rm -r --cached ${relayName}" or move them.`)
  }
}

// An earlier run's report is evidence of what was seen before; it moves out of the way, not away.
async function keepLastReport(context: GitContext, relay: Relay): Promise<void> {
  const report = await readIfThere(relay.report)
  if (report === null) return
  await makeDirectory(path.join(context.gitDir, 'gar'), 0o700)
  await writeWhole(path.join(context.gitDir, 'gar', 'last-report.txt'), report)
}

async function clear(relay: Relay): Promise<void> {
  const names = await readdir(relay.directory)
  const kept = new Set(names.filter((name) => /^gate-r\d+\.preseed$/.test(name)).flatMap((name) => [name, name.replace('.preseed', '.txt')]))
  for (const name of names) if (!kept.has(name)) await removeTree(path.join(relay.directory, name))
}
