import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entry, TRUSTS, type Trust, trustRank } from '../../src/domain/entry.ts'
import { entryId } from '../../src/domain/ids.ts'
import type { JournalRecord } from '../../src/domain/record.ts'
import { applyPlan } from '../../src/journal/apply-plan.ts'
import { applyRecord } from '../../src/journal/apply-record.ts'
import { planUndo } from '../../src/journal/plan-undo.ts'
import { planOverride } from '../../src/learn/plan/plan-override.ts'
import type { Store } from '../../src/ports/store.ts'
import { BUILT_AT, buildAdd, buildRecord, createMemoryStore } from '../../src/testing/index.ts'

const SEEN = entryId('seen')
const FIELDS = { type: 'learning', source: { kind: 'session', trust: 'web' } } as const
const WHEN = { via: 'library', branch: null, now: BUILT_AT + 1e9 } as const

interface Said {
  readonly trust: Trust
  /** Seconds from when ann saw it. */
  readonly after?: number
  readonly impact?: number
  readonly isWithdrawal?: boolean
}

/** A record of somebody's that says, or takes back, that an entry was seen in the session `a`. */
function says(actor: string, { trust, after = 0, impact = 10, isWithdrawal = false }: Said): JournalRecord {
  const source = { kind: 'session', trust, session: 'a' } as const
  const rating = { impact, specificity: 10, evidence: [] }
  const sight = { op: 'learning.sight', id: SEEN, occasion: 'session a', source, rating } as const
  // Whoever withdraws names whose word they mean: here ann's.
  const since = { by: 'ann', at: BUILT_AT }
  const operation = isWithdrawal ? ({ ...sight, since, withdrawn: true } as const) : sight
  return buildRecord(after * 1000, [operation], { actor, clock: { client: CLIENTS[actor] ?? '' } })
}

const CLIENTS: Readonly<Record<string, string>> = { ann: 'a'.repeat(16), ben: 'b'.repeat(16) }

/** A store with an entry of ann's, and these records. */
function storeOf(...records: readonly JournalRecord[]): Store {
  const store = createMemoryStore()
  const added = buildRecord(-1e9, [buildAdd(SEEN, 'Use pnpm.', FIELDS)], { actor: 'ann' })
  store.transact('pull', (writer) => {
    for (const record of [added, ...records]) applyRecord(writer, record)
  })
  return store
}

function entryIn(store: Store): Entry {
  const entry = store.entry(SEEN)
  if (entry === undefined) throw new Error('there is no entry')
  return entry
}

const meddling = fc.record({
  trust: fc.constantFrom(...TRUSTS),
  // Whatever the clock of the other says.
  after: fc.integer({ min: -9, max: 9 }).filter((seconds) => seconds !== 0),
  isWithdrawal: fc.boolean(),
})

test('nobody raises the trust of another’s sighting, dated back or not; a decision with a reason promotes [SL-46]', () => {
  const meddlings = fc.uniqueArray(meddling, { maxLength: 6, selector: ({ after }) => after })
  fc.assert(
    fc.property(fc.constantFrom(...TRUSTS), meddlings, (trust, others) => {
      const store = storeOf(says('ann', { trust }), ...others.map((each) => says('ben', each)))
      const { learning } = entryIn(store)
      const isSeen = learning !== undefined && learning.sessions > 0
      if (isSeen) expect(trustRank(learning.trust)).toBeLessThanOrEqual(trustRank(trust))
      if (trust !== 'user') expect(learning?.status).not.toBe('promoted')
      store.transact('decide', (writer) =>
        applyPlan(writer, planOverride(writer, entryIn(store), 'promoted', 'checked'), {
          ...WHEN,
          actor: 'ben',
        }),
      )
      expect(entryIn(store)).toMatchObject({ learning: { status: 'promoted' } })
    }),
  )
})

test('nor do they raise its scores: at one trust the lower word counts', () => {
  const own = says('ann', { trust: 'user', impact: 4 })
  const earlier = says('ben', { trust: 'user', impact: 10, after: -60 })
  expect(entryIn(storeOf(own, earlier)).scores?.impact).toBe(4)
})

test('who withdrew a word of their own may say another', () => {
  const store = storeOf(
    says('ann', { trust: 'tool' }),
    says('ann', { trust: 'tool', after: 1, isWithdrawal: true }),
    says('ann', { trust: 'user', after: 2 }),
  )
  expect(entryIn(store).learning).toMatchObject({ trust: 'user', sessions: 1 })
})

test('an undo of one member’s sighting leaves what another saw in the same session', () => {
  const bens = says('ben', { trust: 'tool', after: 5 })
  const store = storeOf(says('ann', { trust: 'user' }), bens)
  expect(entryIn(store).learning).toMatchObject({ trust: 'tool', sessions: 1 })
  store.transact('undo', (writer) => applyPlan(writer, planUndo(writer, bens.id), { ...WHEN, actor: 'ben' }))
  expect(entryIn(store).learning).toMatchObject({ trust: 'user', sessions: 1 })
})
