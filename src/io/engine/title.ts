import type { Found } from './found.ts'
import { oneLine } from './text.ts'

/** Returns the title of a finding; with rule and path it tells the same finding again in a later round. */
export function titleOf(found: Pick<Found, 'message'>): string {
  const text = oneLine(found.message.replace(/\.$/, ''), 200)
  return text === '' ? 'a problem without a description' : text.charAt(0).toUpperCase() + text.slice(1)
}
