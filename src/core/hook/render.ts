import { seal, toRaw } from './bytes.ts'
import { callOf } from './before.ts'
import type { HookName, Parts, Recorded, SeenFile } from './seen.ts'

/** What a rendered text is made from. */
export type Ingredients = { readonly name: HookName; readonly parts: Parts; readonly recorded: Recorded }

/** Returns the hook file, one character a byte; `before` is the earlier hook it will find beside it. */
export function renderHook(from: Ingredients, before: SeenFile): string {
  return renderSealed(from.parts.hook, {
    ...replays(from), HOOK: from.name, BEFORE: callOf(before), REVIEW: renderReview(from, { START: '. "$gar_run"', INITS: "'gar husky'" }),
  })
}

/** Returns the block for a manager's script; the flag says how to take it out again without a trace. */
export function renderBlock(from: Ingredients, flag: '' | 'created' | 'joined'): string {
  // The manager has read its own init file by then, and later lines of its script must still run.
  const review = renderReview(from, { START: '(. "$gar_run") || exit', INITS: 'gar' })
  return renderSealed(from.parts.block, { ...replays(from), FLAG: flag === '' ? '' : ` ${flag}`, REVIEW: review })
}

function renderReview({ name, parts, recorded }: Ingredients, values: Record<string, string>): string {
  return fill(parts.review, { ...values, HOOK: name, NODE: quote(recorded.node ?? ''), PACKAGE: quote(recorded.packageDirectory) }).trimEnd()
}

function replays({ name, parts }: Ingredients): { FIRST: string; LAST: string } {
  return name === 'pre-push' ? { FIRST: parts.replay.trimEnd(), LAST: 'gar_replay' } : { FIRST: '', LAST: '' }
}

function renderSealed(template: string, values: Record<string, string>): string {
  return seal(toRaw(fill(template, { ...values, SEAL: '@SEAL@' })))
}

/** A placeholder alone on its line goes with the line when there is nothing to put there. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  const valueOf = (name: string): string => {
    const value = values[name]
    if (value === undefined) throw new Error(`the hook template asks for @${name}@, which nobody gives`)
    return value
  }
  return template.replace(/^@([A-Z]+)@\n|@([A-Z]+)@/gm, (_, alone: string | undefined, inline: string | undefined) => {
    if (alone === undefined) return valueOf(inline ?? '')
    const value = valueOf(alone)
    return value === '' ? '' : `${value}\n`
  })
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
