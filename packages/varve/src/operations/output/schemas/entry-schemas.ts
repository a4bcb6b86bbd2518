import { ACCESS_KINDS, HIDDEN_REASONS } from '@varve/core'
import * as z from 'zod/mini'
import * as part from '../shapes.ts'

const linked = z.strictObject({
  status: part.text,
  link: part.link,
  plan_id: part.planId,
  dry_run: part.yes,
})

const undone = z.strictObject({
  undoes: z.array(part.recordId),
  part_of: z.optional(part.recordId),
  group: z.optional(part.text),
  plan_id: part.planId,
  plan_hash: part.planHash,
  operations: part.operations,
  dry_run: part.yes,
})

/** What an entry is shown for, where that was asked. */
const under = z.optional(
  z.array(z.strictObject({ id: part.entryId, reason: z.enum(HIDDEN_REASONS), text: part.text })),
)

const listedEntry = z.strictObject({ ...part.entryMembers, via: z.optional(part.entryId), under })

/** Of commands that show, change and take back entries and links. */
export const ENTRY_SCHEMAS = {
  add: z.strictObject({
    status: z.enum(['added', 'duplicate', 'unburied']),
    id: part.entryId,
    category: part.text,
    canonical: z.optional(part.entryId),
    near: z.array(part.near),
    issues: part.issues,
    dry_run: z.optional(part.yes),
    plan_hash: z.optional(part.planHash),
  }),
  show: z.strictObject({
    ...part.entryMembers,
    via: z.optional(part.entryId),
    under,
    lineage: z.array(part.edge),
    links: z.array(part.link),
    usage: z.optional(
      z.strictObject({
        count: part.count,
        last: z.nullable(part.instant),
        kinds: z.partialRecord(z.enum(ACCESS_KINDS), part.count),
      }),
    ),
    revisions: z.optional(z.array(z.looseObject({ content: part.text, at: part.instant, by: part.text }))),
    log: z.optional(z.array(part.logItem)),
  }),
  list: z.strictObject({ items: z.array(listedEntry), count: part.count, has_more: part.yes }),
  edit: z.strictObject({
    status: part.text,
    plan_id: part.planId,
    plan_hash: part.planHash,
    operations: part.operations,
    reappears: part.entryIds,
    dry_run: part.yes,
  }),
  'link add': linked,
  'link remove': linked,
  'link list': z.strictObject({
    id: part.entryId,
    via: z.optional(part.entryId),
    links: z.array(part.step),
    missing: z.array(
      z.strictObject({ id: part.entryId, type: part.text, source: z.enum(['typed', 'inline']) }),
    ),
  }),
  log: z.strictObject({
    items: z.array(part.logItem),
    count: part.count,
    runs: z.array(
      z.looseObject({
        at: part.instant,
        inputs: part.text,
        live: part.count,
        heads_added: z.optional(part.entryIds),
        heads_removed: z.optional(
          z.array(z.strictObject({ id: part.entryId, reason: part.text, by: z.nullable(part.entryId) })),
        ),
      }),
    ),
    /** With --stats. */
    stats: z.optional(
      z.array(
        z.strictObject({
          prompt: part.text,
          accepted: part.count,
          reviewed: part.count,
          rejected: part.count,
          undone: part.count,
        }),
      ),
    ),
    proposals: z.optional(
      z.array(
        z.strictObject({
          at: part.instant,
          prompt: part.text,
          model: part.text,
          name: part.text,
          sources: part.entryIds,
          codes: part.texts,
          detail: part.text,
        }),
      ),
    ),
  }),
  undo: undone,
  redo: undone,
  'link materialize': z.strictObject({
    id: part.entryId,
    links: z.array(part.link),
    removed_inline: part.yes,
    plan_id: part.planId,
    dry_run: part.yes,
  }),
  purge: z.strictObject({
    erased: z.array(z.strictObject({ id: part.entryId, hash: part.text })),
    quarantined: part.texts,
    journal_files: part.texts,
    outbox_files: part.texts,
    kept_stores: part.texts,
    repeated_by: part.entryIds,
    out_of_reach: part.texts,
    session: z.optional(part.text),
    plan_id: part.planId,
    dry_run: part.yes,
  }),
}
