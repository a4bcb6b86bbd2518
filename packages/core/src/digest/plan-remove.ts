import type { OpenView } from '../compact/open-view.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import { entityOf } from '../domain/operation.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import { lineageRemoval } from '../edit/plan-lineage.ts'
import { planBase } from '../journal/apply-plan.ts'
import { inheritances } from '../journal/inherited-fields.ts'
import type { StoreReader } from '../ports/store.ts'
import { type Digests, openDigests } from './lineage/open-digests.ts'

export interface RemoveOutcome {
  /** Sorted. */
  readonly removed: readonly EntryId[]
  /** What is left under the top, sorted. */
  readonly compacts: readonly EntryId[]
  /** How all would stand once the plan is applied. */
  readonly after: Digests
}

/**
 * Withdraws that an entry stands for others: all of them, or those named. Either end may be unknown, so
 * that a broken edge can be taken away too.
 */
export function planRemove(
  reader: StoreReader,
  view: Pick<OpenView, 'scopes'>,
  top: EntryId,
  unders: readonly EntryId[] | 'all',
): { readonly plan: Plan; readonly outcome: RemoveOutcome } {
  const edges = reader.lineage({ top })
  const removals = unders === 'all' ? edges : edges.filter(({ under }) => unders.includes(under))
  refuseUnknown(reader, top, edges, unders)
  const lineage = removals.map((edge) => lineageRemoval(reader, edge))
  const inherited = inheritances(reader, lineage)
  const operations = [...lineage, ...inherited]
  const removed = sortedUnique(removals.map(({ under }) => under)) as EntryId[]
  const after = openDigests(reader, view, [top, ...removed], {
    added: [],
    removed: removals,
    revised: inherited,
  })
  const left = edges.filter((edge) => !removals.includes(edge) && edge.kind !== 'supersedes')
  return {
    plan: {
      stage: 'edit',
      command: 'compact remove',
      operations,
      base: planBase(reader, operations.map(entityOf)),
    },
    outcome: {
      removed,
      compacts: [...new Set(left.map(({ under }) => under))]
        .filter((id) => after.viewOf(id) !== undefined)
        .sort(byText),
      after,
    },
  }
}

function refuseUnknown(
  reader: StoreReader,
  top: EntryId,
  edges: readonly LineageEdge[],
  unders: readonly EntryId[] | 'all',
): void {
  if (edges.length === 0) {
    const text = reader.entry(top) ? `${top} stands for nothing` : `not found: ${top}`
    throw new VarveError('not_found', text, { subjects: [top], fix: ['varve list --raw'] })
  }
  const missing = unders === 'all' ? [] : unders.filter((id) => !edges.some(({ under }) => under === id))
  if (missing.length > 0) {
    throw new VarveError('not_found', `no such lineage: ${top} does not stand for ${missing.join(', ')}`, {
      subjects: [top, ...missing],
      fix: [`varve compact show ${top}`],
    })
  }
}
