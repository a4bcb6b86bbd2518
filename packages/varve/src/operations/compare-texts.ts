import {
  type EntryId,
  findAllNearPairs,
  findNearPairs,
  type NearPair,
  type StoreReader,
  type StoreWriter,
} from '@varve/core'
import type { OperationContext } from './context.ts'

/** From so many on, comparing all that there are is cheaper than looking up each one. */
const MANY = 300

/** Compares every entry that no comparison has seen yet. */
export function compareTexts(context: OperationContext): void {
  const waiting = [...context.reading().uncompared()]
  if (waiting.length === 0) return
  context.writing().transact('compare', (writer) => {
    const still = new Set(writer.uncompared())
    writer.putNearPairs(still, pairsOf(writer, still))
  })
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
  const pairs = findAllNearPairs(reader.entries({ visibility: 'all' }))
  return pairs.filter(({ a, b }) => waiting.has(a) || waiting.has(b))
}
