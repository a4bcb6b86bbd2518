import * as z from 'zod/mini'
import * as part from '../shapes.ts'

const members = z.array(z.strictObject({ user: part.text, role: z.enum(['reader', 'writer', 'owner']) }))

/** Of what a team shares by a server. */
export const TEAM_SCHEMAS = {
  /** Nothing: what it serves is for other replicas. */
  serve: z.strictObject({}),
  'knowledge pull': z.strictObject({
    from: part.count,
    to: part.count,
    applied: part.count,
    issues: part.issues,
  }),
  'knowledge push': z.strictObject({ pushed: part.count, head: part.count, issues: part.issues }),
  'team create': z.union([
    z.strictObject({
      project: part.text,
      name: part.text,
      user: z.nullable(part.text),
      created: part.yes,
      schema: z.array(part.count),
    }),
    // With --sql.
    z.strictObject({ sql: part.text }),
  ]),
  'team member': z.strictObject({ members, issues: part.issues }),
  'team token': z.strictObject({
    tokens: z.array(
      z.strictObject({
        id: part.text,
        user: part.text,
        label: part.text,
        created: part.instant,
        expires: z.nullable(part.instant),
        revoked: z.nullable(part.instant),
      }),
    ),
    // The new one, this once.
    token: z.optional(part.text),
  }),
  'team status': z.strictObject({
    project: part.text,
    name: z.nullable(part.text),
    server: part.text,
    user: z.nullable(part.text),
    members,
    head: part.count,
    read: part.count,
    unpushed: part.count,
    issues: part.issues,
  }),
}
