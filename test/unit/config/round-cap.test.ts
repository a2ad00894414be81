import { describe, expect, it } from 'vitest'
import type { RoundCapPhrase } from '../../../src/core/config/round-cap.ts'
import { parseRoundCap } from '../../../src/core/config/round-cap.ts'

const cap = (n: number): RoundCapPhrase => ({ kind: 'cap', cap: n })
const refused = (said: string): RoundCapPhrase => ({ kind: 'not-a-cap', said })
const none: RoundCapPhrase = { kind: 'none' }

describe('the round cap phrase', () => {
  it.each<[string, string, RoundCapPhrase]>([
    ['GAR-016: alone', 'round cap 3', cap(3)],
    ['GAR-016: anywhere in the prompt', 'review this, round cap 2 please', cap(2)],
    ['GAR-016: in any case', 'Round CAP 4', cap(4)],
    ['GAR-016: over a line break', 'round\ncap\t12', cap(12)],
    ['GAR-016: at the end of a sentence', 'Use round cap 5.', cap(5)],
    ['GAR-016: in brackets', '(round cap 6)', cap(6)],
    ['GAR-016: above what a file may say', 'round cap 200', cap(200)],
    ['GAR-016: leading zeros', 'round cap 007', cap(7)],
    ['the first cap holds', 'round cap 2, no, round cap 3', cap(2)],
    ['a phrase without a number does not hide one with', 'the round cap is high: round cap 2', cap(2)],
    ['GAR-017: no phrase', 'review my change', none],
    ['GAR-017: empty prompt', '', none],
    ['GAR-017: no number follows', 'about the round cap', none],
    ['GAR-017: other words', 'background cap 3, round caps 3, roundcap 3', none],
    ['GAR-018: zero', 'round cap 0', refused('0')],
    ['GAR-018: negative', 'round cap -1', refused('-1')],
    ['GAR-018: a word', 'round cap five', refused('five')],
    ['GAR-018: a fraction', 'round cap 3.5', refused('3.5')],
    ['GAR-018: a unit', 'round cap 3x', refused('3x')],
    ['GAR-018: more than a number can hold', 'round cap 99999999999999999999', refused('99999999999999999999')],
    ['GAR-018: punctuation only', 'round cap ...', refused('...')],
  ])('%s', (_, text, expected) => {
    expect(parseRoundCap(text)).toEqual(expected)
  })
})
