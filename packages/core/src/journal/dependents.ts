import type { RecordId } from '../domain/ids.ts'
import { entityOf, entriesOf, type StoredOperation } from '../domain/operation.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { StoreReader } from '../ports/store.ts'

/**
 * The later records that would lose their ground if this one were taken back, newest first: those
 * that wrote a field it wrote, and those that speak of an entry it added. Records that are undone,
 * undos themselves and purges stand in nobody's way.
 */
export function listDependents(
  reader: StoreReader,
  record: JournalRecord,
  undone: ReadonlyMap<RecordId, RecordId>,
): readonly JournalRecord[] {
  const registers = new Set(record.operations.flatMap(registersOf))
  const added = new Set(
    record.operations.flatMap((operation) => (operation.op === 'entry.add' ? [operation.id] : [])),
  )
  return listLaterTouches(reader, record)
    .filter((id) => !undone.has(id))
    .flatMap((id) => reader.record(id) ?? [])
    .filter((later) => later.stage !== 'undo' && !later.operations.some(({ op }) => op === 'purge'))
    .filter((later) => later.operations.some((operation) => standsOn(operation, registers, added)))
}

/**
 * The record without what later records stand on: taking back the rest disturbs none of them. An entry
 * that one of them speaks of stays; a field or a tag that one of them wrote keeps what it wrote.
 */
export function withoutBuiltOn(record: JournalRecord, later: readonly JournalRecord[]): JournalRecord {
  const operations = later.flatMap((each) => each.operations)
  const written = new Set(operations.flatMap(registersOf))
  const spokenOf = new Set(operations.flatMap(entriesOf))
  return { ...record, operations: record.operations.flatMap((each) => unwritten(each, written, spokenOf)) }
}

function unwritten(
  operation: StoredOperation,
  written: ReadonlySet<string>,
  spokenOf: ReadonlySet<string>,
): readonly StoredOperation[] {
  if (operation.op === 'entry.add') return spokenOf.has(operation.id) ? [] : [operation]
  if (operation.op !== 'entry.revise')
    return registersOf(operation).some((name) => written.has(name)) ? [] : [operation]
  const entity = entityOf(operation)
  const fields = <T extends object>(values: T): T =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !written.has(`${entity} ${name}`))) as T
  const tags = (names: readonly string[] = []) => names.filter((tag) => !written.has(`${entity} tag ${tag}`))
  return [
    {
      ...operation,
      set: fields(operation.set),
      was: fields(operation.was),
      tags_added: tags(operation.tags_added),
      tags_removed: tags(operation.tags_removed),
    },
  ]
}

function listLaterTouches(reader: StoreReader, record: JournalRecord): readonly RecordId[] {
  const ids = new Set<RecordId>()
  const after = record.id
  for (const operation of record.operations) {
    for (const touch of reader.records({ entity: entityOf(operation), after })) ids.add(touch.id)
    if (operation.op !== 'entry.add') continue
    for (const touch of reader.records({ entry: operation.id, after })) ids.add(touch.id)
  }
  return [...ids].sort((a, b) => byText(b, a))
}

function standsOn(
  operation: StoredOperation,
  registers: ReadonlySet<string>,
  added: ReadonlySet<string>,
): boolean {
  return (
    entriesOf(operation).some((id) => added.has(id)) ||
    registersOf(operation).some((register) => registers.has(register))
  )
}

/** What an operation writes, one name a register: two operations with none in common never disturb each other. */
function registersOf(operation: StoredOperation): readonly string[] {
  const entity = entityOf(operation)
  switch (operation.op) {
    case 'entry.revise':
      if (operation.inherited) return []
      return sortedUnique([
        ...Object.keys(operation.set).map((field) => `${entity} ${field}`),
        ...[...(operation.tags_added ?? []), ...(operation.tags_removed ?? [])].map(
          (tag) => `${entity} tag ${tag}`,
        ),
      ])
    case 'entry.add':
    case 'entry.retract':
    case 'entry.restore':
      return [`${entity} state`]
    case 'flag.set':
    case 'flag.clear':
      return [`${entity} flag ${operation.kind}`]
    case 'learning.sight':
      return [`${entity} sighting ${operation.occasion}`]
    default:
      return [entity]
  }
}
