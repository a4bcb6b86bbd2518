import { HIDDEN_REASONS } from '@varve/core'
import { EVIDENCE_KINDS } from '@varve/core/digest'
import * as z from 'zod/mini'
import * as part from '../shapes.ts'
import { stage2 } from '../stage2-shape.ts'

const shortfall = z.strictObject({ name: part.text, live: part.count, shown: part.count })

/** What a digest stands for from now on. */
const compacts = { compacts: part.entryIds, count: part.count }

/** A plan that `--plan-out` wrote to a file. */
const keptPlan = z.strictObject({ file: part.text, hash: part.planHash, operations: part.count })

const missingEvidence = z.strictObject({ class: part.text, value: part.text, sources: part.entryIds })

/** Of compaction and digests. */
export const DIGEST_SCHEMAS = {
  compact: z.strictObject({
    stage1: z.strictObject({
      inputs: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
      entries: part.count,
      live: part.count,
      hidden: part.countsOf(HIDDEN_REASONS),
      categories: z.array(shortfall),
    }),
    index: z.strictObject({
      counter: part.text,
      budget: part.count,
      tokens: part.count,
      shown: part.count,
      elided: part.entryIds,
      clipped: part.entryIds,
      narrated: part.texts,
    }),
    stage2,
    plan_hash: z.optional(part.planHash),
    operations: z.optional(part.operations),
    safe_duplicates: z.array(z.strictObject({ top: part.entryId, under: part.entryId })),
    review: part.count,
    plan_id: part.planId,
    plan: z.optional(keptPlan),
    written: part.texts,
    removed: part.texts,
    dry_run: part.yes,
    issues: part.issues,
  }),
  'compact apply': z.union([
    z.strictObject({
      digest_id: part.entryId,
      kind: part.text,
      added: part.entryIds,
      already: part.entryIds,
      moved: part.entryIds,
      refreshed: z.optional(part.entryIds),
      ...compacts,
      compaction_pct: z.number(),
      plan_id: part.planId,
      dry_run: part.yes,
      plan: z.optional(keptPlan),
      guard: z.optional(part.guard),
      issues: part.issues,
    }),
    z.strictObject({
      plan_file: part.text,
      plan_hash: part.planHash,
      command: part.text,
      operations: z.array(
        z.strictObject({ op: part.text, kind: part.text, top: part.entryId, under: part.entryId }),
      ),
      plan_id: part.planId,
      dry_run: part.yes,
      guard: z.array(z.strictObject({ digest_id: part.entryId, ...part.guard.shape })),
    }),
  ]),
  'compact remove': z.strictObject({
    digest_id: part.entryId,
    removed: part.entryIds,
    visible_again: part.entryIds,
    ...compacts,
    compaction_pct: z.number(),
    plan_id: part.planId,
    dry_run: part.yes,
  }),
  'compact show': z.strictObject({
    digest_id: part.entryId,
    ...compacts,
    missing: part.entryIds,
    contested: part.entryIds,
    compaction_pct: z.number(),
    size: z.strictObject({ basis: part.text, counter: part.text, digest: part.count, expanded: part.count }),
    depth: part.count,
    pct_at_depth: z.optional(z.number()),
    tree: z.array(
      z.strictObject({
        from: part.entryId,
        to: part.entryId,
        depth: part.count,
        seen: z.optional(z.literal(true)),
      }),
    ),
    truncated: part.yes,
    shown: part.count,
    total: part.count,
    issues: part.issues,
  }),
  'compact status': z.strictObject({
    note_id: part.entryId,
    role: part.text,
    compactor: z.nullable(part.entryId),
    kind: z.nullable(part.text),
    canonical: part.entryId,
    chain: part.entryIds,
    compacts: part.entryIds,
    compacts_count: part.count,
    stale: part.yes,
    superseded_by: part.entryIds,
    contested_by: part.entryIds,
    issues: part.issues,
  }),
  'compact report': z.strictObject({
    digest_id: part.entryId,
    verdict: part.text,
    compacts_direct_count: part.count,
    compaction_pct: z.number(),
    size: z.strictObject({
      basis: part.text,
      counter: part.text,
      digest: part.count,
      expanded: part.count,
      saved: z.int(),
    }),
    body_size: z.strictObject({ digest: part.count, expanded: part.count }),
    anchors: z.strictObject({
      total: part.count,
      kept: part.count,
      kept_pct: z.number(),
      by_class: z.record(z.string(), z.tuple([part.count, part.count])),
      missing: z.array(missingEvidence),
    }),
    negations: z.strictObject({ total: part.count, kept: part.count, missing: z.array(missingEvidence) }),
    edges: z.strictObject({
      internal: part.count,
      boundary: part.count,
      inbound: part.count,
      outbound: part.count,
      boundary_ratio: z.number(),
    }),
    staleness: z.strictObject({
      is_stale: part.yes,
      stale_count: part.count,
      stale_sources: z.array(
        z.strictObject({ id: part.entryId, reason: part.text, top: z.optional(part.entryId) }),
      ),
    }),
    expand_if: z.array(missingEvidence),
    invariants: z.strictObject({ valid: part.yes, issues: part.issues }),
    guard: z.optional(part.guard),
    /** By source: what the guard said when it was put under the digest. */
    registered: z.optional(z.array(z.looseObject({ under: part.entryId, guard_v: part.count }))),
  }),
  'compact suggest': z.strictObject({
    candidates: z.array(
      z.strictObject({
        ids: part.entryIds,
        node_count: part.count,
        internal_edges: part.count,
        boundary_edges: part.count,
        boundary_ratio: part.share,
        cohesion: part.share,
        estimated_tokens: part.count,
        estimated_chars: part.count,
        target_tokens: part.count,
        estimated_saving: part.count,
        avg_value: z.number(),
        score: z.number(),
        suggested_command: part.text,
        held_by: z.optional(z.partialRecord(z.enum(EVIDENCE_KINDS), part.share)),
      }),
    ),
    total: part.count,
    seed: part.count,
    issues: part.issues,
  }),
  'compact guide': z.strictObject({ guide: part.text }),
}
