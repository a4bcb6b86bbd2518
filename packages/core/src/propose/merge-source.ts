import { groupBy } from '../compact/group-by.ts'
import type { OpenView } from '../compact/open-view.ts'
import type { Entry, EntryFields } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { canonicalJson } from '../domain/json.ts'
import { by, byText } from '../domain/order.ts'
import { statementKey } from '../guard/normalise/statement-key.ts'
import type { RewriteSource } from '../guard/rewrite/rewrite-result.ts'
import { contextOf } from '../near/compare-entries.ts'
import type { StoreReader } from '../ports/store.ts'
import { isEligible } from './is-eligible.ts'

/** An entry that a model may be shown, with the texts at the bottom of its lineage. */
export interface MergeSource {
  readonly entry: EntryFields & Pick<Entry, 'id' | 'recorded'>
  /** Of its statement: what is decided of it is remembered by it. */
  readonly key: string
  /** What a text that stands for it is held against: itself, or what it was merged from. */
  readonly leaves: readonly RewriteSource[]
  /** How many generations of merges lie under it. */
  readonly depth: number
}

/** Entries that may come into one call: of one category, scope, trust, kind and subject. By id. */
export interface MergeGroup {
  readonly category: string
  readonly candidates: readonly MergeSource[]
}

export interface MergeGroupsRequest {
  readonly reader: StoreReader
  readonly view: OpenView
  /** In the order of the project's settings; others come after, by name. */
  readonly categories: readonly string[]
  /** Entries that the project no longer bears out. */
  readonly broken: ReadonlySet<EntryId>
  /** Only these categories, where any is named. */
  readonly only?: ReadonlySet<string>
}

/** What stage 2 may speak of, in the order in which it is asked about. */
export function listMergeGroups(request: MergeGroupsRequest): readonly MergeGroup[] {
  const { reader, view, categories, broken, only } = request
  const heads = [...view.entries({ visibility: 'heads' })].filter(
    (entry) => isEligible(entry) && !broken.has(entry.id) && (only?.has(entry.category) ?? true),
  )
  const groups = groupBy(heads, (entry) =>
    canonicalJson([entry.category, entry.scope, entry.source.trust, entry.type, entry.entity ?? null]),
  )
  return [...groups]
    .map(([name, entries]) => ({
      name,
      category: entries[0]?.category ?? '',
      candidates: entries.flatMap((entry) => mergeSourceOf(reader, entry) ?? []).sort(mergeSourceOrder),
    }))
    .filter(({ candidates }) => candidates.length > 0)
    .sort(
      (a, b) => placeIn(categories, a.category) - placeIn(categories, b.category) || byText(a.name, b.name),
    )
}

export const mergeSourceOrder = by<MergeSource, string>(({ entry }) => entry.id, byText)

function placeIn(categories: readonly string[], category: string): number {
  const place = categories.indexOf(category)
  return place < 0 ? categories.length : place
}

function mergeSourceOf(reader: StoreReader, entry: Entry): MergeSource | undefined {
  const key = statementKey(entry)
  return key === undefined ? undefined : { entry, key, ...standingUnder(reader, entry, new Set()) }
}

/** The texts at the bottom of an entry's lineage of merges: itself, where it has none. */
export function leavesOf(reader: StoreReader, entry: Entry): readonly RewriteSource[] {
  return standingUnder(reader, entry, new Set()).leaves
}

/** Loss can't build up from merge to merge: what is merged again is held against what it was merged from. */
function standingUnder(
  reader: StoreReader,
  entry: Entry,
  above: ReadonlySet<EntryId>,
): Pick<MergeSource, 'leaves' | 'depth'> {
  const path = new Set([...above, entry.id])
  const unders = reader
    .lineage({ top: entry.id })
    .filter(({ kind, under }) => kind === 'merges' && !path.has(under))
    .flatMap(({ under }) => reader.entry(under) ?? [])
  if (unders.length === 0) return { leaves: [sourceOf(entry)], depth: 0 }
  const below = unders.map((under) => standingUnder(reader, under, path))
  return {
    leaves: below.flatMap(({ leaves }) => leaves),
    depth: 1 + Math.max(...below.map(({ depth }) => depth)),
  }
}

function sourceOf(entry: Entry): RewriteSource {
  const { id, content, category, type, source } = entry
  return { id, text: content, ctx: { ...contextOf(entry), category, kind: type, trust: source.trust } }
}
