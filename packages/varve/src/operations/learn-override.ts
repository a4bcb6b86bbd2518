import { type EntryId, type LearningStatus, recordHeader, VarveError } from '@varve/core'
import { planOverride } from '@varve/core/sessions'
import { commit, viewFor } from './commit.ts'
import type { OperationContext } from './context.ts'
import { flag, type InputOf, positional, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { isLearned, withConflicts } from './learn/list-learnings.ts'
import { widenPromoted } from './learn/widen-promoted.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { shortIdIn } from './short-id.ts'

const fields = {
  id: positional('Its id, or the start of it', 'id'),
  reason: text('Why'),
  force: flag('Even where it is flagged as untrusted'),
  dryRun: flag('Say what would happen, and do nothing'),
}

/** `varve learn promote`: wins over the scores, until `auto`. */
export const learnPromote = defineOperation({
  name: 'learn promote',
  summary: 'Hold a learning to be true',
  effect: 'writes',
  fields,
  examples: [
    'varve learn promote 0bfa9168 --reason "checked with the team"',
    'varve learn promote 0bfa9168 --reason "checked" --dry-run',
  ],
  run: (input, context) => decide(input, context, 'promoted', 'promote'),
})

/** `varve learn demote`: it stays observed, however often it is seen. */
export const learnDemote = defineOperation({
  name: 'learn demote',
  summary: 'Hold a learning to be unproven',
  effect: 'writes',
  fields,
  examples: [
    'varve learn demote 0bfa9168 --reason "true of one branch"',
    'varve learn demote 0bfa9168 --reason "outdated" --json',
  ],
  run: (input, context) => decide(input, context, 'observed', 'demote'),
})

/** `varve learn auto`: takes the decision back. */
export const learnAuto = defineOperation({
  name: 'learn auto',
  summary: 'Let the scores of a learning decide again',
  effect: 'writes',
  fields,
  examples: ['varve learn auto 0bfa9168', 'varve learn auto 0bfa9168 --dry-run'],
  run: (input, context) => decide(input, context, null, 'auto'),
})

function decide(
  { id: typed, reason, force, dryRun }: InputOf<typeof fields>,
  context: OperationContext,
  status: LearningStatus | null,
  word: string,
): OperationResult {
  if (reason === undefined && status !== null) {
    throw new VarveError('usage', 'say why: --reason <text>', {
      fix: [`varve learn ${word} ${typed} --reason "checked with the team"`],
    })
  }
  const { outcome, record, planHash } = commit(context, 'learn', dryRun, (reader) => {
    const entry = reader.entry(findEntry(reader, typed))
    if (entry === undefined || !isLearned(entry)) {
      throw new VarveError('not_found', `nothing that was learnt: ${typed}`, {
        subjects: [typed],
        fix: ['varve learn list'],
      })
    }
    if (status === 'promoted' && !force && entry.flags.some(({ kind }) => kind === 'untrusted')) {
      throw new VarveError('usage', `${typed} is flagged as untrusted: read it, then give --force`, {
        subjects: [entry.id],
        fix: [`varve learn show ${typed}`],
      })
    }
    const plan = planOverride(reader, entry, status, context.redact(reason ?? 'the scores decide'))
    return { plan, outcome: entry.id }
  })
  if (!dryRun) widenPromoted(context)
  const now = statusOf(context, outcome)
  const stands = dryRun ? (status ?? now) : now
  return {
    json: {
      id: outcome,
      status: stands,
      plan_id: record?.id ?? null,
      ...(dryRun && { dry_run: true, plan_hash: planHash }),
    },
    human: `${dryRun ? 'Would stand as' : 'Stands as'} ${stands}: ${shortIdIn(context.reading(), outcome)}\n`,
    records: `${recordHeader('learn.override', { id: outcome, status: stands, plan: record?.id })}\n`,
  }
}

function statusOf(context: OperationContext, id: EntryId): LearningStatus {
  const reader = context.reading()
  const entry = reader.entry(id)
  const learned = entry !== undefined && isLearned(entry) ? [entry] : []
  return withConflicts(viewFor(context, reader), learned)[0]?.learning.status ?? 'observed'
}
