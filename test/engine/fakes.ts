import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { diffHunks } from '../../src/core/evidence/hunks.ts'
import type { GateFinding, GateVerdict } from '../../src/core/gate/contract.ts'
import { parseGateVerdict } from '../../src/core/gate/contract.ts'
import type { GateAsk, ObjectReader } from '../../src/core/gate/port.ts'
import type { Finding } from '../../src/core/model/finding.ts'
import { parseLocation } from '../../src/core/model/finding.ts'
import type { Hunk } from '../../src/core/model/hunk.ts'
import { parseRepoPath } from '../../src/core/model/path.ts'
import type { RepoPath } from '../../src/core/model/path.ts'
import type { Change, ChangedFile, Oid, TreeEntry } from '../../src/core/model/tree.ts'
import { parseOid } from '../../src/core/model/tree.ts'
import { createEngine } from '../../src/io/engine/engine.ts'
import type { EngineOptions } from '../../src/io/engine/options.ts'

export type Content = string | Uint8Array
/** `base` and `now` of one path; null where there is none. */
export type Version = { readonly base?: Content | null; readonly now: Content | null; readonly published?: readonly Content[]; readonly mode?: string }
export type Files = Readonly<Record<string, Version | Content>>

export const scratch = mkdtempSync(join(tmpdir(), 'engine-test-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

export function engine(options: Partial<EngineOptions> = {}): ReturnType<typeof createEngine> {
  return createEngine({ scratch, nodePath: process.execPath, env: { PATH: process.env['PATH'] ?? '' }, ignore: [], ...options })
}

export const bytesOf = (content: Content): Uint8Array => (typeof content === 'string' ? new TextEncoder().encode(content) : content)

export function oidOf(content: Content): Oid {
  const oid = parseOid(createHash('sha1').update(bytesOf(content)).digest('hex'))
  if (oid === undefined) throw new Error('no oid')
  return oid
}

const isVersion = (file: Version | Content): file is Version => typeof file === 'object' && 'now' in file
const normal = (file: Version | Content): Version => (isVersion(file) ? file : { now: file })

/** A change in memory; `others` are unchanged files of the base tree. */
export function change(files: Files, others: Readonly<Record<string, string>> = {}): { change: Change; objects: ObjectReader } {
  const blobs = new Map<Oid, Uint8Array>()
  const store = (content: Content | null | undefined): Oid | null => {
    if (content === null || content === undefined) return null
    blobs.set(oidOf(content), bytesOf(content))
    return oidOf(content)
  }
  const changed = Object.entries(files).map(([path, file]): ChangedFile => {
    const { base, now, published, mode } = normal(file)
    return {
      path: parseRepoPath(path), mode: now === null ? '000000' : (mode ?? '100644'), baseMode: base === null || base === undefined ? '000000' : '100644',
      now: store(now), base: store(base), published: (published ?? []).map((one) => store(one)).filter((oid) => oid !== null),
    }
  })
  // Both trees: the unchanged files, and one side of the changed ones.
  const side = (name: 'now' | 'base'): ReadonlyMap<RepoPath, TreeEntry> => new Map([
    ...Object.entries(others).map(([path, text]): [RepoPath, TreeEntry] => [parseRepoPath(path), { mode: '100644', oid: store(text) ?? oidOf(text) }]),
    ...changed.flatMap((file): [RepoPath, TreeEntry][] => { const oid = file[name]; return oid === null ? [] : [[file.path, { mode: name === 'now' ? file.mode : file.baseMode, oid }]] }),
  ])
  const trees = new Map([[oidOf('tree'), side('now')], [oidOf('base'), side('base')]])
  const entriesOf = (tree: Oid): ReadonlyMap<RepoPath, TreeEntry> => trees.get(tree) ?? new Map()
  const holds = (oid: Oid, word: string): boolean => new RegExp(`(?<![\\w])${word.replaceAll('$', '\\$')}(?![\\w])`).test(new TextDecoder('latin1').decode(blobs.get(oid)))
  const objects: ObjectReader = {
    blobs: async (oids) => new Map(oids.flatMap((oid): [Oid, Uint8Array][] => { const b = blobs.get(oid); return b === undefined ? [] : [[oid, b]] })),
    filesWith: async (tree, word) => [...entriesOf(tree)].filter(([, { oid }]) => holds(oid, word)).map(([path, { oid }]) => ({ path, oid })),
    paths: async (tree) => entriesOf(tree),
  }
  return { change: { tree: oidOf('tree'), base: oidOf('base'), published: [], files: changed }, objects }
}

export type AskOptions = { readonly round?: number; readonly prior?: readonly Finding[]; readonly others?: Readonly<Record<string, string>>; readonly signal?: AbortSignal; readonly ledger?: string }

export function ask(files: Files, options: AskOptions = {}): GateAsk {
  const round = options.round ?? 1
  return {
    round, mode: round === 1 ? 'first' : 'delta', snapshot: 'a'.repeat(40), head: null, ...change(files, options.others),
    prior: options.prior ?? [], ledger: options.ledger ?? join(scratch, 'no-ledger.txt'), task: null, signal: options.signal ?? new AbortController().signal,
  }
}

/** Reviews a change; the verdict has passed the wire contract. */
export async function reviewOf(files: Files, options: AskOptions & { readonly engine?: Partial<EngineOptions> } = {}): Promise<GateVerdict> {
  const { value } = await engine(options.engine).review(ask(files, options), '')
  const parsed = parseGateVerdict(value)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.verdict
}

/** Returns `rule line label` of each finding, the usual thing to compare. */
export const brief = (verdict: GateVerdict): readonly string[] => verdict.findings.map((f) => `${f.rule ?? ''} ${f.location} ${f.heading}/${f.label}`)

/** What the controller makes of a wire finding. */
export function toRunFinding(finding: GateFinding, index: number): Finding {
  const location = parseLocation(finding.location)
  if (location === undefined) throw new Error(finding.location)
  return {
    id: finding.prior_id ?? `F${String(index + 1).padStart(3, '0')}`, heading: finding.heading, label: finding.label, tag: finding.tag, title: finding.title,
    location, cited: location, lane: 'working-tree lane', laneCase: 8, anchored: true, preExisting: false, scopeExtension: false, reproductionLine: false,
    evidence: finding.evidence, consequence: finding.consequence, fix: { text: finding.fix.text, paths: finding.fix.paths.map((path) => parseRepoPath(path)) },
    decisionRef: null, fingerprint: `${finding.rule ?? ''} ${finding.location}`, ...(finding.rule !== undefined && { rule: finding.rule }),
  }
}

export const qualifying = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ tag, heading, label }) => tag !== 'closed' && (heading === 'critical' || (heading === 'bug' && label === 'verified')))

