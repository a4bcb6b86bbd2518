import { recordHeader } from '@varve/core'
import { planExclusion } from '@varve/core/sessions'
import { commit } from './commit.ts'
import { flag, positional, text } from './field.ts'
import { defineOperation } from './operation.ts'
import { findSession } from './session/find-session.ts'
import { shortSessionId } from './session/session-json.ts'

/** `varve session exclude`: nothing is captured of it any more, nor learnt from it, and what it taught alone is known no longer. */
export const sessionExclude = defineOperation({
  name: 'session exclude',
  summary: 'Leave a session out of everything',
  effect: 'writes',
  fields: {
    session: positional('Its id, or the start of it', 'session'),
    reason: text('Why'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: [
    'varve session exclude s_3f9a20c1',
    'varve session exclude s_3f9a20c1 --reason "a customer’s data"',
  ],
  run({ session: typed, reason, dryRun }, context) {
    const why = reason === undefined ? undefined : context.redact(reason)
    const { outcome, record, planHash } = commit(context, 'session exclude', dryRun, (reader) => {
      const { id } = findSession(reader, typed)
      const said = { value: { by: context.actor }, ...(why === undefined ? {} : { reason: why }) }
      return { plan: planExclusion(reader, id, said), outcome: id }
    })
    return {
      json: {
        session: outcome,
        plan_id: record?.id ?? null,
        ...(dryRun && { dry_run: true, plan_hash: planHash }),
      },
      human: `${dryRun ? 'Would be left out' : 'Left out'}: ${shortSessionId(outcome)}; varve undo takes it in again\n`,
      records: `${recordHeader('session.exclude', { session: outcome })}\n`,
    }
  },
})
