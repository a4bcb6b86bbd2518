import { HIDDEN_REASONS } from '@varve/core'
import * as z from 'zod/mini'
import * as part from '../shapes.ts'

const primeLine = z.strictObject({ id: part.entryId, title: part.text, updated: part.text })

/** Of what finds, walks and gathers entries. */
export const RECALL_SCHEMAS = {
  tree: z.strictObject({
    root: part.entryId,
    direction: part.direction,
    max_hops: part.count,
    truncated: part.yes,
    truncation_reason: z.nullable(part.text),
    notes: z.array(part.note),
    links: z.array(part.step),
    spanning_tree: z.array(
      z.strictObject({ from: part.entryId, to: part.entryId, type: part.text, hop: part.count }),
    ),
    issues: part.issues,
  }),
  graph: z.strictObject({
    root: z.nullable(part.entryId),
    raw: part.yes,
    notes: z.array(
      z.strictObject({
        id: part.entryId,
        type: part.text,
        category: part.text,
        text: part.text,
        hidden: z.nullable(z.enum(HIDDEN_REASONS)),
        links: part.count,
        under: part.count,
        hop: z.optional(part.count),
      }),
    ),
    links: z.array(
      z.strictObject({
        from: part.entryId,
        to: part.entryId,
        type: part.text,
        source: z.enum(['typed', 'inline', 'lineage']),
        via: z.optional(z.tuple([part.entryId, part.entryId])),
      }),
    ),
    total: z.nullable(z.strictObject({ notes: part.count, links: part.count, apart: part.count })),
    truncated: part.yes,
  }),
  path: z.strictObject({
    from: part.entryId,
    to: part.entryId,
    direction: part.direction,
    found: part.yes,
    path_length: part.count,
    truncation_reason: z.optional(part.text),
    notes: z.array(part.note),
    links: z.array(part.step),
    issues: part.issues,
  }),
  search: z.union([
    z.strictObject({
      query: part.text,
      like: z.optional(part.entryId),
      relaxed: part.yes,
      corrected: z.record(z.string(), part.texts),
      total: part.count,
      at_least: z.optional(z.literal(true)),
      note: z.optional(z.literal('empty_query')),
      items: z.array(
        z.extend(part.note, {
          relevance: z.number(),
          match_context: part.text,
          explain: z.optional(
            z.strictObject({
              terms: z.array(z.strictObject({ word: part.text, weight: z.number() })),
              word_rank: z.nullable(part.count),
              meaning_rank: z.nullable(part.count),
              score: z.number(),
              path: part.entryIds,
            }),
          ),
        }),
      ),
      issues: part.issues,
    }),
    z.strictObject({
      query: part.text,
      total: part.count,
      logs: z.array(
        z.strictObject({
          session: part.text,
          agent: part.text,
          message: part.text,
          role: z.enum(['user', 'assistant', 'tool', 'system']),
          at: z.nullable(part.text),
          match_context: part.text,
        }),
      ),
    }),
  ]),
  context: z.union([
    z.strictObject({
      notes_count: part.count,
      total: part.count,
      truncated: part.yes,
      banner: z.optional(part.text),
      ontology: z.optional(
        z.strictObject({
          types: part.texts,
          link_types: z.array(z.strictObject({ type: part.text, inverse: part.text })),
        }),
      ),
      notes: z.array(z.extend(part.note, { truncated: part.yes })),
      issues: part.issues,
    }),
    z.strictObject({
      banner: z.optional(part.text),
      truncated: part.yes,
      commands: z.array(z.strictObject({ command: part.text, gives: part.text })),
      collections: z.array(primeLine),
      index: z.strictObject({ sections: z.array(part.carried), left: part.count }),
      recent: z.array(primeLine),
      issues: part.issues,
    }),
  ]),
}
