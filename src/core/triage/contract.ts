import * as z from 'zod'

export const refusalCodes = ['not-real', 'not-minimum', 'not-anchored', 'not-safe', 'needs-decision'] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** Wire form of a triage return: exactly one decision for each qualifying finding (rulings 2.1). */
export const triageReturn = z.strictObject({
  phase: z.literal('TRIAGE'),
  decisions: z.array(z.strictObject({
    finding_id: z.string(),
    verdict: z.enum(['approved', 'not-approved']),
    reason: z.string().max(2000),
    code: z.enum(refusalCodes).optional(),
  })),
})
export type TriageReturn = z.infer<typeof triageReturn>
export type TriageDecision = TriageReturn['decisions'][number]
