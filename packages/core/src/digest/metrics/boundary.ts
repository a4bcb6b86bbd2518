import type { EntryId } from '../../domain/ids.ts'
import type { StoreReader } from '../../ports/store.ts'

/** The links of a digest's sources: among themselves, and across the boundary. */
export interface Boundary {
  readonly internal: number
  readonly boundary: number
  readonly inbound: number
  readonly outbound: number
  /** Share of the links that cross; 0 without links. */
  readonly ratio: number
}

/**
 * Counts raw links, each direction and type once however often it is stated. Links to the digest
 * itself, and to what nobody has, don't count.
 */
export function measureBoundary(
  reader: Pick<StoreReader, 'links' | 'entry'>,
  digest: EntryId,
  sources: readonly EntryId[],
): Boundary {
  const inside = new Set(sources)
  const seen = new Set<string>()
  const counts = { internal: 0, inbound: 0, outbound: 0 }
  for (const { from, to, type } of reader.links({ touching: inside })) {
    const key = `${from} ${type} ${to}`
    if (from === to || from === digest || to === digest || seen.has(key)) continue
    seen.add(key)
    if (inside.has(from) && inside.has(to)) counts.internal += 1
    else if (reader.entry(inside.has(from) ? to : from) === undefined) continue
    else if (inside.has(from)) counts.outbound += 1
    else counts.inbound += 1
  }
  const boundary = counts.inbound + counts.outbound
  const all = counts.internal + boundary
  return { ...counts, boundary, ratio: all === 0 ? 0 : boundary / all }
}
