import type { OpenView } from '../../compact/open-view.ts'
import {
  compactionPercent,
  roundHalfAway,
  type SizeMeasure,
  sizeOf,
} from '../../digest/compaction-percent.ts'
import { listDirectSources } from '../../digest/direct-sources.ts'
import type { Entry } from '../../domain/entry.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'

export interface DigestMarks {
  readonly compacts?: number
  readonly compaction_pct?: number
  readonly stale_sources?: number
  readonly contested?: number
}

export function digestMarks(
  reader: Pick<StoreReader, 'lineage' | 'entries'>,
  view: Pick<OpenView, 'viewsOf'>,
  digest: Entry,
  counter: TokenCounter,
): DigestMarks {
  const sources = listDirectSources(reader, view, digest.id)
  if (sources.length === 0) return {}
  const measure: SizeMeasure = { basis: 'summary', counter }
  const ids = sources.filter(({ isContested }) => !isContested).map(({ id }) => id)
  let size = 0
  for (const source of reader.entries({ visibility: 'all', ids })) size += sizeOf(source, measure)
  const contested = sources.length - ids.length
  return {
    compacts: sources.length,
    compaction_pct: compactionPercent(sizeOf(digest, measure), size),
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
