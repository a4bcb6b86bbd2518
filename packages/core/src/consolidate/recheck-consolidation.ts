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
    return entry === undefined || isExempt(entry)
  })
  if (kept.length > 0) throw stale('what must stay would be put away', kept)
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
  return !findings.some(
    ({ severity, code }) => severity === 'reject' && (code === 'G07' || code === 'G08' || code === 'G09'),
  )
}

function stale(why: string, subjects: readonly string[]): VarveError {
  return new VarveError('stale_plan', `${why}: ${subjects.join(', ')}`, {
    subjects,
    fix: ['varve consolidate --scope all --plan-out ./plan.json'],
  })
}
