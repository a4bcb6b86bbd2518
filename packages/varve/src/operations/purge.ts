import { planPurge, recordHeader, VarveError } from '@varve/core'
import { commit } from './commit.ts'
import { flag, rest, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation } from './operation.ts'
import { refreshCache } from './refresh-cache.ts'

/** `varve purge`: the one operation that erases. */
export const purge = defineOperation({
  name: 'purge',
  summary: 'Erase an entry for good',
  effect: 'erases',
  fields: {
    ids: rest('The entries', 'id'),
    reason: text('Why; kept in place of the text'),
    yes: flag('Do not ask'),
    force: flag('Pinned entries too'),
    dryRun: flag('Say what would be erased, and do nothing'),
  },
  examples: [
    'varve purge 7c1d09aa --reason "a password"',
    'varve purge 7c1d09aa --reason "personal data" --yes',
  ],
  async run({ ids, reason, yes, force, dryRun }, context) {
    if (ids.length === 0 || reason === undefined) {
      throw new VarveError('usage', 'purge needs <id> and --reason', { fix: [purge.examples[0]] })
    }
    const store = context.reading()
    const found = ids.map((typed) => findEntry(store, typed))
    if (
      !dryRun &&
      !yes &&
      !(await context.confirm(`Erase ${found.join(', ')} for good? Nothing brings it back.`))
    ) {
      throw new VarveError('usage', 'not confirmed; nothing was erased', {
        fix: [`varve purge ${ids.join(' ')} --reason ${JSON.stringify(reason)} --yes`],
      })
    }
    // An erasure that waits is none.
    if (!dryRun) context.writingInPlace()
    const { plan, record } = commit(context, 'purge', dryRun, (reader) => ({
      plan: planPurge(reader, found, { reason: context.redact(reason), force }),
      outcome: undefined,
    }))
    if (record) {
      context.writingInPlace().scrub()
      refreshCache(context)
    }
    const erased = plan.operations.flatMap((operation) =>
      operation.op === 'purge' ? [{ id: operation.id, hash: operation.hash }] : [],
    )
    return {
      json: { erased, plan_id: record?.id ?? null, dry_run: dryRun },
      human: `${dryRun ? 'Would erase' : 'Erased'} ${erased.length === 0 ? 'nothing' : erased.map(({ id }) => id).join(', ')}\n`,
      records: `${recordHeader('purge', { erased: erased.map(({ id }) => id).join(',') || '-', plan: record?.id })}\n`,
    }
  },
})
