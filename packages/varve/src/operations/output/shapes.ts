import {
  ALTITUDES,
  CONFIDENCES,
  FLAG_KINDS,
  HIDDEN_REASONS,
  LAYERS,
  LINEAGE_KINDS,
  MEM_STATES,
  MEM_TYPES,
} from '@varve/core'
import * as z from 'zod/mini'

// The parts that answers are made of. An object holds no other members than these.

export const text = z.string()
export const texts = z.array(z.string())
export const yes = z.boolean()
/** Zero or more. */
export const count = z.int().check(z.minimum(0))
/** 0 to 1. */
export const share = z.number().check(z.minimum(0), z.maximum(1))
/** ISO 8601 in UTC, with milliseconds. */
export const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))
export const entryId = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/))
export const entryIds = z.array(entryId)
/** A record of the journal, which is an applied plan. */
export const recordId = z.string().check(z.regex(/^pl_[0-9a-f]{32}$/))
/** Null where nothing was written: on a dry run, or because there was nothing to do. */
export const planId = z.nullable(recordId)
/** Of the plan's content; the same on a dry run as on the real one. */
export const planHash = z.string()
/** A JSON object that Varve only carries. */
export const carried = z.record(z.string(), z.unknown())

export const issue = z.strictObject({
  code: z.string().check(z.regex(/^[a-z0-9_]+$/)),
  severity: z.enum(['error', 'warning', 'info']),
  subjects: texts,
  message: text,
  detail: z.optional(carried),
  fix: texts,
})
export const issues = z.array(issue)

export const source = z.looseObject({ kind: text, trust: text })

const flag = z.strictObject({
  kind: z.enum(FLAG_KINDS),
  reason: text,
  evidence: z.optional(carried),
  by: text,
  at: instant,
})

const hidden = z.strictObject({ reason: z.enum(HIDDEN_REASONS), by: z.nullable(entryId) })

export const entryMembers = {
  id: entryId,
  type: text,
  category: text,
  title: z.optional(text),
  summary: z.optional(text),
  content: text,
  tags: texts,
  confidence: z.enum(CONFIDENCES),
  layer: z.optional(z.enum(LAYERS)),
  altitude: z.optional(z.enum(ALTITUDES)),
  mem_type: z.optional(z.enum(MEM_TYPES)),
  mem_state: z.optional(z.enum(MEM_STATES)),
  entity: z.optional(z.strictObject({ kind: text, name: text })),
  key: z.optional(text),
  pinned: z.optional(yes),
  importance: z.optional(share),
  value: z.optional(count),
  scores: z.optional(carried),
  scope: z.string().check(z.regex(/^(?:project|branch:.+|session:.+)$/)),
  refs: z.optional(z.array(carried)),
  source,
  created: instant,
  recorded: instant,
  updated: instant,
  asserted_to: instant,
  valid_from: z.optional(instant),
  valid_to: z.optional(instant),
  state: z.enum(['active', 'retracted']),
  hidden: z.optional(hidden),
  also_in: z.optional(texts),
  flags: z.optional(z.array(flag)),
  sightings: z.optional(count),
  consolidation: z.optional(carried),
  custom: z.optional(carried),
  extra: z.optional(carried),
  purged: z.optional(z.strictObject({ by: recordId, hash: text, reason: text })),
}
export const entry = z.strictObject(entryMembers)

export const link = z.strictObject({
  from: entryId,
  to: entryId,
  type: text,
  source: z.enum(['typed', 'inline']),
})

const judgedText = z.strictObject({
  guard_v: count,
  verdict: text,
  anchors: z.strictObject({ total: count, kept: count }),
  coverage: z.number(),
  novelty: z.number(),
  findings: z.array(
    z.strictObject({
      check: text,
      severity: text,
      type: z.optional(text),
      /** Names what it is about, and says nothing of it. */
      anchor: z.optional(text),
      source: z.optional(text),
    }),
  ),
  dropped: z.array(
    z.strictObject({ type: text, anchor: text, source: text, reason: text, text: z.optional(text) }),
  ),
})
/** What the guard said of an edge of lineage, by figures and names alone. */
export const judgement = z.union([
  judgedText,
  z.strictObject({ guard_v: count, verdict: text, reasons: texts, flags: texts }),
])

