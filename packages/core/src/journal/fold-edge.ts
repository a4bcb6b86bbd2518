import { clockOf } from '../domain/clock.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import type { Event } from '../domain/operation.ts'

/** The lineage edge as its latest event leaves it, or undefined where that removed it. */
export function foldLineage(events: readonly Event[]): LineageEdge | undefined {
  const event = events.at(-1)
  if (event?.operation.op !== 'lineage.add') return undefined
  const { kind, top, under, source_hash, guard, since } = event.operation
  return {
    kind,
    top,
    under,
    recorded: since?.at ?? clockOf(event.record).wall,
    ...(source_hash === undefined ? {} : { source_hash }),
    ...(guard === undefined ? {} : { guard }),
    by: since?.by ?? event.actor,
  }
}
