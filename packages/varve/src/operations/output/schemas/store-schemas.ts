import * as z from 'zod/mini'
import * as part from '../shapes.ts'

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

/** Of what is about the store as a whole, and of what goes in and out of it. */
export const STORE_SCHEMAS = {
  init: z.strictObject({ project: part.text, key: part.text }),
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
    settings: z.optional(
      z.array(
        z.strictObject({
          path: part.text,
          value: z.unknown(),
          from: z.array(
            z.strictObject({ place: z.enum(['user', 'project', 'environment']), name: part.text }),
          ),
        }),
      ),
    ),
    issues: part.issues,
  }),
  status: z.strictObject({
    project: part.text,
    name: part.text,
    key: part.text,
    branch: z.nullable(part.text),
    entries: part.count,
    visible: part.count,
    records: part.count,
    issues: part.count,
    quarantined: part.count,
    outbox: part.count,
    models: z.array(
      z.strictObject({
        name: part.text,
        provider: part.text,
        model: z.nullable(part.text),
        program: z.optional(part.text),
        base_url: z.optional(z.nullable(part.text)),
        key_variable: z.optional(z.nullable(part.text)),
      }),
    ),
  }),
  demo: z.strictObject({
    imported: measure,
    compacted: measure,
    same_bytes_after_undo: part.yes,
    invention_refused: part.yes,
  }),
}