const edgeMembers = {
  kind: z.enum(LINEAGE_KINDS),
  top: entryId,
  under: entryId,
  source_hash: z.optional(text),
  /** What the guard said when it was made. */
  guard: z.optional(judgement),
  by: text,
}
/** `top` stands in for `under`. */
export const edge = z.strictObject({ ...edgeMembers, recorded: instant })
/** As the journal has it: milliseconds since 1970. */
export const storedEdge = z.strictObject({ ...edgeMembers, recorded: count })

/** One step of a plan, as the journal has it. */
export const operation = z.looseObject({
  op: z.enum([
    'entry.add',
    'entry.revise',
    'entry.retract',
    'entry.restore',
    'link.add',
    'link.remove',
    'lineage.add',
    'lineage.remove',
    'flag.set',
    'flag.clear',
    'learning.sight',
    'learning.override',
    'review.resolve',
    'project.policy',
    'session.mark',
    'purge',
    'erased',
  ]),
})
export const operations = z.array(operation)

export const logItem = z.strictObject({
  plan_id: recordId,
  at: instant,
  stage: text,
  actor: text,
  via: text,
  branch: z.nullable(text),
  command: text,
  reason: z.optional(text),
  ops: operations,
  more_ops: z.optional(count),
  status_changes: z.optional(
    z.array(
      z.strictObject({
        id: text,
        from: z.nullable(text),
        to: z.nullable(text),
        sum_before: count,
        sum_after: count,
        cause: text,
        occasion: z.optional(text),
      }),
    ),
  ),
  damaged: z.optional(z.literal(true)),
  undoes: z.optional(z.array(recordId)),
  undone_by: planId,
  hash: text,
})

export const reviewItem = z.strictObject({
  id: z.string().check(z.regex(/^rv_[0-9a-f]{12}$/)),
  kind: text,
  subjects: entryIds,
  detail: carried,
  actions: texts,
  open: yes,
  decision: z.nullable(carried),
  snoozed_until: z.nullable(instant),
})

export const anchor = z.looseObject({ type: text, raw: text, value: text, start: count, end: count })

export const near = z.strictObject({
  id: entryId,
  relation: text,
  safe: z.optional(z.literal(true)),
  score: share,
  reasons: texts,
})

export const quarantined = z.looseObject({ file: text, reason: text })

/** A link as it is walked: what stands for its ends, and more where the walk has costs. */
export const step = z.looseObject({
  from: entryId,
  to: entryId,
  type: text,
  source: z.enum(['typed', 'inline', 'virtual']),
})

/** An entry as a walk shows it: short, with what it stands for and what was asked for in its place. */
export const note = z.looseObject({
  id: entryId,
  title: z.optional(text),
  text: z.optional(text),
  type: text,
  tags: texts,
  via: z.optional(entryId),
  compacts: z.optional(count),
  compaction_pct: z.optional(z.number()),
  stale_sources: z.optional(count),
  compacted_from: z.optional(entryId),
  depth: z.optional(count),
  compacted_ids: z.optional(z.array(z.strictObject({ id: entryId, depth: count }))),
  compacted_truncated: z.optional(yes),
  compacted_total: z.optional(count),
})

/** Ways that links are followed. */
export const direction = z.enum(['in', 'out', 'both'])

/** An object with one count for each of these names. */
export function countsOf(names: readonly string[]) {
  return z.strictObject(Object.fromEntries(names.map((name) => [name, count])))
}

/** What the guard says of a text and of what it was written from. */
export const guard = z.strictObject({
  guard_v: count,
  verdict: z.enum(['accept', 'review', 'reject']),
  anchors: z.strictObject({ total: count, kept: count }),
  coverage: z.number(),
  novelty: z.number(),
  findings: z.array(z.looseObject({ check: text })),
})
