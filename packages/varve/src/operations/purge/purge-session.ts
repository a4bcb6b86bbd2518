import { recordHeader, VarveError } from '@varve/core'
import type { OperationContext } from '../context.ts'
import type { OperationResult } from '../operation.ts'
import { findSession } from '../session/find-session.ts'
import { layAside } from '../session/lay-aside.ts'
import { NOTHING_BESIDE } from './erase-beside-store.ts'
import { ledgerNames, purgeDecisions } from './purge-decisions.ts'

/** Erases a session: what was said in it, and what was decided on its windows. */
export async function purgeSession(
  context: OperationContext,
  { session, yes, dryRun }: { readonly session: string; readonly yes: boolean; readonly dryRun: boolean },
): Promise<OperationResult> {
  const id = findMeant(context, session)
  const isCaptured = context.reading().session(id) !== undefined
  if (
    !dryRun &&
    !yes &&
    !(await context.confirm(`Erase the session ${id} for good? Nothing brings it back.`))
  )
    throw new VarveError('usage', 'not confirmed; nothing was erased', {
      fix: [`varve purge --session ${id} --yes`],
    })
  const isFitted = ledgerNames(context, id).length > 0
  // Before its mark: whoever sees that it was purged finds nothing of it.
  if (!dryRun && isFitted) purgeDecisions(context, id)
  const record = dryRun || !isCaptured ? undefined : layAside(context, [id], true)
  if (!dryRun && !isCaptured) context.writingInPlace().scrub()
  return {
    json: {
      erased: [],
      ...NOTHING_BESIDE,
      repeated_by: [],
      out_of_reach: [],
      session: id,
      plan_id: record ?? null,
      dry_run: dryRun,
    },
    human: `${dryRun ? 'Would erase' : 'Erased'} the session ${id}: ${[
      ...(isCaptured ? ['what was said in it'] : []),
      ...(isFitted ? ['what was decided on its windows'] : []),
    ].join(', and ')}\n`,
    records: `${recordHeader('purge', { session: id, plan: record })}\n`,
  }
}

/** The session that an id, or the start of one, names: captured, fitted, or both. */
function findMeant(context: OperationContext, typed: string): string {
  const fitted = (context.ledger()?.sessions() ?? []).map(({ id }) => id.split('/')[0] ?? id)
  const [only, ...others] = [...new Set(fitted.filter((id) => id.startsWith(typed)))]
  if (only !== undefined && others.length === 0) return only
  return findSession(context.reading(), typed).id
}
