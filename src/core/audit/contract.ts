import * as z from 'zod'

/** Wire form of a delta audit: exactly one entry for each hunk of the round's diff (rulings 2.1). */
export const auditReturn = z.strictObject({
  phase: z.literal('DELTA'),
  hunks: z.array(z.strictObject({
    file: z.string(),
    start: z.number().int().min(1),
    end: z.number().int().min(1),
    mapped: z.boolean(),
    finding_id: z.string().nullable(),
    reason: z.string().max(2000),
  })),
})
export type AuditReturn = z.infer<typeof auditReturn>
