import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openView } from '../../src/compact/open-view.ts'
import { est1 } from '../../src/counters/est1.ts'
import { DIGEST_KINDS, type DigestKind } from '../../src/digest/apply-request.ts'
import { reportDigest } from '../../src/digest/digest-report.ts'
import { digestStatus } from '../../src/digest/digest-status.ts'
import { contractedGraph } from '../../src/digest/graph/contracted-graph.ts'
import { treeUnder } from '../../src/digest/lineage/frontier.ts'
import { openDigests } from '../../src/digest/lineage/open-digests.ts'
import { planApply } from '../../src/digest/plan-apply.ts'
import { planRemove } from '../../src/digest/plan-remove.ts'
import { VarveError } from '../../src/domain/errors.ts'
import type { EntryId, RecordId } from '../../src/domain/ids.ts'
import { LINEAGE_KINDS } from '../../src/domain/lineage.ts'
import type { Operation } from '../../src/domain/operation.ts'
import type { Plan } from '../../src/domain/plan.ts'
import { applyPlan } from '../../src/journal/apply-plan.ts'
import { planUndo } from '../../src/journal/plan-undo.ts'
import { createMemoryStore } from '../../src/memory-store/memory-store.ts'
import type { Store, StoreReader } from '../../src/ports/store.ts'
import { BUILT_AT, buildAdd } from '../../src/testing/builders.ts'

const IDS = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'] as EntryId[]
const MEASURE = { basis: 'summary', counter: est1 } as const
const RUNS = { numRuns: 150 }

interface Step {
  readonly does: 'apply' | 'move' | 'remove' | 'refresh'
  readonly top: EntryId
  readonly unders: readonly EntryId[]
  readonly kind: DigestKind
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('apply', 'apply', 'apply', 'move', 'remove', 'refresh'),
  top: fc.constantFrom(...IDS),
  unders: fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 3 }),
  kind: fc.constantFrom('digests', 'digests', ...DIGEST_KINDS),
})

/** Edges as a sync may bring them: to nobody, to themselves, in circles, from several tops. */
const anyBreaches = fc.array(
  fc.record({
    kind: fc.constantFrom('digests', 'digests', ...LINEAGE_KINDS),
    top: fc.constantFrom(...IDS, 'gone1' as EntryId),
    under: fc.constantFrom(...IDS, 'gone2' as EntryId),
    source_hash: fc.constantFrom(undefined, 'unknown'),
  }),
  { maxLength: 12 },
)

