import type { EntryId, NearPair, StoreReader, StoreWriter } from '@varve/core'
import { findAllNearPairs, findNearPairs } from '@varve/core/near'
import type { OperationContext } from './context.ts'
import { fixYoungHeap, MANY_ENTRIES } from './heap/young-heap.ts'

/** From so many on, comparing all that there are is cheaper than looking up each one. */
const MANY = 300

/**
 * Compares every entry that no comparison has seen yet. A large memory takes half a minute, in which others
 * may write: what they changed meanwhile is compared again, alone.
 */
export function compareTexts(context: OperationContext): void {
  const reader = context.reading()
  const moment = reader.moment()
  const waiting = new Set(reader.uncompared())
  if (waiting.size === 0) return
  const pairs = pairsOf(reader, waiting)
  context.writing().transact('compare', (writer) => {
    const changed = new Set(writer.changedSince(moment) ?? waiting)
    const left = new Set(writer.uncompared())
    const seen = new Set([...left].filter((id) => waiting.has(id) && !changed.has(id)))
    writer.putNearPairs(
      seen,
      pairs.filter((pair) => isOf(pair, seen) && !isOf(pair, changed)),
    )
    const others = new Set([...left].filter((id) => !seen.has(id)))
    if (others.size > 0) writer.putNearPairs(others, pairsOf(writer, others))
  })
}

function isOf({ a, b }: NearPair, ids: ReadonlySet<EntryId>): boolean {
  return ids.has(a) || ids.has(b)
}

/** Compares one entry that was just written. */
export function compareOne(writer: StoreWriter, id: EntryId): void {
  writer.putNearPairs(new Set([id]), findNearPairs(writer, [id]))
}

/** What comparing would find, with nothing kept: for a dry run. */
export function nearPairsNow(reader: StoreReader, verdict?: NearPair['verdict']): readonly NearPair[] {
  const waiting = new Set(reader.uncompared())
  const kept = Array.from(reader.nearPairs(verdict === undefined ? {} : { verdict }))
  if (waiting.size === 0) return kept
  return [
    ...kept.filter(({ a, b }) => !waiting.has(a) && !waiting.has(b)),
    ...pairsOf(reader, waiting).filter((pair) => verdict === undefined || pair.verdict === verdict),
  ]
}

function pairsOf(reader: StoreReader, waiting: ReadonlySet<EntryId>): readonly NearPair[] {
  if (waiting.size < MANY) return findNearPairs(reader, waiting)
  if (waiting.size >= MANY_ENTRIES) fixYoungHeap()
  const pairs = findAllNearPairs(reader.entries({ visibility: 'all' }))
  return pairs.filter(({ a, b }) => waiting.has(a) || waiting.has(b))
}
