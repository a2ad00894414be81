/** The five classes of a helper failure, by their labels (GAR-142 to GAR-148). */
export const helperFailures = ['spawn-failure', 'mid-run-death', 'contract-violating', 'declared-inability', 'helper-script'] as const
export type HelperFailure = (typeof helperFailures)[number]

/** The stop conditions in the order of rulings 2.6; a helper failure is named by its class. */
export const stopSlugs = [
  'no-qualifying', 'empty-approved', 'decision-pending', 'round-cap', 'self-written',
  'ledger-failed-twice', 'unmapped-twice', 'concurrent-modification', 'charter-refused',
  'nothing-to-review', 'report-only', 'time-budget', 'interrupted',
] as const
export type StopSlug = (typeof stopSlugs)[number]
export type Stop = StopSlug | HelperFailure

/** The status word of a run (rulings 2.6). */
export type Status = 'clean' | 'clean-with-declines' | 'decisions-needed' | 'stopped' | 'failed'

/** Returns true when the stop is one of the five helper failure classes. */
export function isHelperFailure(stop: Stop): stop is HelperFailure {
  return (helperFailures as readonly string[]).includes(stop)
}
