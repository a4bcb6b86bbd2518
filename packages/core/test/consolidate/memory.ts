import {
  CONSOLIDATION_RULES,
  type ConsolidationRequest,
  type PlannedConsolidation,
  planConsolidation,
} from '../../src/consolidate/index.ts'
import {
  type Access,
  applyPlan,
  type EntryFields,
  openView,
  type RecordId,
  type Store,
} from '../../src/index.ts'
import { BUILT_AT, buildAdd, createMemoryStore } from '../../src/testing/index.ts'

export const DAY = 24 * 60 * 60 * 1000

/** An entry of the implementation layer about checkout-api, stated on a day of 2026. */
export type Note = readonly [id: string, text: string, fields?: Partial<EntryFields>]

export interface Memory {
  readonly store: Store
  plan(now: number, request?: Partial<ConsolidationRequest>): PlannedConsolidation
  /** Plans and applies in one transaction; gives back the record, where something was to do. */
  run(now: number, request?: Partial<ConsolidationRequest>): PlannedConsolidation & { readonly id?: RecordId }
  add(now: number, ...notes: readonly Note[]): void
  use(...accesses: readonly Access[]): void
  visible(): readonly string[]
}

const REQUEST: ConsolidationRequest = {
  projectName: 'sample',
  scope: 'all',
  minAgeDays: 7,
  sweep: false,
  rules: CONSOLIDATION_RULES,
}

export function memory(...notes: readonly Note[]): Memory {
  const store = createMemoryStore()
  const context = (now: number) => ({ actor: 'tester', via: 'library', branch: null, now })
  const add = (now: number, ...added: readonly Note[]) =>
    store.transact('add', (writer) =>
      applyPlan(
        writer,
        {
          stage: 'edit',
          command: 'add',
          operations: added.map(([id, text, fields]) =>
            buildAdd(id, text, {
              category: 'uncategorised',
              layer: 'implementation',
              entity: { kind: 'project', name: 'checkout-api' },
              ...fields,
            }),
          ),
          base: [],
        },
        context(now),
      ),
    )
  if (notes.length > 0)
    add(Math.max(BUILT_AT, ...notes.map(([, , fields]) => fields?.created ?? 0)), ...notes)
  const plan = (now: number, request: Partial<ConsolidationRequest> = {}) =>
    planConsolidation(store, openView(store, []), now, { ...REQUEST, ...request })
  return {
    store,
    add,
    plan,
    run(now, request) {
      return store.transact('consolidate', (writer) => {
        const planned = planConsolidation(writer, openView(writer, []), now, { ...REQUEST, ...request })
        if (planned.plan.operations.length === 0) return planned
        return { ...planned, id: applyPlan(writer, planned.plan, context(now)).id }
      })
    },
    use: (...accesses) => store.transact('use', (writer) => writer.putAccesses(accesses)),
    visible: () => Array.from(openView(store, []).entries({ visibility: 'heads' }), ({ id }) => id).sort(),
  }
}

export function onDay(date: string): number {
  return Date.parse(`${date}T12:00:00Z`)
}

/** The worked example of the reference, §4.2. */
export const CHECKOUT: readonly Note[] = [
  [
    'e11',
    'Spent the morning on checkout latency. The pool was set to 20 in config/db.ts and requests queued up behind it. Raising it to 50 brought p95 from 840 ms to 310 ms. It felt like a good result and the team was happy with it.',
    { importance: 0.6, created: onDay('2026-01-05') },
  ],
  [
    'e12',
    'Looked at the pool in config/db.ts again. We tried 80 but Postgres refused connections (max_connections is 100 and the worker uses 30). Went back to 50.',
    { importance: 0.5, created: onDay('2026-01-09') },
  ],
  [
    'e13',
    'The checkout pool work continues. Nothing new was found, the numbers looked the same as last week and we agreed to watch the dashboard for a few more days.',
    { importance: 0.5, created: onDay('2026-01-15') },
  ],
  [
    'e14',
    'Added idleTimeoutMillis: 10000 in config/db.ts because idle pool clients were dropped by the load balancer. Do not set it above 60000. The change was small but took a while to find.',
    { importance: 0.4, created: onDay('2026-02-02') },
  ],
  [
    'e15',
    'Renamed the refund button to Return and updated the screenshots in docs/refunds.md.',
    { importance: 0.5, created: onDay('2026-01-20') },
  ],
]
