import { VarveError } from '../domain/errors.ts'
import type { EntryId, RecordId } from '../domain/ids.ts'
import { entityOf, type Operation } from '../domain/operation.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { StoreReader } from '../ports/store.ts'
import { planBase } from './apply-plan.ts'
import { listDependents, withoutBuiltOn } from './dependents.ts'
import { erases } from './find-undoable.ts'
import { netInverse } from './net-inverse.ts'
import { listGroups, recordGroup } from './record-group.ts'
import { listUndone } from './undone.ts'

export interface UndoOptions {
  /** What becomes of later work that depends on it: taken along, or kept with what it stands on. */
  readonly later?: 'cascade' | 'keep'
  /** Only what made this entry stand in for others. */
  readonly group?: EntryId
}

/**
 * The plan that takes a record back, against today's state. Refuses with `undo_conflict` where later
 * work depends on it, unless told what becomes of that.
 */
export function planUndo(reader: StoreReader, target: RecordId, options: UndoOptions = {}): Plan {
  const record = getRecord(reader, target)
  refuseErased(record)
  const undone = listUndone(reader)
  refuseUndone(target, undone)
  const part = options.group === undefined ? record : getGroup(record, options.group)
  const command = options.group === undefined ? `undo ${target}` : `undo ${target} --group ${options.group}`
  // A group leaves the rest of its record standing, so the record itself isn't undone.
  const whole = options.group === undefined ? [target] : []
  if (options.later === 'keep') {
    const kept = withoutBuiltOn(part, listDependents(reader, part, undone))
    const operations = netInverse(reader, [kept])
    if (operations.length === 0) throw nothingLeft(reader, part, undone)
    return undoPlan(reader, operations, whole, `${command} --keep-edits`)
  }
  const dependents = collectDependents(reader, part, undone)
  if (dependents.length > 0 && options.later === undefined)
    throw conflictOf(reader, part, dependents, options)
  dependents.forEach(refuseErased)
  const operations = netInverse(reader, [...dependents, part])
  if (options.group !== undefined && operations.length === 0) throw nothingLeft(reader, part, undone)
  return undoPlan(reader, operations, [...dependents.map(({ id }) => id), ...whole], command)
}

/** The plan that takes an undo back. */
export function planRedo(reader: StoreReader, target: RecordId): Plan {
  const record = getRecord(reader, target)
  if (record.stage !== 'undo') {
    throw new VarveError('undo_conflict', `${target} is no undo`, {
      subjects: [target],
      fix: ['varve log --stage undo'],
    })
  }
  const { stage, ...plan } = planUndo(reader, target)
  return { stage, ...plan, command: `redo ${target}` }
}

function getRecord(reader: StoreReader, id: RecordId): JournalRecord {
  const record = reader.record(id)
  if (record) return record
  throw new VarveError('not_found', `no such record: ${id}`, { subjects: [id], fix: ['varve log'] })
}

function refuseUndone(target: RecordId, undone: ReadonlyMap<RecordId, RecordId>): void {
  const undoer = undone.get(target)
  if (undoer === undefined) return
  throw new VarveError('undo_conflict', `${target} is undone already, by ${undoer}`, {
    subjects: [target],
    fix: [`varve redo ${undoer}`],
  })
}

function getGroup(record: JournalRecord, top: EntryId): JournalRecord {
  const groups = listGroups(record)
  if (groups.includes(top)) return recordGroup(record, top)
  throw new VarveError('not_found', `${record.id} made ${top} stand in for nothing`, {
    subjects: [top],
    fix: groups.length === 0 ? ['varve log'] : groups.map((id) => `varve undo ${record.id} --group ${id}`),
  })
}

function refuseErased(record: JournalRecord): void {
  if (!erases(record)) return
  throw new VarveError('undo_conflict', `${record.id} can't be taken back: it erased for good`, {
    subjects: [record.id],
    fix: [`varve log --plan ${record.id}`],
  })
}

/** Dependents of dependents too, newest first. */
function collectDependents(
  reader: StoreReader,
  record: JournalRecord,
  undone: ReadonlyMap<RecordId, RecordId>,
): readonly JournalRecord[] {
  const found = new Map<RecordId, JournalRecord>()
  const waiting = [record]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const dependent of listDependents(reader, next, undone)) {
      if (found.has(dependent.id)) continue
      found.set(dependent.id, dependent)
      waiting.push(dependent)
    }
  }
  return [...found.values()].sort((a, b) => byText(b.id, a.id))
}

function conflictOf(
  reader: StoreReader,
  record: JournalRecord,
  dependents: readonly JournalRecord[],
  { group }: UndoOptions,
): VarveError {
  const ids = dependents.map(({ id }) => id)
  const work = dependents.map(({ id, command }) => `${id} (${command})`).join(', ')
  const undo = `varve undo ${record.id}${group === undefined ? '' : ` --group ${group}`}`
  const canKeep = netInverse(reader, [withoutBuiltOn(record, dependents)]).length > 0
  return new VarveError('undo_conflict', `later work depends on ${record.id}: ${work}`, {
    subjects: ids,
    fix: [
      `${undo} --cascade`,
      ...(canKeep ? [`${undo} --keep-edits`] : []),
      ...ids.map((id) => `varve undo ${id}`),
    ],
  })
}

/** Taking it back would change nothing: later work stands on all of it, or its groups were taken back one by one. */
function nothingLeft(
  reader: StoreReader,
  part: JournalRecord,
  undone: ReadonlyMap<RecordId, RecordId>,
): VarveError {
  const ids = listDependents(reader, part, undone).map(({ id }) => id)
  const why =
    ids.length > 0 ? `later work stands on all of it: ${ids.join(', ')}` : 'it is taken back already'
  return new VarveError('undo_conflict', `${part.id} leaves nothing to take back: ${why}`, {
    subjects: [part.id, ...ids],
    fix: ids.length > 0 ? [`varve undo ${part.id} --cascade`] : ['varve log --stage undo'],
  })
}

function undoPlan(
  reader: StoreReader,
  operations: readonly Operation[],
  undoes: readonly RecordId[],
  command: string,
): Plan {
  return {
    stage: 'undo',
    command,
    ...(undoes.length > 0 && { undoes: sortedUnique(undoes) as RecordId[] }),
    operations,
    base: planBase(reader, operations.map(entityOf)),
  }
}
