import type { Edit, InstallState, Planned, Refusal, UninstallState } from '../../core/hook/edit.ts'
import type { Layout, LayoutFacts } from '../../core/hook/layout.ts'
import { decideLayout } from '../../core/hook/layout.ts'
import { planInstall, planUninstall } from '../../core/hook/plan.ts'
import type { Recorded, SeenHook } from '../../core/hook/seen.ts'
import { hookNames } from '../../core/hook/seen.ts'
import { displayPath } from '../../core/model/path.ts'
import { openContext } from '../../io/git/context.ts'
import { hasCode, makeDirectory, moveFile, placeFile, removeFile } from '../../io/os/files.ts'
import { locatePackage, readParts, seeEarlierPlaces, seeHookFile, seeLayout, seeScript } from './hooks-seen.ts'

export type HooksAsk = { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> }
/** `node` is the program the hooks start gar with, `packageRoot` the directory of the package they start. */
export type InstallAsk = HooksAsk & { readonly node: string; readonly packageRoot: string; readonly manager: string | null }

export type Refused = { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
/** `dormant` are hooks that stand where they should and that git would skip all the same. */
export type Installed = { readonly kind: 'done'; readonly layout: Fit; readonly hooks: readonly Planned<InstallState>[]; readonly dormant: readonly Refusal[] }
export type Uninstalled = { readonly kind: 'done'; readonly hooks: readonly Planned<UninstallState>[] }

type Fit = Exclude<Layout, { kind: 'refused' }>

/** Installs gar's hooks where git looks for them, all or none, and checks that git would run them. Throws when there is no repository. */
export async function installHooks(ask: InstallAsk): Promise<Installed | Refused> {
  const context = await openContext(ask.cwd, ask.env, { beBare: true })
  const facts = await seeLayout(context, ask.manager)
  const layout = decideLayout(facts)
  if (layout.kind === 'refused') return { kind: 'refused', refusals: [layout.refusal] }
  const isShared = layout.kind === 'husky' || layout.isShared
  const recorded = record(await locatePackage({ ...ask, top: facts.top }), isShared ? null : ask.node)
  const parts = await readParts(ask.packageRoot)
  const plan = planInstall({ hooks: await seeHooks(layout), parts, recorded })
  if (plan.kind === 'refused') return plan
  const refused = await applyAll(plan.hooks, { directory: layout.directory, temp: facts.commonDir })
  return refused ?? { kind: 'done', layout, hooks: plan.hooks, dormant: await findDormant(layout, facts.hooksDirectory) }
}

/** Takes gar's hooks out of every place they may be in: where git looks now, and where it looked before a hook manager came or went. */
export async function uninstallHooks(ask: HooksAsk): Promise<Uninstalled | Refused> {
  const facts = await seeLayout(await openContext(ask.cwd, ask.env, { beBare: true }), null)
  const places = new Map<string, Fit>()
  for (const layout of [facts, ...await seeEarlierPlaces(facts)].map(decideLayout)) if (layout.kind !== 'refused') places.set(layout.directory, layout)
  const hooks = planUninstall((await Promise.all([...places.values()].map(seeHooks))).flat())
  const refused = await applyAll(hooks, { directory: null, temp: facts.commonDir })
  return refused ?? { kind: 'done', hooks }
}

/** A path of this machine has no place in a file that others get too. */
function record(located: { readonly path: string; readonly isInTree: boolean }, node: string | null): Recorded {
  return { node, packageDirectory: located.isInTree || node !== null ? located.path : 'node_modules/git-auto-review' }
}

async function seeHooks({ kind, directory }: Fit): Promise<readonly SeenHook[]> {
  return Promise.all(hookNames.map((name) => (kind === 'husky' ? seeScript(directory, name) : seeHookFile(directory, name))))
}

type Applying = { readonly directory: string | null; readonly temp: string }

/** Returns a refusal when the disk does not take the edits; hooks already done stay, and another run goes on from there. */
async function applyAll(hooks: readonly Planned<unknown>[], { directory, temp }: Applying): Promise<Refused | null> {
  let path = directory ?? ''
  try {
    if (directory !== null) await makeDirectory(directory)
    for (const hook of hooks) {
      path = hook.path
      await apply(hook.edits, temp)
    }
    return null
  } catch (error) {
    if (!(error instanceof Error) || !hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EEXIST', 'ENOTDIR', 'EISDIR')) throw error
    return { kind: 'refused', refusals: [{ path, what: `${displayPath(path)} cannot be changed: ${displayPath(error.message)}.`, next: 'Make it writable for you, and run the command again.' }] }
  }
}

/** Makes the edits of one hook; a hook that was moved aside goes back when what should replace it cannot be written. */
async function apply(edits: readonly Edit[], temp: string): Promise<void> {
  const moved: { readonly from: string; readonly to: string }[] = []
  try {
    for (const edit of edits) {
      if (edit.kind === 'rename') {
        await moveFile(edit.from, edit.to)
        moved.push(edit)
      } else if (edit.kind === 'write') await placeFile(edit.path, edit.bytes, { mode: edit.mode, temp })
      else await removeFile(edit.path)
    }
  } catch (error) {
    for (const { from, to } of moved) await moveFile(to, from)
    throw error
  }
}

async function findDormant(layout: Fit, hooksDirectory: LayoutFacts['hooksDirectory']): Promise<readonly Refusal[]> {
  const started = await Promise.all(hookNames.map((name) => seeHookFile(hooksDirectory, name)))
  return started.filter(({ file }) => file.kind !== 'regular' || ((file.mode & 0o111) === 0 && process.platform !== 'win32')).map(({ path }) => ({
    path,
    what: `${displayPath(path)} is missing or not executable, so git skips it.`,
    next: layout.kind === 'husky' ? 'Run "npx husky".' : 'Move the repository to a file system that keeps executable bits.',
  }))
}
