import * as z from 'zod'

// The wire form of a gate verdict, schema_version 1 (rulings 2.1). The root stays a plain object: several structured-output interfaces refuse a root union.
const line = (max: number): z.ZodString => z.string().max(max).regex(/^[^\p{Cc}]*$/u, 'holds a control character')
const text = (max: number): z.ZodString => z.string().max(max).regex(/^[^\p{Cc}]*$|^(?:[^\p{Cc}]|[\n\t])*$/u, 'holds a control character')
const oid = z.string().regex(/^[0-9a-f]{40,64}$/)

export const tags = ['none', 'closed', 'open', 'open and not acknowledged', 'settled by a decision', 'regressed', 'new'] as const
export const citations = ['staged-scan', 'staged', 'unstaged', 'untracked', 'tracked', 'commit'] as const

export const gateFinding = z.strictObject({
  id: z.string().regex(/^R\d+-F\d+$/),
  prior_id: z.string().regex(/^F\d+$/).optional(),
  heading: z.enum(['critical', 'bug', 'should_fix']),
  label: z.enum(['verified', 'inferred']),
  non_blocking: z.boolean(),
  tag: z.enum(tags),
  title: line(200),
  // A path may hold any character but NUL, a line end too.
  location: z.string().max(4300),
  lane: z.enum(['working-tree lane', 'local-commits lane']),
  lane_case: z.number().int().min(1).max(9),
  // Addition to the ruled schema: which evidence section the citation was read from, so that the controller can walk the nine cases itself.
  cited: z.enum(citations).optional(),
  anchor: z.strictObject({ kind: z.enum(['diff', 'intent', 'none']), quote: line(300).optional() }),
  pre_existing: z.boolean(),
  scope_extension: z.boolean(),
  reproduction_line: z.boolean(),
  evidence: text(4000),
  proof: z.strictObject({ command: line(2000), exit_code: z.number().int(), output_tail: text(2000) }).optional(),
  consequence: text(1000),
  fix: z.strictObject({ text: text(2000), paths: z.array(z.string().min(1)) }),
  decision_ref: z.string().nullable(),
  rule: line(200).optional(),
  governing_document: line(300).optional(),
})

export const gateDecision = z.strictObject({
  id: line(32), title: line(200), finding_ids: z.array(z.string()), options: z.array(line(300)).min(1),
  suggested_default: line(300), who: line(100), wording: text(2000),
})

export const gateVerdict = z.strictObject({
  schema_version: z.literal(1),
  phase: z.literal('REVIEW'),
  status: z.literal('success'),
  round: z.number().int().min(1),
  mode: z.enum(['first', 'delta']),
  reviewed: z.strictObject({ snapshot: z.string().regex(/^[0-9a-f]{40,64}$/), head: oid.nullable(), base: oid.nullable() }),
  needs_fix_round: z.boolean(),
  report_markdown: z.string(),
  findings: z.array(gateFinding),
  decisions: z.array(gateDecision),
  gates: z.array(z.strictObject({ name: line(200), where: z.enum(['local', 'forge', 'skipped']), exit_code: z.number().int().optional() })),
  unread: z.array(line(4400)),
  coverage: z.strictObject({ committed: z.boolean(), staged: z.boolean(), unstaged: z.boolean(), untracked: z.boolean() }),
  closing: z.strictObject({ committable: z.boolean(), reason: text(1000) }),
  loop_can_stop: z.boolean(),
})

export type GateFinding = z.infer<typeof gateFinding>
export type GateVerdict = z.infer<typeof gateVerdict>

/** Parses a gate's return; the reason of a refusal is fit for the report. */
export function parseGateVerdict(value: unknown): { ok: true; verdict: GateVerdict } | { ok: false; reason: string } {
  const parsed = gateVerdict.safeParse(value)
  return parsed.success ? { ok: true, verdict: parsed.data } : { ok: false, reason: z.prettifyError(parsed.error) }
}
