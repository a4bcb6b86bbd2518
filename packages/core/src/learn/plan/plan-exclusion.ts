import type { Sighting } from '../../domain/entry.ts'
import type { JsonObject } from '../../domain/json.ts'
import { entryEntity, type Operation } from '../../domain/operation.ts'
import type { Plan } from '../../domain/plan.ts'
import type { SessionId } from '../../domain/session.ts'
import { planBase } from '../../journal/apply-plan.ts'
import { listStatedSightings } from '../../journal/fold-sightings.ts'
import type { StoreReader } from '../../ports/store.ts'

/** The plan that leaves a session out of everything: what was seen in it alone counts no longer. */
export function planExclusion(
  reader: StoreReader,
  session: SessionId,
  { value, reason }: { readonly value: JsonObject; readonly reason?: string },
): Plan {
  const head = {
    stage: 'session',
    command: 'session exclude',
    ...(reason === undefined ? {} : { reason }),
  } as const
  if (reader.sessionMark(session, 'exclude', '') !== undefined) return { ...head, operations: [], base: [] }
  const seen = [...reader.entries({ visibility: 'all' })].filter(({ sightings }) => sightings.length > 0)
  const withdrawals = seen.flatMap(({ id }) =>
    listStatedSightings(reader.events(entryEntity(id)))
      .filter((sighting) => isOf(sighting, session))
      .map(({ occasion, source, rating, by, at }): Operation => {
        const since = { by, at }
        return {
          op: 'learning.sight',
          id,
          occasion,
          source,
          ...(rating && { rating }),
          since,
          withdrawn: true,
        }
      }),
  )
  const ids = withdrawals.flatMap((operation) => ('id' in operation ? [operation.id] : []))
  const mark: Operation = { op: 'session.mark', session, mark: 'exclude', name: '', value, was: null }
  return {
    ...head,
    operations: [mark, ...withdrawals],
    base: planBase(reader, [...new Set(ids)].map(entryEntity)),
  }
}

/** One that sessions of one family share stays while another of them shows it. */
function isOf({ source, rating }: Sighting, session: SessionId): boolean {
  const evidence = rating?.evidence ?? []
  return evidence.length === 0 ? source.session === session : evidence.every((one) => one.session === session)
}
