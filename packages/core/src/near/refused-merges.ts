import type { OpenView } from '../compact/open-view.ts'
import { frontierOf } from '../digest/lineage/frontier.ts'
import { type Digests, openDigests } from '../digest/lineage/open-digests.ts'
import { checkDigest } from '../digest/metrics/check-digest.ts'
import type { Entry } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Issue, Severity } from '../domain/issue.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import { entityOf } from '../domain/operation.ts'
import { by, byText } from '../domain/order.ts'
import { comparePair } from '../guard/pair/compare-pair.ts'
import { GUARD_VERSION } from '../guard/pair/pair-result.ts'
import { renderRewriteResult } from '../guard/rewrite/render-rewrite-result.ts'
import type { RewriteLimits } from '../guard/rewrite/rewrite-result.ts'
import type { StoreReader } from '../ports/store.ts'
import { contextOf, isSameSubject } from './compare-entries.ts'
import { isSafeDuplicatesPlan } from './plan-safe-duplicates.ts'

type View = Pick<OpenView, 'scopes' | 'viewsOf'>

/**
 * The merges in force that the guard of today would not let through: duplicates that clash with
 * what they are under, and merged texts that lost or invented something. Texts may have changed
 * since they were merged, and so may the rules.
 */
export function refusedMerges(reader: StoreReader, view: View, limits: RewriteLimits): readonly Issue[] {
  const merges = reader.lineage({}).filter(({ kind }) => kind === 'duplicates' || kind === 'merges')
  const byTop = Map.groupBy(merges, ({ top }) => top)
  const digests = openDigests(reader, view, byTop.keys())
  return [...byTop].sort(by(([top]) => top, byText)).flatMap(([id, edges]): readonly Issue[] => {
    const top = activeEntry(reader, id)
    if (top === undefined) return []
    const inForce = edgesInForce(view, id, edges)
    const text = refusedText(
      reader,
      digests,
      top,
      inForce.filter(({ kind }) => kind === 'merges'),
      limits,
    )
    const pairs = inForce
      .filter(({ kind }) => kind === 'duplicates')
      .map((edge) => refusedDuplicate(reader, top, edge))
    return [...pairs, text].filter((issue) => issue !== undefined)
  })
}

function activeEntry(reader: StoreReader, id: EntryId): Entry | undefined {
  const entry = reader.entry(id)
  return entry?.state === 'active' && entry.purged === undefined ? entry : undefined
}

/** A dissolved merge and a contested source hide nothing. */
function edgesInForce(view: View, top: EntryId, edges: readonly LineageEdge[]): readonly LineageEdge[] {
  const views = view.viewsOf([top, ...edges.map(({ under }) => under)])
  if (views.get(top)?.hidden?.reason === 'dissolved') return []
  return edges.filter(({ under }) => views.get(under)?.contested_by.includes(top) === false)
}

/** What rules merged has to be safe still; what a person stated must not be what the guard vetoes. */
function refusedDuplicate(reader: StoreReader, top: Entry, edge: LineageEdge): Issue | undefined {
  const under = activeEntry(reader, edge.under)
  if (under === undefined) return undefined
  const { verdict, reasons, flags, allow } = comparePair(top.content, under.content, {
    a: contextOf(top),
    b: contextOf(under),
  })
  const isByRule = wasMadeByRule(reader, edge)
  const isAllowed = isByRule ? allow.auto && isSameSubject(top, under) : allow.auto || allow.review
  if (isAllowed) return undefined
  const why = [verdict, ...reasons, ...flags.map((flag) => `+${flag}`)].join(' ')
  return refused(isByRule ? 'warning' : 'info', top.id, [under.id], {
    message: `${under.id} is under ${top.id} as its duplicate, which the guard would refuse today: ${why}`,
    detail: { kind: 'duplicates', verdict, reasons, flags, guard_v: GUARD_VERSION },
  })
}

function wasMadeByRule(reader: StoreReader, edge: LineageEdge): boolean {
  const last = reader.events(entityOf({ op: 'lineage.add', ...edge, was: null })).at(-1)
  const record = last && reader.record(last.record)
  return record !== undefined && isSafeDuplicatesPlan(record)
}

/** As it is checked when it is applied: against the texts at the bottom of its lineage. */
function refusedText(
  reader: StoreReader,
  digests: Digests,
  top: Entry,
  edges: readonly LineageEdge[],
  limits: RewriteLimits,
): Issue | undefined {
  if (edges.length === 0) return undefined
  const sources = frontierOf(digests, top.id, Number.POSITIVE_INFINITY)
  const result = checkDigest(reader, { digest: top.id, kind: 'merges', sources }, limits)
  if (result?.verdict !== 'reject') return undefined
  const unders = edges.map(({ under }) => under)
  const { verdict, findings, guard_v } = result
  return refused('warning', top.id, unders, {
    message: `${top.id} merges ${unders.join(', ')} in a text that the guard would refuse today: ${renderRewriteResult(result)}`,
    detail: { kind: 'merges', verdict, findings, guard_v },
    fix: [`varve edit ${top.id}`],
  })
}

function refused(
  severity: Severity,
  top: EntryId,
  unders: readonly EntryId[],
  { message, detail, fix = [] }: Pick<Issue, 'message' | 'detail'> & Partial<Pick<Issue, 'fix'>>,
): Issue {
  const notes = unders.map((under) => ` --note ${under}`).join('')
  return {
    code: 'refused_merge',
    severity,
    subjects: [top, ...unders],
    message,
    ...(detail !== undefined && { detail }),
    fix: [...fix, `varve compact remove ${top}${notes}`],
  }
}
