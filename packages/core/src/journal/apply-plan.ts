import { clockOf, recordIdOf, tick } from '../domain/clock.ts'
import { VarveError } from '../domain/errors.ts'
import type { RecordId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { withoutUndefined } from '../domain/json.ts'
import type { EntityKey } from '../domain/operation.ts'
import { by, byText, sortedUnique } from '../domain/order.ts'
import type { Plan, PlanBase } from '../domain/plan.ts'
import { type JournalRecord, RECORD_SCHEMA, type RecordHeader, recordHash } from '../domain/record.ts'
import type { StoreReader, StoreWriter } from '../ports/store.ts'
import { applyRecord } from './apply-record.ts'
import { repeatCommand } from './repeat-command.ts'

/** Who applies a plan, from where, and when. */
export interface ApplyContext {
  readonly actor: string
  readonly via: string
  readonly branch: string | null
  readonly now: Instant
}

/**
 * The only writer: one transaction, one journal record. Refuses with `stale_plan` where something
 * that the plan read has changed since. Call it inside `Store.transact`.
 */
export function applyPlan(writer: StoreWriter, plan: Plan, context: ApplyContext): JournalRecord {
  refuseStale(writer, plan)
  const record = recordOf(writer, plan, context)
  applyRecord(writer, record)
  return record
}

/** What a plan notes of the entities it read, so that applying it later can tell whether they changed. */
export function planBase(reader: StoreReader, entities: Iterable<EntityKey>): readonly PlanBase[] {
  return sortedUnique(entities).map((entity) => ({ entity, at: lastTouch(reader, entity) }))
}

function lastTouch(reader: StoreReader, entity: EntityKey): RecordId | null {
  return reader.records({ entity, newestFirst: true, limit: 1 })[0]?.id ?? null
}

/** Throws `stale_plan` where something that the plan read has changed since. */
export function refuseStale(reader: StoreReader, plan: Plan): void {
  const changed = plan.base.filter(({ entity, at }) => lastTouch(reader, entity) !== at)
  if (changed.length === 0) return
  const subjects = changed.map(({ entity }) => entity).sort(byText)
  throw new VarveError('stale_plan', `changed since the plan was made: ${subjects.join(', ')}`, {
    subjects,
    fix: [repeatCommand(plan)],
  })
}

/** The id that the next record gets where it is made at `now`. */
export function nextRecordId(reader: StoreReader, now: Instant): RecordId {
  const head = reader.head()
  return recordIdOf(tick(now, reader.client, head === undefined ? undefined : clockOf(head)))
}

function recordOf(reader: StoreReader, plan: Plan, context: ApplyContext): JournalRecord {
  const header: RecordHeader = withoutUndefined({
    schema: RECORD_SCHEMA,
    id: nextRecordId(reader, context.now),
    project: reader.project,
    branch: context.branch,
    actor: context.actor,
    via: context.via,
    stage: plan.stage,
    command: plan.command,
    reason: plan.reason,
    undoes: plan.undoes && [...plan.undoes].sort(by((id) => id, byText)),
  })
  return { ...header, operations: plan.operations, hash: recordHash(header, plan.operations) }
}
