import { claimsOf } from '../digest/metrics/claims-of.ts'
import { wholeText } from '../digest/metrics/evidence-kept.ts'
import type { EntryFields } from '../domain/entry.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Plan } from '../domain/plan.ts'
import { checkRewrite } from '../guard/rewrite/check-rewrite.ts'
import { refuseStale } from '../journal/apply-plan.ts'
import type { StoreReader } from '../ports/store.ts'
import { isExempt } from './attributes.ts'
import { refusalIn } from './digest/write-digest.ts'

/**
 * Looks at a plan that was kept as if it were made now. Throws `stale_plan` where what it read has changed,
 * where it would put away what must stay, or where a digest of it would not pass the guard.
 */
export function recheckConsolidation(reader: StoreReader, plan: Plan): void {
  refuseStale(reader, plan)
  const put = plan.operations.flatMap((operation): readonly EntryId[] => {
    if (operation.op === 'lineage.add') return [operation.under]
    return operation.op === 'flag.set' && operation.kind === 'buried' ? [operation.id] : []
  })
  const kept = put.filter((id) => {
    const entry = reader.entry(id)
    // What is under something else by now, or gone, isn't there to be put away.
    return entry === undefined || isExempt(entry) || reader.view(id)?.hidden !== undefined
  })
  if (kept.length > 0) throw stale('what must stay would be put away', kept)
  const digests = new Set(plan.operations.flatMap((each) => (each.op === 'entry.add' ? each.id : [])))
  const foreign = plan.operations.flatMap((each) =>
    each.op === 'lineage.add' && !digests.has(each.top) ? each.top : [],
  )
  if (foreign.length > 0) throw stale('it puts entries under what it does not add', foreign)
  for (const operation of plan.operations) {
    if (operation.op !== 'entry.add') continue
    const unders = plan.operations.flatMap((each) =>
      each.op === 'lineage.add' && each.top === operation.id ? [each.under] : [],
    )
    if (!standsFor(reader, operation.fields, unders))
      throw stale('the guard finds something lost or added', [operation.id])
  }
}

function standsFor(reader: StoreReader, digest: EntryFields, unders: readonly EntryId[]): boolean {
  const sources = unders.flatMap((id) => {
    const entry = reader.entry(id)
    return entry === undefined ? [] : [{ id, text: wholeText(entry) }]
  })
  const { findings } = checkRewrite({ kind: 'consolidates', sources, output: claimsOf(digest) })
  return refusalIn(findings) === undefined
}

function stale(why: string, subjects: readonly string[]): VarveError {
  return new VarveError('stale_plan', `${why}: ${subjects.join(', ')}`, {
    subjects,
    fix: ['varve consolidate --scope all --plan-out ./plan.json'],
  })
}
