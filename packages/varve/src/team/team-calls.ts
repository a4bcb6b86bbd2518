import {
  CALL_RECORDS,
  CALL_ROWS,
  type CarriedRecord,
  type Identity,
  type ProjectedEntry,
  TEAM_ROLES,
  type TeamFacts,
  type TeamMember,
  type TeamToken,
} from '@varve/core/sync'
import * as z from 'zod/mini'

/** Below this a project's id and the name of a call are the path: `/v1/projects/<id>/head`. */
export const CALLS = '/v1/projects/'
/** No call takes more: four MiB of records, four of rows, and what packing and quoting add. */
export const MOST_CALL_BYTES = 24 * 1024 * 1024

const NOTHING = z.strictObject({})
const number = z.int().check(z.minimum(0))
/** No database of text holds a NUL. */
const text = z.string().check(z.refine((value) => !value.includes('\0')))
const name = text.check(z.minLength(1), z.maxLength(200))
const instant = z.iso.datetime()
const record = z.record(z.string(), z.unknown())

const row = z.strictObject({
  id: name,
  branch: z.nullable(text),
  scope: z.enum(['feature', 'project']),
  content: text,
  status: z.enum(['observed', 'promoted']),
  recurrence_count: z.int(),
  impact_score: z.number(),
  specificity_score: z.number(),
  created_at: instant,
  updated_at: instant,
})

/** What each call takes. No call says who asks: that is the token's to say. */
export const CALL_INPUTS = {
  server: NOTHING,
  head: NOTHING,
  page: z.strictObject({ after: number }),
  append: z.strictObject({
    expected: number,
    records: z.array(record).check(z.maxLength(CALL_RECORDS)),
    rows: z.array(row).check(z.maxLength(CALL_ROWS)),
    gone: z.array(name).check(z.maxLength(CALL_ROWS)),
  }),
  projection: z.strictObject({ after: z.nullable(name) }),
  erase: z.strictObject({
    records: z.array(z.strictObject({ at: number, record })).check(z.maxLength(CALL_RECORDS)),
  }),
  facts: NOTHING,
  'set-member': z.strictObject({ user: name, role: z.enum(TEAM_ROLES) }),
  'remove-member': z.strictObject({ user: name }),
  'members-without-role': NOTHING,
  'login-roles': NOTHING,
  identity: NOTHING,
  tokens: NOTHING,
  'issue-token': z.strictObject({
    id: name,
    user: name,
    label: text.check(z.maxLength(200)),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    expires: z.nullable(instant),
  }),
  'revoke-token': z.strictObject({ id: name }),
} as const

export type CallName = keyof typeof CALL_INPUTS
export type CallInput<C extends CallName> = z.infer<(typeof CALL_INPUTS)[C]>

/** What each call answers, as `result`. */
export interface CallResults {
  readonly server: { readonly remote: string }
  readonly head: number
  readonly page: readonly CarriedRecord[]
  /** Null where somebody else was first. */
  readonly append: number | null
  readonly projection: readonly ProjectedEntry[]
  readonly erase: boolean
  readonly facts: Omit<TeamFacts, 'schema' | 'slug'> & {
    readonly schema: number | null
    readonly slug: string | null
  }
  readonly 'set-member': null
  readonly 'remove-member': null
  readonly 'members-without-role': readonly TeamMember['user'][]
  readonly 'login-roles': readonly string[]
  readonly identity: Identity
  readonly tokens: readonly TeamToken[]
  readonly 'issue-token': null
  readonly 'revoke-token': null
}

export function isCallName(text: string): text is CallName {
  return Object.hasOwn(CALL_INPUTS, text)
}
