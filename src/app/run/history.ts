import { splitLines } from '../../core/evidence/hunks.ts'
import type { GateVerdict } from '../../core/gate/contract.ts'
import type { Gate, ObjectReader } from '../../core/gate/port.ts'
import { parseLocation } from '../../core/model/finding.ts'
import type { Change, Oid } from '../../core/model/tree.ts'
import { fileOf } from '../../core/target/change.ts'
import { isAbout } from '../../core/target/answers.ts'
import { fingerprint } from '../../core/target/fingerprint.ts'
import { isKnownClean, storeClean } from '../../io/verdicts/store.ts'
import type { Ground, Request } from './ground.ts'
import type { PendingPush } from './push-subject.ts'
import { changeBetween, readerAt } from './trees.ts'

/** A credential that a pushed commit holds although the pushed tip may not. */
export type Leak = { readonly commit: Oid; readonly location: string; readonly title: string }

/** Looks for credentials in each commit of a push: what a later commit takes out again is published all the same. A commit that was judged by itself is not read again. */
export async function leaksOf(ground: Ground, request: Request, pending: PendingPush): Promise<readonly Leak[]> {
  const salt = `${ground.salt}-credentials`
  const leaks: Leak[] = []
  let gate: Gate | undefined
  for (const step of pending.steps) {
    if (step.tree === step.base || await isKnownClean(ground.context, { ...step, salt: ground.salt }) || await isKnownClean(ground.context, { ...step, salt })) continue
    gate ??= await openGate(ground)
    const found = await leaksIn(ground, { request, gate, step })
    if (found.length === 0) await storeClean(ground.context, { ...step, salt })
    leaks.push(...found)
  }
  return leaks
}

async function openGate(ground: Ground): Promise<Gate> {
  const { createCredentialGate } = await import('../../io/engine/credential-gate.ts')
  return createCredentialGate({ ignore: ground.ignore, maxFileBytes: ground.config.engine.maxFileKb * 1000 })
}

type Look = { readonly request: Request; readonly gate: Gate; readonly step: PendingPush['steps'][number] }

async function leaksIn(ground: Ground, { request, gate, step }: Look): Promise<readonly Leak[]> {
  const change = await changeBetween(ground.context, step, step.published)
  const objects = readerAt(ground.context)
  const { value } = await gate.review({
    round: 1, mode: 'first', snapshot: step.tree, head: step.commit, change, prior: [], ledger: '', task: null, objects, signal: request.signal,
  }, '')
  const leaks: Leak[] = []
  for (const finding of value.findings.filter((one) => one.heading === 'critical' && one.label === 'verified')) {
    if (!await isDeclined(ground, { change, objects, finding })) leaks.push({ commit: step.commit, location: finding.location, title: finding.title })
  }
  return leaks
}

type Told = { readonly change: Change; readonly objects: ObjectReader; readonly finding: GateVerdict['findings'][number] }

async function isDeclined({ answers }: Ground, { change, objects, finding }: Told): Promise<boolean> {
  const location = parseLocation(finding.location)
  const now = location === undefined ? null : fileOf(change, location.path)?.now ?? null
  if (answers.length === 0 || location === undefined || now === null) return false
  const text = Buffer.from((await objects.blobs([now])).get(now) ?? []).toString('utf8')
  const print = fingerprint({ name: finding.rule ?? finding.title, path: location.path, lines: splitLines(text), range: location.range })
  return answers.some((answer) => answer.kind === 'decline' && isAbout(answer, new Set([print])))
}
