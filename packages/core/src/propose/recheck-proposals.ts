import { groupBy } from '../compact/group-by.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Plan } from '../domain/plan.ts'
import { checkRewrite } from '../guard/rewrite/check-rewrite.ts'
import { renderRewriteResult } from '../guard/rewrite/render-rewrite-result.ts'
import type { RewriteSource } from '../guard/rewrite/rewrite-result.ts'
import { refuseStale } from '../journal/apply-plan.ts'
import { repeatCommand } from '../journal/repeat-command.ts'
import type { StoreReader } from '../ports/store.ts'
import { isEligible } from './is-eligible.ts'
import { leavesOf } from './merge-source.ts'

/**
 * Looks at a plan of proposals that was kept as if it were made now. Throws `stale_plan` where what it read
 * has changed, where it would put away what must stay, or where a text of it would not pass the guard.
 */
export function recheckProposals(reader: StoreReader, plan: Plan): void {
  refuseStale(reader, plan)
  const texts = new Map<EntryId, string>()
  for (const each of plan.operations) {
    if (each.op === 'entry.add') texts.set(each.id, each.fields.content)
    if (each.op === 'entry.revise' && typeof each.set.content === 'string')
      texts.set(each.id, each.set.content)
  }
  const edges = plan.operations.flatMap((each) =>
    each.op === 'lineage.add' && each.kind === 'merges' ? [each] : [],
  )
  for (const [top, under] of groupBy(edges, (edge) => edge.top)) {
    const text = texts.get(top) ?? reader.entry(top)?.content ?? ''
    const sources = under.flatMap((edge) => sourcesOf(reader, texts, edges, edge.under))
    const unfit = under.find((edge) => !texts.has(edge.under) && !isFit(reader, edge.under))
    if (unfit !== undefined) throw stale(plan, `${unfit.under} may not be merged any more`)
    const result = checkRewrite({ kind: 'fuse', sources, output: text })
    if (result.verdict === 'reject')
      throw stale(plan, `${top} against its sources: ${renderRewriteResult(result)}`)
  }
}

function isFit(reader: StoreReader, id: EntryId): boolean {
  const entry = reader.entry(id)
  return entry !== undefined && entry.state === 'active' && isEligible(entry)
}

/** Down to the texts that are there already: a plan may merge what it merged itself. */
function sourcesOf(
  reader: StoreReader,
  texts: ReadonlyMap<EntryId, string>,
  edges: readonly { readonly top: EntryId; readonly under: EntryId }[],
  id: EntryId,
): readonly RewriteSource[] {
  if (!texts.has(id)) {
    const entry = reader.entry(id)
    return entry === undefined ? [] : leavesOf(reader, entry)
  }
  return edges.filter(({ top }) => top === id).flatMap(({ under }) => sourcesOf(reader, texts, edges, under))
}

function stale(plan: Plan, message: string): VarveError {
  return new VarveError('stale_plan', message, { fix: [repeatCommand(plan)] })
}
