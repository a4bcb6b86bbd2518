import { roundHalfAway } from '../../digest/compaction-percent.ts'
import type { Digests } from '../../digest/lineage/open-digests.ts'
import { measureDigest } from '../../digest/metrics/measure-digest.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'

export interface DigestMarks {
  readonly compacts?: number
  readonly compaction_pct?: number
  readonly stale_sources?: number
  readonly contested?: number
}

/** What is said of a digest wherever it is shown; nothing of what is none. */
export function digestMarks(
  reader: Pick<StoreReader, 'entry'>,
  digests: Digests,
  digest: EntryId,
  counter: TokenCounter,
): DigestMarks {
  const sources = digests.sourcesOf(digest)
  if (sources.length === 0) return {}
  const stale = new Set(digests.causesOf(digest).map(({ id }) => id)).size
  const contested = sources.filter((id) => digests.contestersOf(id).length > 0).length
  return {
    compacts: sources.length,
    compaction_pct: measureDigest(reader, digests, digest, { basis: 'summary', counter }).percent,
    ...(stale > 0 && { stale_sources: stale }),
    ...(contested > 0 && { contested }),
  }
}

export function markFields(marks: DigestMarks): Readonly<Record<string, string | number | undefined>> {
  const { compacts, compaction_pct: percent, stale_sources: stale, contested } = marks
  return {
    compacts,
    compaction: percent === undefined ? undefined : `${roundHalfAway(percent, 0)}%`,
    stale,
    contested,
  }
}
