import { clockOf } from '../domain/clock.ts'
import type { EntryId } from '../domain/ids.ts'
import { type EntityKey, entityOf, type Operation, type StoredOperation } from '../domain/operation.ts'
import { sortedUnique } from '../domain/order.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { StoreReader } from '../ports/store.ts'
import { type EdgeTarget, edgeOperations } from './edge-inverse.ts'
import { type EntryTarget, emptyTarget, entryOperations, takeRevision } from './entry-inverse.ts'
import { inheritances } from './inherited-fields.ts'

/**
 * The operations that take records back, against today's state: for each field, flag, tag and edge
 * that they wrote, one operation that gives back what stood there before the oldest of them.
 *
 * `records` come newest first.
 */
export function netInverse(reader: StoreReader, records: readonly JournalRecord[]): readonly Operation[] {
  const inverse = new NetInverse()
  for (const record of records) {
    for (const operation of record.operations.toReversed()) inverse.take(record, operation)
  }
  return inverse.finish(reader)
}

class NetInverse {
  readonly #entries = new Map<EntryId, EntryTarget>()
  readonly #edges = new Map<EntityKey, EdgeTarget>()
  /** What they took over follows from lineage, so it is worked out anew from what is left of that. */
  readonly #heirs = new Set<EntryId>()

  take(record: JournalRecord, operation: StoredOperation): void {
    switch (operation.op) {
      case 'entry.add':
        this.#entry(operation.id).retracted = true
        break
      case 'entry.retract':
        this.#entry(operation.id).retracted = false
        break
      case 'entry.restore':
        this.#entry(operation.id).retracted = true
        break
      case 'entry.revise':
        if (operation.inherited) this.#heirs.add(operation.id)
        else takeRevision(this.#entry(operation.id), operation)
        break
      case 'flag.set':
      case 'flag.clear':
        this.#entry(operation.id).flags.set(operation.kind, operation.was)
        break
      case 'learning.sight': {
        const { id, occasion, source, rating, since, withdrawn } = operation
        const { by, at } = since ?? { by: record.actor, at: clockOf(record.id).wall }
        this.#entry(id).sightings.set(`${occasion}\n${by}\n${at}`, {
          said: { occasion, by, at, source, ...(rating && { rating }) },
          stands: withdrawn === true,
        })
        break
      }
      case 'learning.override':
        this.#entry(operation.id).override = operation.was
        break
      case 'link.add':
      case 'link.remove':
        this.#edges.set(entityOf(operation), {
          kind: 'link',
          link: operation.link,
          present: operation.op === 'link.remove',
        })
        break
      case 'lineage.add':
      case 'lineage.remove':
        this.#edges.set(entityOf(operation), { kind: 'lineage', edge: operation, was: operation.was })
        break
      case 'review.resolve':
        this.#edges.set(entityOf(operation), { kind: 'review', name: operation.review, was: operation.was })
        break
      case 'project.policy':
        this.#edges.set(entityOf(operation), { kind: 'policy', name: operation.name, was: operation.was })
        break
      case 'session.mark':
        this.#edges.set(entityOf(operation), { kind: 'session', said: operation, was: operation.was })
        break
      case 'purge':
      case 'erased':
        break // What was erased doesn't come back.
      default:
        operation satisfies never
    }
  }

  finish(reader: StoreReader): readonly Operation[] {
    const ids = sortedUnique(this.#entries.keys()) as EntryId[]
    const entities = sortedUnique(this.#edges.keys())
    const ofEntries = ids.flatMap((id) => {
      const entry = reader.entry(id)
      const target = this.#entries.get(id)
      return entry && target && !entry.purged ? entryOperations(entry, target) : []
    })
    const ofEdges = entities.flatMap((entity) => {
      const target = this.#edges.get(entity)
      return target ? edgeOperations(reader, target) : []
    })
    return [...ofEntries, ...ofEdges, ...inheritedAnew(reader, this.#heirs, ofEntries, ofEdges)]
  }

  #entry(id: EntryId): EntryTarget {
    const known = this.#entries.get(id)
    if (known) return known
    const target = emptyTarget()
    this.#entries.set(id, target)
    return target
  }
}

/** What is taken back altogether inherits nothing any more, and what an author had set goes before. */
function inheritedAnew(
  reader: StoreReader,
  heirs: ReadonlySet<EntryId>,
  ofEntries: readonly Operation[],
  ofEdges: readonly Operation[],
): readonly Operation[] {
  const lineage = ofEdges.flatMap((operation) =>
    operation.op === 'lineage.add' || operation.op === 'lineage.remove' ? [operation] : [],
  )
  return inheritances(reader, lineage).filter(
    ({ id, set }) =>
      heirs.has(id) &&
      !ofEntries.some(
        (operation) =>
          (operation.op === 'entry.retract' && operation.id === id) ||
          (operation.op === 'entry.revise' &&
            operation.id === id &&
            Object.keys(operation.set).some((field) => field in set)),
      ),
  )
}
