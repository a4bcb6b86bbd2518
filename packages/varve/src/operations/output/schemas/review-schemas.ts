import { STALE_RULE_NAMES, STALE_STATUSES } from '@varve/core/stale'
import * as z from 'zod/mini'
import { FINDING_KINDS } from '../../audit/finding.ts'
import * as part from '../shapes.ts'
import { stage2 } from '../stage2-shape.ts'

const decided = z.strictObject({
  id: part.text,
  action: z.enum(['accept', 'reject', 'supersede', 'edit', 'snooze']),
  plan_id: part.planId,
  operations: part.operations,
  dry_run: part.yes,
})

const figures = z.strictObject({
  pairs: part.count,
  false_automatic: part.count,
  blocked_or_held: part.share,
  contradiction_recall: part.share,
  surface_recall: part.share,
  automatic_recall: part.share,
  over_veto: part.share,
})

const staleRule = z.enum(STALE_RULE_NAMES)

/** Of decisions, the guard, audits and checks. */
export const REVIEW_SCHEMAS = {
  'check-stale': z.strictObject({
    checked: part.count,
    results: z.array(
      z.strictObject({
        id: part.entryId,
        status: z.enum(STALE_STATUSES),
        rule: staleRule,
        reason: part.text,
        file: z.nullable(part.text),
        flagged: part.yes,
        aging: part.yes,
        findings: z.array(
          z.strictObject({
            rule: staleRule,
            reason: part.text,
            file: part.text,
            says: z.optional(part.text),
            now: z.optional(part.text),
          }),
        ),
      }),
    ),
    llm: stage2,
    plan_id: part.planId,
    dry_run: part.yes,
  }),
  audit: z.strictObject({
    entries: part.count,
    counts: part.countsOf(FINDING_KINDS),
    tokens: z.strictObject({
      all: part.count,
      visible: part.count,
      saved: z.int(),
      index: part.count,
    }),
    findings: z.array(
      z.strictObject({
        kind: z.enum(FINDING_KINDS),
        places: z.array(z.strictObject({ id: part.entryId, at: z.optional(part.text), text: part.text })),
        reasons: part.texts,
        score: z.optional(part.share),
      }),
    ),
  }),
  review: z.strictObject({ items: z.array(part.reviewItem), total: part.count, uncompared: part.count }),
  'review accept': decided,
  'review reject': decided,
  'review supersede': decided,
  'review edit': decided,
  'review snooze': decided,
  'guard pair': z.strictObject({
    guard_v: part.count,
    verdict: z.enum(['same', 'duplicate-safe', 'related', 'contradicts', 'distinct']),
    reasons: part.texts,
    flags: part.texts,
    only_a: z.array(part.anchor),
    only_b: z.array(part.anchor),
    overlap: part.share,
    jaccard: part.share,
    allow: part.carried,
  }),
  'guard check': z.strictObject({
    guard_v: part.count,
    verdict: part.guard.shape.verdict,
    anchors: z.strictObject({ total: part.count, kept: part.count }),
    novelty: part.share,
    coverage: part.share,
    findings: part.guard.shape.findings,
  }),
  'guard eval': z.strictObject({
    guard_v: part.count,
    total: figures,
    languages: z.record(z.string(), figures),
    classes: z.record(z.string(), figures),
    false_automatic_ids: part.texts,
    passes: part.yes,
  }),
}
