import { collectComponent } from '../../compact/affected-rows.ts'
import { groupBy } from '../../compact/group-by.ts'
import type { OpenView } from '../../compact/open-view.ts'
import { resolveStandInView, type StandInEdge } from '../../compact/stand-in-view.ts'
import type { StaleCause } from '../../compact/stand-ins/stale-digests.ts'
import type { Scope } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Issue } from '../../domain/issue.ts'
import type { LineageEdge } from '../../domain/lineage.ts'
import type { ReviseOperation } from '../../domain/operation.ts'
import { byText, sortedUnique } from '../../domain/order.ts'
import { compactionRowOf } from '../../journal/compaction-row.ts'
import { withFields } from '../../journal/with-fields.ts'
import type { CompactionRow, EntryView, StoreReader } from '../../ports/store.ts'

export type Role = 'standalone' | 'source' | 'digest' | 'intermediate'

/** How some entries stand in for one another, and why not where they don't. */
export interface Digests {
  /** Direct sources that exist, contested ones too; sorted. */
  sourcesOf(top: EntryId): readonly EntryId[]
  /** Direct sources that nobody has; sorted. */
  missingOf(top: EntryId): readonly EntryId[]
  /** Stand-in edges that lead to an entry, by top. */
  topsOf(under: EntryId): readonly StandInEdge[]
  /** The tops that contest an entry, sorted. */
  contestersOf(under: EntryId): readonly EntryId[]
  causesOf(top: EntryId): readonly StaleCause[]
  roleOf(id: EntryId): Role
  viewOf(id: EntryId): EntryView | undefined
  /** Issues about any of these, by `issueOrder`. */
  issuesAbout(ids: Iterable<EntryId>): readonly Issue[]
}

/** What a change would make of the edges, for those who look before they write. */
export interface EdgeChanges {
  readonly added: readonly LineageEdge[]
  readonly removed: readonly Pick<LineageEdge, 'kind' | 'top' | 'under'>[]
  /** What entries take over by that. */
  readonly revised: readonly ReviseOperation[]
}

const NO_CHANGES: EdgeChanges = { added: [], removed: [], revised: [] }

/**
 * Resolves everything that lineage joins to the given entries, as stage 1 does, and so as the resolved
 * view has it. With `changes` it says how they would stand after those.
 */
export function openDigests(
  reader: StoreReader,
  view: Pick<OpenView, 'scopes'>,
  ids: Iterable<EntryId>,
  { added, removed, revised }: EdgeChanges = NO_CHANGES,
): Digests {
  const seeds = new Set([...ids, ...added.flatMap(({ top, under }) => [top, under])])
  const component = collectComponent(reader, seeds, scopesOf(reader, view.scopes, seeds))
  const gone = new Set([...removed, ...added].map(edgeName))
  const edges = [...component.edges.filter((edge) => !gone.has(edgeName(edge))), ...added]
  const rows = revisedRows(reader, component.rows, revised)
  const resolved = resolveStandInView(rows, edges, component.known)
  const byTop = groupBy(resolved.edges, ({ top }) => top)
  const byUnder = groupBy(resolved.edges, ({ under }) => under)
  const missing = groupBy(resolved.missing, ({ top }) => top)
  const unders = (found: readonly StandInEdge[] | undefined): readonly EntryId[] =>
    [...new Set(found?.map(({ under }) => under))].sort(byText)
  return {
    sourcesOf: (top) => unders(byTop.get(top)),
    missingOf: (top) => unders(missing.get(top)),
    topsOf: (under) => byUnder.get(under) ?? [],
    contestersOf: resolved.contestersOf,
    causesOf: resolved.causesOf,
    roleOf(id) {
      if (byTop.has(id)) return byUnder.has(id) ? 'intermediate' : 'digest'
      return byUnder.has(id) ? 'source' : 'standalone'
    },
    viewOf: (id) => resolved.views.get(id),
    issuesAbout(about) {
      const subjects = new Set<string>(about)
      return resolved.issues.filter((issue) => issue.subjects.some((subject) => subjects.has(subject)))
    },
  }
}

/** An entry of another branch or session is looked at in its own light. */
function scopesOf(reader: StoreReader, scopes: readonly Scope[], ids: Iterable<EntryId>): readonly Scope[] {
  const own = [...ids].flatMap((id) => reader.entry(id)?.scope ?? [])
  return sortedUnique([...scopes, ...own])
}

function revisedRows(
  reader: StoreReader,
  rows: readonly CompactionRow[],
  revised: readonly ReviseOperation[],
): readonly CompactionRow[] {
  if (revised.length === 0) return rows
  const revisions = new Map(revised.map((revision) => [revision.id, revision]))
  return rows.map((row) => {
    const entry = reader.entry(row.id)
    const revision = revisions.get(row.id)
    return entry === undefined || revision === undefined ? row : compactionRowOf(withFields(entry, revision))
  })
}

function edgeName({ kind, top, under }: Pick<LineageEdge, 'kind' | 'top' | 'under'>): string {
  return `${kind} ${top} ${under}`
}
