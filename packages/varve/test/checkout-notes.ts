import { applyPlan, type EntryFields, type Operation, type Store } from '@varve/core'
import { buildAdd } from '@varve/core/testing'
import { CHECKOUT } from '../../core/test/consolidate/memory.ts'

/** What a model may write in the place of the notes that come under one digest. */
export const GOOD_DIGEST =
  'The pool was set to 20 in config/db.ts and requests queued up behind it; raising it to 50 brought p95 from 840 ms to 310 ms. We tried 80 but Postgres refused connections (max_connections is 100 and the worker uses 30), so we went back to 50. Added idleTimeoutMillis: 10000 in config/db.ts because idle pool clients were dropped by the load balancer. Do not set it above 60000.'

interface Notes {
  /** About so many subjects, the same of each. */
  readonly subjects?: number
  readonly more?: (note: number) => Partial<EntryFields>
}

/** Adds old notes about a service, of which a run puts three under one digest. */
export function addCheckoutNotes(store: Store, { subjects = 1, more = () => ({}) }: Notes = {}): void {
  const operations = Array.from({ length: subjects }, (_, subject) =>
    CHECKOUT.map(
      ([id, content, fields], note): Operation =>
        buildAdd(subject === 0 ? id : `${id}-${subject}`, content, {
          category: 'uncategorised',
          layer: 'implementation',
          entity: { kind: 'project', name: `checkout-api${subject === 0 ? '' : ` ${subject}`}` },
          created: Date.UTC(2026, 0, 5),
          ...(fields as Partial<EntryFields>),
          ...more(note),
        }),
    ),
  ).flat()
  const surroundings = { actor: 'tester', via: 'library', branch: null, now: Date.UTC(2026, 1, 3) }
  store.transact('fill', (writer) =>
    applyPlan(writer, { stage: 'edit', command: 'fill', base: [], operations }, surroundings),
  )
}
