import { type HostObject, isHostObject, nameOf, objectOf, objectsOf } from '../../host/host-object.ts'
import type { TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { EventLog } from './event-log.ts'

/** Conversations of OpenHands: their events as a list, as JSON Lines, or as the `history` of evaluation results. */
export const openhands: TranscriptFormat = {
  name: 'openhands',
  input: 'json',
  detect: (item) => {
    const events = eventsIn(item)
    return events.length > 0 && events.some(isEvent)
  },
  open: () => {
    const drafts: TranscriptDraft[] = []
    const single = new EventLog(undefined)
    return {
      take: (item) => {
        const record = objectOf(item)
        if (record !== undefined && !Array.isArray(record.history)) single.take(record)
        else {
          const log = new EventLog(nameOf(record?.instance_id))
          for (const event of eventsIn(item)) log.take(event)
          drafts.push(log.end())
        }
      },
      end: () => [...drafts, single.end()],
    }
  },
}

/** Events of a list, a result or a line; in some lists an action stands in a pair with its observation. */
function eventsIn(item: unknown): readonly HostObject[] {
  if (Array.isArray(item)) return objectsOf(item.flat())
  const record = objectOf(item)
  if (record === undefined) return []
  return Array.isArray(record.history) ? objectsOf(record.history.flat()) : [record]
}

function isEvent(event: unknown): boolean {
  if (!isHostObject(event) || typeof event.source !== 'string') return false
  const kind = nameOf(event.kind)
  return (
    typeof event.action === 'string' ||
    typeof event.observation === 'string' ||
    kind?.endsWith('Event') === true
  )
}
