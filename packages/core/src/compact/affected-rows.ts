import type { Scope } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import { by, byText } from '../domain/order.ts'
import type { CompactionRow, StoreReader } from '../ports/store.ts'
import { sharedTextKey } from './duplicate-classes/duplicate-classes.ts'
import type { Known } from './lineage/read-lineage.ts'

/** What stage 1 asks a store for. */
export type CompactionReader = Pick<
  StoreReader,
  'compactionRows' | 'classMembers' | 'slotMembers' | 'lineage'
>

/** Rows that don't affect any other, with the edges that touch them. */
export interface Component {
  /** The seeds and all rows, sorted: what a refresh of the view replaces. */
  readonly ids: readonly EntryId[]
  /** By id. */
  readonly rows: readonly CompactionRow[]
  /** By kind, top, under. */
  readonly edges: readonly LineageEdge[]
  /** For `resolveView`: whether an entry outside the scopes exists. */
  readonly known: Known
}

/**
 * Collects the rows that stage 1 could decide differently because of the seeds: everything that a
 * chain of shared classes, shared slots and lineage edges joins to them.
 *
 * After a change, collect from what the component held *before* it as well: an entry that left a
 * class is no longer joined to those it left behind.
 */
export function collectComponent(
  reader: CompactionReader,
  seeds: Iterable<EntryId>,
  scopes?: readonly Scope[],
): Component {
  const start = new Set(seeds)
  const asked = new Set<EntryId>()
  const rows = new Map<EntryId, CompactionRow>()
  const edges = new Map<string, LineageEdge>()
  const groups = new Set<string>()
  let open: ReadonlySet<EntryId> = start
  while (open.size > 0) {
    for (const id of open) asked.add(id)
    const found = [...reader.compactionRows({ ids: open, ...within(scopes) })]
    for (const row of found) rows.set(row.id, row)
    const next = new Set<EntryId>()
    for (const row of found) for (const id of groupMates(reader, row, groups)) next.add(id)
    // An end that nobody has joins nothing, unless it is what has just come or gone.
    const joining = [...open].filter((id) => rows.has(id) || start.has(id))
    for (const edge of reader.lineage({ touching: joining })) {
      edges.set(`${edge.kind} ${edge.top} ${edge.under}`, edge)
      next.add(edge.top).add(edge.under)
    }
    open = new Set([...next].filter((id) => !asked.has(id)))
  }
  return {
    ids: [...new Set([...start, ...rows.keys()])].sort(byText),
    rows: [...rows.values()].sort(by((row) => row.id, byText)),
    edges: [...edges].sort(by(([key]) => key, byText)).map(([, edge]) => edge),
    known: knownOutside(
      reader,
      [...asked].filter((id) => !rows.has(id)),
      scopes,
    ),
  }
}

/** Collects everything of the given scopes: what a full run resolves. */
export function collectScopes(reader: CompactionReader, scopes?: readonly Scope[]): Component {
  const rows = [...reader.compactionRows(within(scopes))].sort(by((row) => row.id, byText))
  const ids = new Set(rows.map((row) => row.id))
  const edges = reader.lineage({}).filter(({ top, under }) => ids.has(top) || ids.has(under))
  const ends = new Set(edges.flatMap(({ top, under }) => [top, under]))
  const outside = [...ends].filter((id) => !ids.has(id))
  return { ids: [...ids], rows, edges, known: knownOutside(reader, outside, scopes) }
}

function within(scopes: readonly Scope[] | undefined): { readonly scopes?: readonly Scope[] } {
  return scopes === undefined ? {} : { scopes }
}

function* groupMates(reader: CompactionReader, row: CompactionRow, seen: Set<string>): Generator<EntryId> {
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).size > 0
  const textKey = sharedTextKey(row)
  if (textKey !== undefined && isNew(`class ${textKey} ${row.scope}`)) {
    yield* reader.classMembers(row.scope, textKey)
  }
  if (row.slot !== null && row.slot !== '' && isNew(`slot ${row.slot} ${row.scope}`)) {
    yield* reader.slotMembers(row.scope, row.slot)
  }
}

function knownOutside(
  reader: CompactionReader,
  ids: readonly EntryId[],
  scopes: readonly Scope[] | undefined,
): Known {
  if (scopes === undefined || ids.length === 0) return () => false
  const known = new Set<EntryId>()
  for (const row of reader.compactionRows({ ids })) known.add(row.id)
  return (id) => known.has(id)
}
