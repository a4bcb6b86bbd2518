import type { EntryId } from '../domain/ids.ts'
import type { StoredOperation } from '../domain/operation.ts'
import { sortedUnique } from '../domain/order.ts'
import type { JournalRecord } from '../domain/record.ts'

/** The entries that a record made stand in for others: each is the top of a group that can be undone alone. */
export function listGroups(record: JournalRecord): readonly EntryId[] {
  return sortedUnique(
    record.operations.flatMap((operation) => (operation.op === 'lineage.add' ? [operation.top] : [])),
  ) as EntryId[]
}

/**
 * The part of a record that made `top` stand in for others: its edges, what was done to the entry itself
 * and to those under it. What it did to an entry under two tops belongs to neither alone.
 */
export function recordGroup(record: JournalRecord, top: EntryId): JournalRecord {
  const edges = record.operations.flatMap((operation) => (operation.op === 'lineage.add' ? [operation] : []))
  const elsewhere = new Set(edges.flatMap((edge) => (edge.top === top ? [] : [edge.under, edge.top])))
  const members = new Set([top, ...edges.flatMap((edge) => (edge.top === top ? [edge.under] : []))])
  const isOwn = (id: EntryId) => members.has(id) && (id === top || !elsewhere.has(id))
  return { ...record, operations: record.operations.filter((operation) => belongs(operation, top, isOwn)) }
}

function belongs(operation: StoredOperation, top: EntryId, isOwn: (id: EntryId) => boolean): boolean {
  switch (operation.op) {
    case 'lineage.add':
    case 'lineage.remove':
      return operation.top === top
    case 'link.add':
    case 'link.remove':
      return operation.link.from === top || operation.link.to === top
    case 'review.resolve':
    case 'project.policy':
    case 'session.mark':
      return false
    default:
      return isOwn(operation.id)
  }
}
