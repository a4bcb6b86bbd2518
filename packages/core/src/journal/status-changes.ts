import type { EntryId } from '../domain/ids.ts'
import type { LearningStatus } from '../domain/learning.ts'
import { type Event, entriesOf, entryEntity, type StoredOperation } from '../domain/operation.ts'
import { sortedUnique } from '../domain/order.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { StoreReader } from '../ports/store.ts'
import { foldEntry } from './fold-entry.ts'

/** A learning that stands otherwise since an operation. */
export interface StatusChange {
  readonly id: EntryId
  /** Null where it was none before. */
  readonly from: LearningStatus | null
  readonly to: LearningStatus | null
  /** In tenths, as `Learning.sum`. */
  readonly sumBefore: number
  readonly sumAfter: number
  /** What brought it about: a sighting, a decision, a flag. */
  readonly cause: StoredOperation
}

/** How learnings stand otherwise since a record, in the order of its operations. */
export function listStatusChanges(
  reader: StoreReader,
  { id: record, operations }: Pick<JournalRecord, 'id' | 'operations'>,
): readonly StatusChange[] {
  const ids = sortedUnique(operations.filter(isOfLearning).flatMap(entriesOf)) as EntryId[]
  const changes = ids.flatMap((id) => {
    const events = reader.events(entryEntity(id))
    return events.flatMap((event, index) => {
      const change = event.record === record ? changeBy(id, event, events.slice(0, index)) : undefined
      return change === undefined ? [] : [{ change, position: event.position }]
    })
  })
  return changes.sort((a, b) => a.position - b.position).map(({ change }) => change)
}

/** Of revisions only those that take over the trust of what an entry stands for. */
function isOfLearning(operation: StoredOperation): boolean {
  const { op } = operation
  if (op === 'entry.revise') return operation.inherited === true
  return op === 'learning.sight' || op === 'learning.override' || op === 'flag.set' || op === 'flag.clear'
}

function changeBy(id: EntryId, event: Event, earlier: readonly Event[]): StatusChange | undefined {
  const before = foldEntry(id, earlier)?.learning
  const after = foldEntry(id, [...earlier, event])?.learning
  if (before?.status === after?.status) return undefined
  return {
    id,
    from: before?.status ?? null,
    to: after?.status ?? null,
    sumBefore: before?.sum ?? 0,
    sumAfter: after?.sum ?? 0,
    cause: event.operation,
  }
}
