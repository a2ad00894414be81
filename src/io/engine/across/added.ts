import type { Found } from '../found.ts'
import { isChangedLine } from '../anchor.ts'
import type { Subject } from '../subject.ts'
import { lineAt, lineStarts } from '../text.ts'
import type { News } from '../undefined-names.ts'
import type { AcrossInput, Scene } from './scene.ts'
import { isLookedAt } from './scene.ts'
import { caseEdit } from './case.ts'
import type { Linker, Reference, Unit } from './link.ts'
import type { Trouble } from './words.ts'
import { evidenceOf, messageOf, ruleOf } from './words.ts'

/** The references of one changed file that no earlier version of it has. */
export type Added = { readonly subject: Subject; readonly linker: Linker; readonly references: readonly Reference[] }

/** Returns the references the change adds. */
export async function addedReferences(given: AcrossInput, linkers: readonly Linker[]): Promise<readonly Added[]> {
  const all: Added[] = []
  for (const subject of given.subjects) {
    given.ask.signal.throwIfAborted()
    const linker = linkers.find((one) => one.covers(subject.now.language))
    if (linker === undefined || !isLookedAt(subject.path, given) || linker.isIdle(subject.now.text)) continue
    const references = await newReferences(subject, linker, isMoved(subject, given))
    if (references.length > 0) all.push({ subject, linker, references })
  }
  return all
}

// A file that moved refers to its neighbours from another place, even where its text is the same.
function isMoved({ path, base }: Subject, { ask }: AcrossInput): boolean {
  return base !== null && ask.change.files.some((file) => file.path === path && file.base === null)
}

async function newReferences(subject: Subject, linker: Linker, isInNewPlace: boolean): Promise<readonly Reference[]> {
  const { path, now, base, published } = subject
  const earlier = isInNewPlace ? [] : [...(base === null ? [] : [base]), ...published]
  // Most changes touch no import, and then nothing need be parsed.
  if (!isInNewPlace && !subject.hunks.some((hunk) => hunk.added.some(linker.mayTake))) return []
  const unit = await linker.read(path, now.text)
  if (unit === null || unit.references.length === 0) return []
  const units = await Promise.all(earlier.map(({ text }) => linker.read(path, text)))
  const starts = lineStarts(now.text)
  const isBlind = subject.isBlind || units.includes(null)
  const fresh = isBlind ? unit.references.filter(({ start, end }) => isChangedBetween(subject, lineAt(starts, start), lineAt(starts, end))) : unit.references
  return withoutKnown(merged(fresh), units.filter((one) => one !== null))
}

function isChangedBetween(subject: Subject, first: number, last: number): boolean {
  for (let line = first; line <= last; line++) if (isChangedLine(subject, line)) return true
  return false
}

// One file named twice is one reference.
function merged(references: readonly Reference[]): readonly Reference[] {
  const found = new Map<string, Reference[]>()
  for (const one of references) {
    const same = found.get(one.spec)
    if (same === undefined) found.set(one.spec, [one])
    else same.push(one)
  }
  return [...found.values()].flatMap(([first, ...more]) => (first === undefined ? [] : [{ ...first, names: [...first.names, ...more.flatMap(({ names }) => names)] }]))
}

function withoutKnown(references: readonly Reference[], earlier: readonly Unit[]): readonly Reference[] {
  const known = new Map<string, Set<string>>()
  for (const { spec, names } of earlier.flatMap((unit) => unit.references)) {
    const all = known.get(spec) ?? new Set()
    for (const name of names) all.add(name)
    known.set(spec, all)
  }
  return references.flatMap((reference) => {
    const old = known.get(reference.spec)
    const names = [...new Set(reference.names)].filter((name) => old?.has(name) !== true)
    return old !== undefined && names.length === 0 ? [] : [{ ...reference, names }]
  })
}

/** Returns the findings about added references that lead nowhere. */
export async function problemsOfAdded(added: readonly Added[], scene: Scene): Promise<readonly News[]> {
  const all: News[] = []
  for (const { subject, linker, references } of added) {
    scene.ask.signal.throwIfAborted()
    const starts = lineStarts(subject.now.text)
    const found: Found[] = []
    for (const reference of references) {
      const [first, ...more] = await linker.problems(scene.worlds.now, subject.path, reference)
      if (first === undefined) continue
      const names = [first, ...more].flatMap((problem) => (problem.kind === 'name' ? [problem.name] : []))
      const wasThere = linker.targets(scene.worlds.before, subject.path, reference).length > 0
      found.push(toFound({ first, names }, { subject, reference, wasThere, starts }))
    }
    if (found.length > 0) all.push({ subject, found })
  }
  return all
}

type Place = { readonly subject: Subject; readonly reference: Reference; readonly wasThere: boolean; readonly starts: readonly number[] }

function toFound(trouble: Trouble, { subject: { path, now: { text } }, reference, wasThere, starts }: Place): Found {
  const { first } = trouble
  const line = lineAt(starts, reference.start)
  const edit = first.kind === 'file' && first.near !== null ? caseEdit(reference, { path, near: first.near, text }) : null
  return {
    rule: ruleOf(first), message: messageOf(trouble), line, start: reference.start, end: reference.end,
    evidence: evidenceOf(trouble, { path, line, wasThere }),
    ...(first.kind === 'name' && { name: first.name }), ...(edit !== null && { edits: [edit] }),
  }
}
