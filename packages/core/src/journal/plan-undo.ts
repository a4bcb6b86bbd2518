import { VarveError } from '../domain/errors.ts'
import type { RecordId } from '../domain/ids.ts'
import { entityOf } from '../domain/operation.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { StoreReader } from '../ports/store.ts'
import { planBase } from './apply-plan.ts'
import { listDependents } from './dependents.ts'
import { netInverse } from './net-inverse.ts'
import { listUndone } from './undone.ts'

export interface UndoOptions {
  /** Take later work that depends on it along. */
  readonly cascade?: boolean
}

/**
 * The plan that takes a record back, against today's state. Refuses with `undo_conflict` where later
 * work depends on it, unless `cascade` takes that along.
 */
export function planUndo(reader: StoreReader, target: RecordId, options: UndoOptions = {}): Plan {
  const record = getRecord(reader, target)
  refuseErased(record)
  const undone = listUndone(reader)
  const undoer = undone.get(target)
  if (undoer !== undefined) {
    throw new VarveError('undo_conflict', `${target} is undone already, by ${undoer}`, {
      subjects: [target],
      fix: [`varve redo ${undoer}`],
    })
  }
  const dependents = collectDependents(reader, record, undone)
  if (dependents.length > 0 && !options.cascade) throw conflictOf(record, dependents)
  dependents.forEach(refuseErased)
  return undoPlan(reader, [...dependents, record], `undo ${target}`)
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

/** The newest record that `undo` without an id means, or undefined. */
export function findUndoable(reader: StoreReader): RecordId | undefined {
  const undone = listUndone(reader)
  return findNewest(
    reader,
    (record) => record.stage !== 'undo' && !undone.has(record.id) && !erases(reader.record(record.id)),
  )
}

/** The newest undo that `redo` without an id means, or undefined. */
export function findRedoable(reader: StoreReader): RecordId | undefined {
  const undone = listUndone(reader)
  const undos = new Set(reader.records({ stage: 'undo' }).map((record) => record.id))
  return findNewest(
    reader,
    (record) =>
      undos.has(record.id) && !undone.has(record.id) && !(record.undoes ?? []).some((id) => undos.has(id)),
  )
}

const PAGE = 50

/** Walks back in pages: the wanted record is nearly always among the newest. */
function findNewest(
  reader: StoreReader,
  isWanted: (record: ReturnType<StoreReader['records']>[number]) => boolean,
): RecordId | undefined {
  for (let limit = PAGE; ; limit *= 4) {
    const page = reader.records({ newestFirst: true, limit })
    const found = page.find(isWanted)
    if (found || page.length < limit) return found?.id
  }
}

function getRecord(reader: StoreReader, id: RecordId): JournalRecord {
  const record = reader.record(id)
  if (record) return record
  throw new VarveError('not_found', `no such record: ${id}`, { subjects: [id], fix: ['varve log'] })
}

function refuseErased(record: JournalRecord): void {
  if (!erases(record)) return
  throw new VarveError('undo_conflict', `${record.id} can't be taken back: it erased for good`, {
    subjects: [record.id],
    fix: [`varve log --plan ${record.id}`],
  })
}

/**
 * A purge can't be taken back, nor can a record of which it left nothing. What other records wrote of a
 * purged entry is gone with it, and the rest of them can still be taken back.
 */
function erases(record: JournalRecord | undefined): boolean {
  const operations = record?.operations ?? []
  return (
    operations.some(({ op }) => op === 'purge') ||
    (operations.length > 0 && operations.every(({ op }) => op === 'erased'))
  )
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

function conflictOf(record: JournalRecord, dependents: readonly JournalRecord[]): VarveError {
  const ids = dependents.map(({ id }) => id)
  const work = dependents.map(({ id, command }) => `${id} (${command})`).join(', ')
  return new VarveError('undo_conflict', `later work depends on ${record.id}: ${work}`, {
    subjects: ids,
    fix: [`varve undo ${record.id} --cascade`, ...ids.map((id) => `varve undo ${id}`)],
  })
}

function undoPlan(reader: StoreReader, records: readonly JournalRecord[], command: string): Plan {
  const operations = netInverse(reader, records)
  return {
    stage: 'undo',
    command,
    undoes: sortedUnique(records.map((record) => record.id)) as RecordId[],
    operations,
    base: planBase(reader, operations.map(entityOf)),
  }
}
