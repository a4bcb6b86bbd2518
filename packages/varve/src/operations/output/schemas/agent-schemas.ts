import * as z from 'zod/mini'
import { AGENT_NAMES, PARTS, SCOPES } from '../../../agents/agent.ts'
import * as part from '../shapes.ts'

const agent = z.enum([...AGENT_NAMES, 'git'])
const scope = z.enum(SCOPES)
const parts = z.array(z.enum(PARTS))

const files = z.array(
  z.strictObject({
    path: part.text,
    outcome: z.enum(['created', 'changed', 'unchanged', 'removed', 'restored']),
  }),
)

/** Of what is installed in agents. */
export const AGENT_SCHEMAS = {
  /** Nothing: what it serves is the protocol's. */
  mcp: z.strictObject({}),
  /** Nothing: what it serves is a page. */
  ui: z.strictObject({}),
  install: z.union([
    z.strictObject({
      agents: z.array(agent),
      scope,
      parts,
      dry_run: part.yes,
      files,
      /** Where copies lie of what differed from what varve writes. */
      copies: part.texts,
      /** What a person still has to do. */
      next: part.texts,
      patch: z.optional(part.text),
    }),
    // With --status.
    z.strictObject({
      agents: z.array(
        z.strictObject({
          agent,
          present: part.yes,
          installed: z.array(z.strictObject({ scope, parts, files: part.texts })),
        }),
      ),
      issues: part.issues,
    }),
  ]),
  uninstall: z.strictObject({
    agents: z.array(agent),
    dry_run: part.yes,
    files,
    /** Where copies lie of what differed from what varve writes. */
    copies: part.texts,
    memory: part.text,
    patch: z.optional(part.text),
  }),
}
