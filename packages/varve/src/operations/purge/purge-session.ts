import { byText, recordHeader, VarveError } from '@varve/core'
import type { OperationContext } from '../context.ts'
import type { OperationResult } from '../operation.ts'
import { findSession } from '../session/find-session.ts'
import { layAside } from '../session/lay-aside.ts'
import { NOTHING_BESIDE } from './erase-beside-store.ts'
import { TRANSCRIPT } from './list-out-of-reach.ts'
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
  // An erasure that waits is none.
  if (!dryRun) context.writingInPlace()
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
      out_of_reach: isCaptured ? [TRANSCRIPT] : [],
      session: id,
      plan_id: record ?? null,
      dry_run: dryRun,
    },
    human: `${dryRun ? 'Would erase' : 'Erased'} the session ${id}: ${[
      ...(isCaptured ? ['what was said in it'] : []),
      ...(isFitted ? ['what was decided on its windows'] : []),
    ].join(', and ')}\n${isCaptured ? `  out of reach: ${TRANSCRIPT}\n` : ''}`,
    records: `${recordHeader('purge', { session: id, plan: record })}\n`,
  }
}

const SHORTEST = 4

/** The one session that an id, or the start of one, names: captured, fitted, or both. */
function findMeant(context: OperationContext, typed: string): string {
  const fitted = (context.ledger()?.sessions() ?? []).map(({ id }) => id.split('/')[0] ?? id)
  const begun = typed.length < SHORTEST ? [] : fitted.filter((id) => id.startsWith(typed))
  const captured = findCaptured(context, typed)
  const named = [...new Set([...(captured === undefined ? [] : [captured]), ...begun])].sort(byText)
  const [only, ...others] = fitted.includes(typed) ? [typed] : named
  if (only !== undefined && others.length === 0) return only
  if (only === undefined) return findSession(context.reading(), typed).id
  throw new VarveError('ambiguous_id', `${typed} could be ${named.join(' or ')}`, {
    subjects: named,
    fix: ['varve session list --json', 'varve fit passes'],
  })
}

function findCaptured(context: OperationContext, typed: string): string | undefined {
  try {
    return findSession(context.reading(), typed).id
  } catch (error) {
    if (VarveError.isInstance(error) && error.code === 'not_found') return undefined
    throw error
  }
}