export type Round = {
  readonly verdict: GateVerdict
  readonly findings: readonly Finding[]
  readonly decisions: readonly { readonly finding_id: string; readonly verdict: string; readonly code?: string | undefined; readonly reason: string }[]
  readonly workspace: ReadonlyMap<string, Uint8Array>
  readonly hunks: readonly Hunk[]
  readonly audit: readonly { readonly mapped: boolean; readonly finding_id: string | null; readonly reason: string }[]
  readonly again: GateVerdict
}

/** Walks one round (review, triage, fix, audit) and reviews the result; the working tree is what `now` holds unless said otherwise. */
export async function walk(files: Files, options: AskOptions & { readonly workspace?: Readonly<Record<string, Content>> } = {}): Promise<Round> {
  const { signal } = new AbortController()
  const work = new Map(Object.entries(files).flatMap(([path, file]): [string, Uint8Array][] => { const now = options.workspace?.[path] ?? normal(file).now; return now === null ? [] : [[path, bytesOf(now)]] }))
  const before = new Map(work)
  const one = engine()
  const request = ask(files, options)
  const verdict = (await one.review(request, '')).value
  const findings = verdict.findings.map(toRunFinding)
  const read = async (path: RepoPath): Promise<Uint8Array | null> => work.get(path) ?? null
  const { decisions } = (await one.triage({ ...request, qualifying: qualifying(findings), read }, '')).value
  const approved = findings.filter(({ id }) => decisions.some((d) => d.finding_id === id && d.verdict === 'approved'))
  const write = async (path: RepoPath, bytes: Uint8Array): Promise<void> => { work.set(path, bytes) }
  await one.fix({ round: 1, approved, setback: null, read, write, signal }, '')
  const written = [...work].filter(([path, bytes]) => before.get(path) !== bytes).map(([path, after]) => ({ path: parseRepoPath(path), before: before.get(path) ?? null, after }))
  const hunks = written.flatMap((w) => diffHunks(w.path, w.before, w.after))
  const audit = (await one.audit({ round: 1, approved, hunks, written, ledger: '', signal }, '')).value.hunks
  const next = Object.fromEntries(Object.entries(files).map(([path, file]) => [path, { ...normal(file), now: work.get(path) ?? null }]))
  const again = (await one.review(ask(next, { ...options, round: 2, prior: findings }), '')).value
  return { verdict, findings, decisions, workspace: work, hunks, audit, again }
}

export const textOf = (round: Round, path: string): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(round.workspace.get(path))