describe('laws of digests', () => {
  test('no sequence of commands breaks the lineage, changes a text or loses an entry [QP-03] [QP-05]', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
        const store = openStore()
        const texts = IDS.map((id) => store.entry(id)?.content)
        for (const step of steps) tryStep(store, step)
        expect(store.viewIssues().filter(({ severity }) => severity === 'error')).toEqual([])
        expect(IDS.map((id) => store.entry(id)?.content)).toEqual(texts)
        const view = openView(store, [])
        for (const id of IDS) expect(view.viewOf(view.canon(id))?.hidden).toBeUndefined()
      }),
      RUNS,
    )
  })

  test('an undo gives back the view, byte for byte, and the same command again changes nothing [QP-01] [QP-29]', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), anyStep, (steps, last) => {
        const store = openStore()
        for (const step of steps) tryStep(store, step)
        const before = pictureOf(store)
        const record = tryStep(store, last)
        if (record === undefined) return
        const after = pictureOf(store)
        if (last.does !== 'remove') expect(planOf(store, last)?.operations).toEqual([])
        apply(store, planUndo(store, record))
        expect(pictureOf(store)).toBe(before)
        expect(after).not.toBe(before)
      }),
      RUNS,
    )
  })

  test('what a plan says of the time after it is what holds then', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), anyStep, (steps, last) => {
        const store = openStore()
        for (const step of steps) tryStep(store, step)
        const planned = planOf(store, last)
        if (planned === undefined) return
        apply(store, planned)
        const now = openDigests(store, openView(store, []), IDS)
        for (const id of [last.top, ...(last.does === 'apply' ? last.unders : [])]) {
          expect(planned.after.sourcesOf(id)).toEqual(now.sourcesOf(id))
          expect(planned.after.viewOf(id)?.hidden).toEqual(now.viewOf(id)?.hidden)
        }
      }),
      RUNS,
    )
  })

  test('whatever is broken, every question is answered, and the commands of the issues mend it [QP-04] [QP-34]', () => {
    fc.assert(
      fc.property(anyBreaches, (breaches) => {
        const store = openStore()
        write(
          store,
          breaches.map(({ source_hash, ...edge }) => ({
            op: 'lineage.add',
            ...edge,
            ...(source_hash !== undefined && { source_hash }),
            was: null,
          })),
        )
        const view = openView(store, [])
        const digests = openDigests(store, view, IDS)
        for (const id of IDS) {
          const status = digestStatus(store, view, id)
          expect(status.canonical).toBe(view.canon(id))
          expect(status.chain[0]).toBe(id)
          expect(treeUnder(digests, id, 50).length).toBeLessThan(100)
          if (digests.sourcesOf(id).length > 0) reportDigest(store, view, id, MEASURE)
        }
        const shown = contractedGraph(view.allViews(), []).nodes
        expect(shown).toEqual(IDS.filter((id) => view.viewOf(id)?.hidden === undefined))
        mend(store)
        expect(store.viewIssues().filter(({ severity }) => severity === 'error')).toEqual([])
      }),
      RUNS,
    )
  })
})

function openStore(): Store {
  const store = createMemoryStore({ project: 'sample' })
  write(
    store,
    IDS.map((id, index) => buildAdd(id, `Text ${index} of ${id}.`, { title: `Note ${id}` })),
  )
  return store
}

function write(store: Store, operations: readonly Operation[]): void {
  apply(store, { stage: 'import', command: 'import', operations, base: [] })
}

function apply(store: Store, plan: Plan): RecordId {
  const context = { actor: 'tester', via: 'library', branch: null, now: BUILT_AT }
  return store.transact('test', (writer) => applyPlan(writer, plan, context)).id
}

function planOf(store: Store, { does, top, unders, kind }: Step) {
  const view = openView(store, [])
  const request = { digest: top, sources: does === 'refresh' ? [] : unders, kind }
  try {
    if (does === 'remove') {
      const { plan, outcome } = planRemove(store, view, top, 'all')
      return { ...plan, after: outcome.after }
    }
    const flags = { move: does === 'move', refresh: does === 'refresh', reviewed: does === 'refresh' }
    const { plan, outcome } = planApply(store, view, { ...request, ...flags })
    return { ...plan, after: outcome.after }
  } catch (thrown) {
    if (VarveError.isInstance(thrown) && ['lineage', 'not_found'].includes(thrown.code)) return undefined
    throw thrown
  }
}

/** The record of a step that was allowed and changed something. */
function tryStep(store: Store, step: Step): RecordId | undefined {
  const planned = planOf(store, step)
  if (planned === undefined || planned.operations.length === 0) return undefined
  const { after: _, ...plan } = planned
  return apply(store, plan)
}

/** The resolved view with its lineage and issues, as bytes. */
function pictureOf(store: StoreReader): string {
  return JSON.stringify([[...store.views()], store.lineage({}), store.viewIssues()])
}

/** Runs the first command of each error until there is none: as a person would who follows them. */
function mend(store: Store): void {
  for (let round = 0; round < 20; round++) {
    const error = store.viewIssues().find(({ severity }) => severity === 'error')
    const command = /^varve compact remove (\S+) --note (\S+)$/.exec(error?.fix[0] ?? '')
    if (command === null) return
    const [, top, under] = command
    apply(store, planRemove(store, openView(store, []), top as EntryId, [under as EntryId]).plan)
  }
}
