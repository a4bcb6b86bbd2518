import type { OpenView } from '../compact/open-view.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import type { LineageKind } from '../domain/lineage.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { StoreReader } from '../ports/store.ts'
import { openDigests, type Role } from './lineage/open-digests.ts'

/** How one entry stands: what it is under, what is under it, what is shown instead of it. */
export interface DigestStatus {
  readonly id: EntryId
  readonly role: Role
  /** The one top that stands in for it; null where it has none, or where several contest it. */
  readonly compactor: { readonly id: EntryId; readonly kind: LineageKind } | null
  readonly canonical: EntryId
  /** From the entry to its canonical one. */
  readonly chain: readonly EntryId[]
  readonly compacts: readonly EntryId[]
  readonly isStale: boolean
  readonly supersededBy: readonly EntryId[]
  readonly contestedBy: readonly EntryId[]
  readonly issues: readonly Issue[]
}

export function digestStatus(reader: StoreReader, view: Pick<OpenView, 'scopes'>, id: EntryId): DigestStatus {
  const digests = openDigests(reader, view, [id])
  const contestedBy = digests.contestersOf(id)
  const above = reader.lineage({ under: id })
  const duplicate = above.find(
    ({ kind, top }) => kind === 'duplicates' && digests.viewOf(id)?.hidden?.by === top,
  )
  const [top] = contestedBy.length > 0 ? [] : [...digests.topsOf(id), ...(duplicate ? [duplicate] : [])]
  const chain = chainOf(id, (each) => digests.viewOf(each)?.hidden?.by ?? undefined)
  return {
    id,
    role: digests.roleOf(id),
    compactor: top === undefined ? null : { id: top.top, kind: top.kind },
    canonical: chain.at(-1) ?? id,
    chain,
    compacts: digests.sourcesOf(id),
    isStale: digests.causesOf(id).length > 0,
    supersededBy: sortedUnique(
      above.filter(({ kind, top: over }) => kind === 'supersedes' && over !== id).map((edge) => edge.top),
    ) as EntryId[],
    contestedBy: [...contestedBy].sort(byText),
    issues: digests.issuesAbout([id]),
  }
}

function chainOf(start: EntryId, next: (id: EntryId) => EntryId | undefined): readonly EntryId[] {
  const chain = new Set<EntryId>()
  for (let at: EntryId | undefined = start; at !== undefined && !chain.has(at); at = next(at)) chain.add(at)
  return [...chain]
}
