import * as z from 'zod'

/** Wire form of a fixer return (rulings 2.1). */
export const fixReturn = z.strictObject({
  phase: z.literal('FIX'),
  status: z.enum(['success', 'failure', 'blocked']),
  message: z.string().max(2000).optional(),
  changed_workspace: z.boolean(),
  resolutions: z.array(z.strictObject({
    finding_id: z.string(),
    resolution: z.enum(['fixed', 'no_change_with_rationale', 'unresolved']),
    rationale: z.string().max(2000).optional(),
    files: z.array(z.string()),
  })),
  reproductions: z.array(z.strictObject({ path: z.string(), command: z.string(), finding_id: z.string() })),
})
export type FixReturn = z.infer<typeof fixReturn>
export type Reproduction = FixReturn['reproductions'][number]
