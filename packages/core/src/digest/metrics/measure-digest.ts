import type { EntryId } from '../../domain/ids.ts'
import type { StoreReader } from '../../ports/store.ts'
import { compactionPercent, type SizeMeasure, sizeOf } from '../compaction-percent.ts'
import { frontierOf } from '../lineage/frontier.ts'
import type { Digests } from '../lineage/open-digests.ts'

/** How long a digest is, and how long what it stands for. */
export interface DigestSize {
  readonly digest: number
  readonly expanded: number
  /** One decimal; may be negative. */
  readonly percent: number
}

/**
 * Measures a digest against all that it stands for at a depth: its sources at depth 1. What is retracted
 * or contested stands under nothing and doesn't count. No display limit changes it.
 */
export function measureDigest(
  reader: Pick<StoreReader, 'entry'>,
  digests: Digests,
  digest: EntryId,
  measure: SizeMeasure,
  depth = 1,
): DigestSize {
  const entry = reader.entry(digest)
  const own = entry === undefined ? 0 : sizeOf(entry, measure)
  let expanded = 0
  for (const id of frontierOf(digests, digest, depth)) {
    const source = reader.entry(id)
    if (source === undefined || source.state === 'retracted') continue
    if (digests.contestersOf(id).length > 0) continue
    expanded += sizeOf(source, measure)
  }
  return { digest: own, expanded, percent: compactionPercent(own, expanded) }
}
