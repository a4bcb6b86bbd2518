import * as z from 'zod/mini'
import * as part from './shapes.ts'

const merged = z.strictObject({
  op: part.text,
  id: part.entryId,
  sources: part.entryIds,
  text: part.text,
  tokens_before: part.count,
  tokens_after: part.count,
  anchors: z.strictObject({ total: part.count, kept: part.count }),
  verdict: part.text,
  codes: part.texts,
})

const question = { op: part.text, category: part.text, entries: part.entryIds }

/** What stage 2 came to; where nobody was asked, only how that is. */
export const stage2 = z.strictObject({
  status: z.enum(['off', 'ok', 'partial', 'degraded', 'unavailable']),
  /** Questions that wait for an agent. */
  queued: z.optional(part.count),
  provider: z.optional(part.text),
  model: z.optional(part.text),
  calls: z.optional(part.count),
  failed_calls: z.optional(part.count),
  retries: z.optional(part.count),
  tokens: z.optional(
    z.strictObject({ input: part.count, output: part.count, reserved: part.count, cap: part.count }),
  ),
  usd: z.optional(z.nullable(z.number())),
  coverage: z.optional(z.strictObject({ pairs_seen: part.count, pairs_total: part.count })),
  merged: z.optional(z.array(merged)),
  review: z.optional(z.array(merged)),
  rejected: z.optional(
    z.array(z.strictObject({ op: part.text, sources: part.entryIds, codes: part.texts, detail: part.text })),
  ),
  stale: z.optional(
    z.array(
      z.strictObject({
        id: part.entryId,
        verdict: z.enum(['accurate', 'stale', 'unsure']),
        reason: part.text,
        file: z.optional(part.text),
        quote: z.optional(part.text),
      }),
    ),
  ),
  narratives: z.optional(part.texts),
  skipped: z.optional(z.array(z.strictObject({ ...question, reason: part.text, attempts: part.count }))),
  planned: z.optional(z.array(z.strictObject({ ...question, input: part.count, output: part.count }))),
})
