import { EVIDENCE_KINDS, HIDDEN_REASONS } from '@varve/core'
import * as z from 'zod/mini'
import { FINDING_KINDS } from '../audit/finding.ts'
import * as part from './shapes.ts'

const decided = z.strictObject({
  id: part.text,
  action: z.enum(['accept', 'reject', 'supersede', 'edit', 'snooze']),
  plan_id: part.planId,
  operations: part.operations,
  dry_run: part.yes,
})

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

const measure = z.strictObject({
  entries: part.count,
  visible: part.count,
  duplicates: part.count,
  superseded: part.count,
  issues: part.count,
  tokens: part.count,
  visibleTokens: part.count,
  indexTokens: part.count,
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

const shortfall = z.strictObject({ name: part.text, live: part.count, shown: part.count })

/** What a digest stands for from now on. */
const compacts = { compacts: part.entryIds, count: part.count }

/** What the guard says of a text and of what it was written from. */
const guard = z.strictObject({
  verdict: z.enum(['accept', 'review', 'reject']),
  findings: z.array(z.looseObject({ check: part.text })),
})

/** A plan that `--plan-out` wrote to a file. */
const keptPlan = z.strictObject({ file: part.text, hash: part.planHash, operations: part.count })

const missingEvidence = z.strictObject({ class: part.text, value: part.text, sources: part.entryIds })

const listedEntry = z.strictObject({ ...part.entryMembers, via: z.optional(part.entryId) })

const primeLine = z.strictObject({ id: part.entryId, title: part.text, updated: part.text })

/**
 * What `--json` prints, by command. No command loads this: it is for the reference, for tests, and for
 * surfaces that publish schemas of their answers.
 */
export const OUTPUT_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  init: z.strictObject({ project: part.text, key: part.text }),
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
    lineage: z.array(part.edge),
    links: z.array(part.link),
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
  }),
  undo: undone,
  redo: undone,
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
    }),
    stage2: z.strictObject({ status: z.enum(['off', 'ok', 'partial', 'degraded', 'unavailable']) }),
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
      guard: z.optional(guard),
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
      guard: z.array(z.strictObject({ digest_id: part.entryId, ...guard.shape })),
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
    guard: z.optional(guard),
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
  'link materialize': z.strictObject({
    id: part.entryId,
    links: z.array(part.link),
    removed_inline: part.yes,
    plan_id: part.planId,
    dry_run: part.yes,
  }),
  search: z.strictObject({
    query: part.text,
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
  import: z.strictObject({
    added: part.count,
    revised: part.count,
    unchanged: part.count,
    quarantined: part.count,
    formats: part.texts,
    plan_id: part.planId,
    plan_hash: part.planHash,
    dry_run: part.yes,
    quarantine: z.array(part.quarantined),
    issues: part.issues,
  }),
  export: z.union([
    z.strictObject({ format: part.text, files: part.texts, written: part.texts, dry_run: part.yes }),
    // One file, to standard output.
    z.strictObject({ path: part.text, text: part.text }),
  ]),
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
  review: z.strictObject({ items: z.array(part.reviewItem), total: part.count }),
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
    verdict: guard.shape.verdict,
    anchors: z.strictObject({ total: part.count, kept: part.count }),
    novelty: part.share,
    coverage: part.share,
    findings: guard.shape.findings,
  }),
  'guard eval': z.strictObject({
    guard_v: part.count,
    total: figures,
    languages: z.record(z.string(), figures),
    classes: z.record(z.string(), figures),
    false_automatic_ids: part.texts,
    passes: part.yes,
  }),
  'knowledge sync': z.strictObject({
    pulled: part.count,
    pushed: part.count,
    erased: part.count,
    quarantined: part.count,
    issues: part.issues,
  }),
  doctor: z.strictObject({
    checked: part.count,
    errors: part.count,
    warnings: part.count,
    info: part.count,
    fixed: part.count,
    mended: part.texts,
    plan_id: z.optional(part.planId),
    plan_hash: z.optional(part.planHash),
    dry_run: z.optional(part.yes),
    issues: part.issues,
  }),
  status: z.strictObject({
    project: part.text,
    name: z.optional(part.text),
    key: part.text,
    branch: z.nullable(part.text),
    entries: part.count,
    visible: part.count,
    records: part.count,
    issues: part.count,
    quarantined: part.count,
    outbox: part.count,
  }),
  demo: z.strictObject({ imported: measure, compacted: measure, same_bytes_after_undo: part.yes }),
  purge: z.strictObject({
    erased: z.array(z.strictObject({ id: part.entryId, hash: part.text })),
    quarantined: part.texts,
    journal_files: part.texts,
    outbox_files: part.texts,
    kept_stores: part.texts,
    repeated_by: part.entryIds,
    out_of_reach: part.texts,
    plan_id: part.planId,
    dry_run: part.yes,
  }),
}

/** What `--json` prints to standard error where a command fails. `code` is the exit code. */
export const ERROR_SCHEMA = z.strictObject({
  error: z.strictObject({
    code: z.int().check(z.minimum(1), z.maximum(3)),
    type: part.text,
    message: part.text,
    subjects: part.texts,
    fix: part.texts,
  }),
})
