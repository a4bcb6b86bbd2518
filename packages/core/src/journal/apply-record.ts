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
  const seeds = new Set<EntryId>()
  for (const [entity, operation] of touched) refoldEntity(writer, entity, operation, seeds)
  refreshViews(writer, seeds)
  return true
}

/** Folds one entity from all its events. `seeds` takes the entries whose standing may have changed. */
export function refoldEntity(
  writer: StoreWriter,
  entity: EntityKey,
  operation: StoredOperation,
  seeds: Set<EntryId>,
): void {
  switch (operation.op) {
    case 'link.add':
    case 'link.remove':
      if (writer.events(entity).at(-1)?.operation.op === 'link.add') writer.putLink(operation.link)
      else writer.dropLink(operation.link)
      break
    case 'lineage.add':
    case 'lineage.remove': {
      const edge = foldLineage(writer.events(entity))
      if (edge) writer.putLineage(edge)
      else writer.dropLineage(operation)
      seeds.add(operation.top).add(operation.under)
      break
    }
    case 'review.resolve': {
      const latest = writer.events(entity).at(-1)?.operation
      if (latest?.op === 'review.resolve') writer.putReview(latest.review, latest.decision)
      break
    }
    case 'project.policy': {
      const latest = writer.events(entity).at(-1)?.operation
      if (latest?.op === 'project.policy') writer.putPolicy(latest.name, latest.value)
      break
    }
    case 'session.mark': {
      const latest = writer.events(entity).at(-1)?.operation
      if (latest?.op === 'session.mark') writer.putSessionMark(latest)
      break
    }
    default:
      refoldEntry(writer, entity, operation.id, seeds)
  }
}

function refoldEntry(writer: StoreWriter, entity: EntityKey, id: EntryId, seeds: Set<EntryId>): void {
  addNeighbours(writer, id, seeds)
  const entry = foldEntry(id, writer.events(entity))
  if (entry === undefined) {
    // Its first record is missing, or can't be read any more.
    writer.dropEntry(id)
    return
  }
  if (entry.purged) writer.eraseEvents(entity)
  writer.putEntry(entry, compactionRowOf(entry))
  seeds.add(id)
}

/** The entries that stood in a class or a slot with this one before it changed. */
function addNeighbours(reader: StoreReader, id: EntryId, seeds: Set<EntryId>): void {
  for (const row of reader.compactionRows({ ids: [id] })) {
    if (row.text_key !== null && !row.titled) addAll(seeds, reader.classMembers(row.scope, row.text_key))
    if (row.slot !== null) addAll(seeds, reader.slotMembers(row.scope, row.slot))
  }
}

function addAll(set: Set<EntryId>, ids: Iterable<EntryId>): void {
  for (const id of ids) set.add(id)
}
