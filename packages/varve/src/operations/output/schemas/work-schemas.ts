import * as z from 'zod/mini'
import * as part from '../shapes.ts'

const counts = z.strictObject({
  summarize: part.count,
  tag: part.count,
  patterns: part.count,
  synthesize: part.count,
  compact: part.count,
  leased: part.count,
  parked: part.count,
})

/** Of the work that agents do for the memory. */
export const WORK_SCHEMAS = {
  'work next': z.union([
    z.strictObject({
      task: part.text,
      kind: part.text,
      prompt: part.text,
      expires: part.instant,
      inputs_hash: part.text,
      instructions: part.text,
      inputs: part.carried,
      answer_schema: part.carried,
      limits: z.strictObject({
        max_items: part.count,
        max_answer_chars: part.count,
        max_input_tokens: part.count,
      }),
      submit: part.text,
    }),
    z.strictObject({ task: z.null(), reason: z.enum(['nothing_to_do', 'all_leased']), counts }),
  ]),
  'work submit': z.strictObject({
    task: part.text,
    accepted: part.count,
    /** How many wait for a person. */
    review: part.count,
    rejected: z.array(z.strictObject({ item: part.text, codes: part.texts, detail: part.text })),
    plan_id: part.planId,
    plan_hash: z.optional(part.planHash),
    dry_run: z.optional(part.yes),
  }),
}
