import { LAYERS } from '@varve/core'
import * as z from 'zod/mini'
import * as part from '../shapes.ts'

const layer = z.enum(LAYERS)
const atRisk = z.strictObject({ id: part.entryId, risk: z.number() })

const warmth = z.enum(['hot', 'warm', 'cold', 'frozen'])
const momentumBand = z.enum(['surging', 'active', 'quiet', 'dormant'])

/** Of consolidation. The names in camelCase are those of the tool that it stands in for. */
export const CONSOLIDATE_SCHEMAS = {
  recall: z.strictObject({
    query: part.text,
    total: part.count,
    /** Whether a text was cut, or left out, for the budget's sake. */
    truncated: part.yes,
    items: z.array(
      z.strictObject({
        id: part.entryId,
        via: z.optional(part.entryId),
        entity: part.text,
        layer,
        heat: z.number(),
        band: warmth,
        text: part.text,
        cut: z.optional(part.yes),
      }),
    ),
  }),
  entities: z.strictObject({
    total: part.count,
    items: z.array(
      z.strictObject({
        name: part.text,
        kind: part.text,
        memories: part.count,
        momentum: z.number(),
        band: momentumBand,
      }),
    ),
  }),
  consolidate: z.union([
    z.strictObject({
      ok: z.literal(true),
      dry_run: part.yes,
      plan_id: part.planId,
      plan_hash: part.planHash,
      /** Entries that might have come under a digest, were they cold. */
      scanned: part.count,
      clustersCompressed: part.count,
      memoriesReplaced: part.count,
      memoriesDropped: part.count,
      learningIdsCreated: part.entryIds,
      stalledTransitions: part.count,
      clusterDetails: z.array(
        z.strictObject({
          entity: part.text,
          layer,
          count: part.count,
          ids: part.entryIds,
          digest_id: part.entryId,
          tokens_before: part.count,
          tokens_after: part.count,
          text: part.text,
          rule_text: z.optional(part.text),
          declined: z.optional(part.text),
          declined_text: z.optional(z.nullable(part.text)),
        }),
      ),
      skipped: z.array(
        z.strictObject({
          entity: part.text,
          layer,
          ids: part.entryIds,
          reason: z.enum(['no_saving', 'G07', 'G08', 'G09', 'declined']),
        }),
      ),
      buried: z.array(atRisk),
      aging: z.array(atRisk),
      stalled: part.entryIds,
      unstalled: part.entryIds,
      woken: part.entryIds,
      sampling: z.strictObject({
        applied: part.yes,
        upgraded: part.count,
        declined: part.count,
        reason: z.optional(z.enum(['unavailable', 'not_asked', 'off'])),
        decline_reasons: z.optional(z.array(part.text)),
      }),
      notes: z.array(z.literal('no_session')),
      clusters: z.optional(part.count),
      memories_replaced_if_run: z.optional(part.count),
      preview: z.optional(z.array(z.strictObject({ entity: part.text, layer, count: part.count }))),
      hint: z.optional(part.text),
      plan: z.optional(z.strictObject({ file: part.text, hash: part.planHash, operations: part.count })),
      undo: z.nullable(part.text),
    }),
    /** With --plan-in. */
    z.strictObject({
      ok: z.literal(true),
      dry_run: part.yes,
      plan_file: part.text,
      plan_hash: part.planHash,
      plan_id: part.planId,
      operations: part.count,
      undo: z.nullable(part.text),
    }),
    /** It was not this run's turn. */
    z.strictObject({ ok: z.literal(true), skipped_run: z.enum(['not_due', 'busy']) }),
  ]),
}
