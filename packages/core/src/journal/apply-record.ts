import type { EntryId } from '../domain/ids.ts'
import { type EntityKey, entityOf, type StoredOperation } from '../domain/operation.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { StoreReader, StoreWriter } from '../ports/store.ts'
import { compactionRowOf } from './compaction-row.ts'
import { foldLineage } from './fold-edge.ts'
import { foldEntry } from './fold-entry.ts'
import { refreshViews } from './refresh-views.ts'

/**
 * Takes a record into a store: appends it, folds again the entities it touches, and brings the
 * resolved view up to date around them. A record that the journal has already changes nothing, and
 * records may come in any order: the state depends on their set alone.
 *
 * Call it inside one transaction.
 */
export function applyRecord(writer: StoreWriter, record: JournalRecord): boolean {
  if (!writer.appendRecord(record)) return false
  const touched = new Map<EntityKey, StoredOperation>()
  for (const operation of record.operations) touched.set(entityOf(operation), operation)
  const seeds = listNeighbours(writer, touched.values())
  for (const [entity, operation] of touched) {
    for (const id of refoldEntity(writer, entity, operation)) seeds.add(id)
  }
  refreshViews(writer, seeds)
  return true
}

/** The entries that stand in a class or a slot with one that is about to change. */
function listNeighbours(reader: StoreReader, operations: Iterable<StoredOperation>): Set<EntryId> {
  const ids = [...operations].flatMap((operation) => ('id' in operation ? [operation.id] : []))
  const neighbours = new Set<EntryId>()
  for (const { scope, text_key, titled, slot } of reader.compactionRows({ ids })) {
    if (text_key !== null && !titled) addAll(neighbours, reader.classMembers(scope, text_key))
    if (slot !== null) addAll(neighbours, reader.slotMembers(scope, slot))
  }
  return neighbours
}

/** Folds one entity from all its events. Returns entries whose standing may have changed by that. */
export function refoldEntity(
  writer: StoreWriter,
  entity: EntityKey,
  operation: StoredOperation,
): readonly EntryId[] {
  switch (operation.op) {
    case 'link.add':
    case 'link.remove':
      if (writer.events(entity).at(-1)?.operation.op === 'link.add') writer.putLink(operation.link)
      else writer.dropLink(operation.link)
      return []
    case 'lineage.add':
    case 'lineage.remove': {
      const edge = foldLineage(writer.events(entity))
      if (edge) writer.putLineage(edge)
      else writer.dropLineage(operation)
      return [operation.top, operation.under]
    }
    case 'review.resolve': {
      const latest = writer.events(entity).at(-1)?.operation
      if (latest?.op === 'review.resolve') writer.putReview(latest.review, latest.decision)
      return []
    }
    case 'project.policy': {
      const latest = writer.events(entity).at(-1)?.operation
      if (latest?.op === 'project.policy') writer.putPolicy(latest.name, latest.value)
      return []
    }
    case 'session.mark': {
      const latest = writer.events(entity).at(-1)?.operation
      if (latest?.op === 'session.mark') writer.putSessionMark(latest)
      return []
    }
    default:
      return refoldEntry(writer, entity, operation.id)
  }
}

function refoldEntry(writer: StoreWriter, entity: EntityKey, id: EntryId): readonly EntryId[] {
  const entry = foldEntry(id, writer.events(entity))
  if (entry === undefined) {
    // Its first record is missing, or can't be read any more.
    writer.dropEntry(id)
    return []
  }
  if (entry.purged) writer.eraseEvents(entity)
  writer.putEntry(entry, compactionRowOf(entry))
  return [id]
}

function addAll(set: Set<EntryId>, ids: Iterable<EntryId>): void {
  for (const id of ids) set.add(id)
}
