import type { Entry } from '../../domain/entry.ts'
import type { LearningStatus } from '../../domain/learning.ts'
import { entryEntity } from '../../domain/operation.ts'
import type { Plan } from '../../domain/plan.ts'
import { planBase } from '../../journal/apply-plan.ts'
import type { StoreReader } from '../../ports/store.ts'

/** The plan of a person's decision on how a learning stands; null lets the scores decide again. */
export function planOverride(
  reader: StoreReader,
  entry: Entry,
  status: LearningStatus | null,
  reason: string,
): Plan {
  const current = entry.learning?.override
  const was = current === undefined ? null : { status: current.status, reason: current.reason }
  const isSo = status === null ? was === null : was?.status === status
  return {
    stage: 'learn',
    command: 'learn',
    reason,
    operations: isSo ? [] : [{ op: 'learning.override', id: entry.id, status, reason, was }],
    base: planBase(reader, [entryEntity(entry.id)]),
  }
}
