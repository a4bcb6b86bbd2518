import type { OpenView } from '../compact/open-view.ts'
import { VarveError } from '../domain/errors.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import type { LineageOperation } from '../domain/operation.ts'
import { refuseStale } from '../journal/apply-plan.ts'
import { type LineagePlan, partsOfPlan } from '../journal/plan-file.ts'
import { repeatCommand } from '../journal/repeat-command.ts'
import type { StoreReader } from '../ports/store.ts'
import { type Digests, openDigests } from './lineage/open-digests.ts'

/**
 * Looks at a plan that was kept as if it were made now. Throws `stale_plan` where what it read has
 * changed, or where it would break a lineage that has grown since. Returns how all would stand after it.
 */
export function recheckPlan(reader: StoreReader, view: Pick<OpenView, 'scopes'>, plan: LineagePlan): Digests {
  refuseStale(reader, plan)
  const { lineage, revised } = partsOfPlan(plan)
  const ids = lineage.flatMap(({ top, under }) => [top, under])
  const added = lineage.filter(({ op }) => op === 'lineage.add').map(edgeOf)
  const removed = lineage.filter(({ op }) => op === 'lineage.remove')
  const errorsOf = (digests: Digests) =>
    digests.issuesAbout(ids).filter(({ severity }) => severity === 'error')
  const known = new Set(errorsOf(openDigests(reader, view, ids)).map(({ message }) => message))
  const after = openDigests(reader, view, ids, { added, removed, revised })
  const broken = errorsOf(after).filter(({ message }) => !known.has(message))
  if (broken.length === 0) return after
  throw new VarveError(
    'stale_plan',
    broken.map(({ code, message }) => `${code}: ${message}, were the plan applied now`).join('\n'),
    {
      subjects: broken.flatMap(({ subjects }) => subjects),
      fix: [repeatCommand(plan)],
    },
  )
}

function edgeOf({ kind, top, under, source_hash }: LineageOperation): LineageEdge {
  return { kind, top, under, recorded: 0, by: '', ...(source_hash !== undefined && { source_hash }) }
}
