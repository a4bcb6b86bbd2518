import type { JsonObject } from '../../domain/json.ts'
import type { SessionMarkOperation } from '../../domain/operation.ts'
import type { Plan } from '../../domain/plan.ts'
import { isPurge, type SessionId, type SessionMark } from '../../domain/session.ts'
import type { StoreReader } from '../../ports/store.ts'

/** One thing to say of a session; null takes it back. */
export interface MarkRequest {
  readonly session: SessionId
  readonly mark: SessionMark['mark']
  readonly name?: string
  readonly value: JsonObject | null
}

/** The plan that says these things; what is so already is left out. */
export function planMarks(
  reader: StoreReader,
  command: string,
  requests: readonly MarkRequest[],
  reason?: string,
): Plan {
  const operations = requests.flatMap(
    ({ session, mark, name = '', value }): readonly SessionMarkOperation[] => {
      const was = reader.sessionMark(session, mark, name) ?? null
      return isSaid(mark, was, value) ? [] : [{ op: 'session.mark', session, mark, name, value, was }]
    },
  )
  return { stage: 'session', command, ...(reason === undefined ? {} : { reason }), operations, base: [] }
}

/** Whether it is so already. A summary says something else each time, and a purge finds more each time. */
function isSaid(mark: SessionMark['mark'], was: JsonObject | null, value: JsonObject | null): boolean {
  if (value === null || was === null) return value === was
  return mark !== 'summary' && !isPurge({ mark, value })
}
