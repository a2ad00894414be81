import type { Finding, Location } from '../model/finding.ts'
import { isIntersecting } from '../model/finding.ts'

export type Candidate = Pick<Finding, 'fingerprint' | 'heading'> & { readonly location: Location }

/** Returns the earlier finding this one continues: by fingerprint, else by heading, path and overlapping range (rulings 2.3). */
export function matchPrior(candidate: Candidate, prior: readonly Finding[]): Finding | undefined {
  return prior.find((earlier) => earlier.fingerprint === candidate.fingerprint)
    ?? prior.find((earlier) => earlier.heading === candidate.heading && isSamePlace(earlier.location, candidate.location))
}

function isSamePlace(a: Location, b: Location): boolean {
  return a.path === b.path && isIntersecting(a.range, b.range)
}
