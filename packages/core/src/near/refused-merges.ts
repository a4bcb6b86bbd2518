import type { OpenView } from '../compact/open-view.ts'
import type { Entry } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Issue, Severity } from '../domain/issue.ts'
import type { LineageEdge, LineageKind } from '../domain/lineage.ts'
import { entityOf } from '../domain/operation.ts'
import { by, byText, sortedUnique } from '../domain/order.ts'
import { comparePair } from '../guard/pair/compare-pair.ts'
import { GUARD_VERSION } from '../guard/pair/pair-result.ts'
import { checkRewrite } from '../guard/rewrite/check-rewrite.ts'
import { renderRewriteResult } from '../guard/rewrite/render-rewrite-result.ts'
import type { RewriteLimits } from '../guard/rewrite/rewrite-result.ts'
import type { StoreReader } from '../ports/store.ts'
import { contextOf, isSameSubject } from './compare-entries.ts'
import { isSafeDuplicatesPlan } from './plan-safe-duplicates.ts'

/** What stands for others was itself made of them: their texts are what counts. */
const MADE_OF: ReadonlySet<LineageKind> = new Set(['merges', 'digests', 'consolidates'])

type Reader = Pick<StoreReader, 'entry' | 'lineage' | 'events' | 'record'>
type View = Pick<OpenView, 'viewsOf'>

/**
 * The merges in force that the guard of today would not let through: duplicates that clash with
 * what they are under, and merged texts that lost or invented something. Texts may have changed
 * since they were merged, and so may the rules.
 */
export function refusedMerges(reader: Reader, view: View, limits: RewriteLimits): readonly Issue[] {
  const merges = reader.lineage({}).filter(({ kind }) => kind === 'duplicates' || kind === 'merges')
  const byTop = Map.groupBy(merges, ({ top }) => top)
  return [...byTop].sort(by(([top]) => top, byText)).flatMap(([id, edges]): readonly Issue[] => {
    const top = activeEntry(reader, id)
    if (top === undefined) return []
    const inForce = edgesInForce(view, id, edges)
    const text = refusedText(
      reader,
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

function activeEntry(reader: Reader, id: EntryId): Entry | undefined {
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
function refusedDuplicate(reader: Reader, top: Entry, edge: LineageEdge): Issue | undefined {
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

function wasMadeByRule(reader: Reader, edge: LineageEdge): boolean {
  const last = reader.events(entityOf({ op: 'lineage.add', ...edge, was: null })).at(-1)
  const record = last && reader.record(last.record)
  return record !== undefined && isSafeDuplicatesPlan(record)
}

function refusedText(
  reader: Reader,
  top: Entry,
  edges: readonly LineageEdge[],
  limits: RewriteLimits,
): Issue | undefined {
  const sources = leavesOf(reader, edges).flatMap((id) => activeEntry(reader, id) ?? [])
  if (sources.length === 0) return undefined
  const result = checkRewrite(
    {
      kind: 'fuse',
      sources: sources.map((entry) => ({ id: entry.id, text: entry.content, ctx: contextOf(entry) })),
      output: top.content,
    },
    limits,
  )
  if (result.verdict !== 'reject') return undefined
  const unders = edges.map(({ under }) => under)
  const { verdict, findings, guard_v } = result
  return refused('warning', top.id, unders, {
    message: `${top.id} merges ${unders.join(', ')} in a text that the guard would refuse today: ${renderRewriteResult(result)}`,
    detail: { kind: 'merges', verdict, findings, guard_v },
    fix: [`varve edit ${top.id}`],
  })
}

/** The entries at the bottom of what lies under these edges, by id. */
function leavesOf(reader: Reader, edges: readonly LineageEdge[]): readonly EntryId[] {
  const seen = new Set<EntryId>()
  const leaves: EntryId[] = []
  const open = edges.map(({ under }) => under)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const below = reader.lineage({ top: id }).filter(({ kind }) => MADE_OF.has(kind))
    if (below.length === 0) leaves.push(id)
    else open.push(...below.map(({ under }) => under))
  }
  return sortedUnique(leaves) as EntryId[]
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
