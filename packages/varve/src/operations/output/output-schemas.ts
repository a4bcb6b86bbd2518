import * as z from 'zod/mini'
import { AGENT_SCHEMAS } from './schemas/agent-schemas.ts'
import { CONSOLIDATE_SCHEMAS } from './schemas/consolidate-schemas.ts'
import { DIGEST_SCHEMAS } from './schemas/digest-schemas.ts'
import { ENTRY_SCHEMAS } from './schemas/entry-schemas.ts'
import { FIT_SCHEMAS } from './schemas/fit-schemas.ts'
import { RECALL_SCHEMAS } from './schemas/recall-schemas.ts'
import { REVIEW_SCHEMAS } from './schemas/review-schemas.ts'
import { SESSION_SCHEMAS } from './schemas/session-schemas.ts'
import { STORE_SCHEMAS } from './schemas/store-schemas.ts'
import { TEAM_SCHEMAS } from './schemas/team-schemas.ts'
import { WORK_SCHEMAS } from './schemas/work-schemas.ts'
import * as part from './shapes.ts'

/**
 * What `--json` prints, by command. No command loads this: it is for the reference, for tests, and for
 * surfaces that publish schemas of their answers.
 */
export const OUTPUT_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  ...ENTRY_SCHEMAS,
  ...DIGEST_SCHEMAS,
  ...CONSOLIDATE_SCHEMAS,
  ...RECALL_SCHEMAS,
  ...REVIEW_SCHEMAS,
  ...SESSION_SCHEMAS,
  ...STORE_SCHEMAS,
  ...AGENT_SCHEMAS,
  ...TEAM_SCHEMAS,
  ...WORK_SCHEMAS,
  ...FIT_SCHEMAS,
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
