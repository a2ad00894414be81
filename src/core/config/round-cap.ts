/** What a prompt says of the round cap: nothing, a cap, or a phrase whose number is none (GAR-016 to GAR-018). */
export type RoundCapPhrase =
  | { readonly kind: 'none' }
  | { readonly kind: 'cap'; readonly cap: number }
  | { readonly kind: 'not-a-cap'; readonly said: string }

const phrase = /(?<![\p{L}\p{N}_])round\s+cap\s+(\S+)/giu

/** Returns the round cap a prompt asks for; the first phrase with a positive number holds, and without one the first phrase without. */
export function parseRoundCap(text: string): RoundCapPhrase {
  let refused: string | undefined
  for (const [, word = ''] of text.matchAll(phrase)) {
    // A sentence may go on or end after the number, be it in quotes or brackets.
    const said = word.replace(/[.,;:!?)\]}"'»”’]+$/u, '')
    const cap = /^\d+$/.test(said) ? Number(said) : 0
    if (cap > 0 && Number.isSafeInteger(cap)) return { kind: 'cap', cap }
    refused ??= said === '' ? word : said
  }
  return refused === undefined ? { kind: 'none' } : { kind: 'not-a-cap', said: refused }
}
