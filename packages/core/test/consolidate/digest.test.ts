import { expect, test } from 'vitest'
import { compareMembers } from '../../src/consolidate/cluster/likeness.ts'
import { readMember } from '../../src/consolidate/cluster/member.ts'
import { CONSOLIDATION_RULES } from '../../src/consolidate/index.ts'
import { createReader } from '../../src/consolidate/known-entry.ts'
import {
  applyPlan,
  type EntryId,
  entryId,
  openView,
  planAdd,
  planEdit,
  planRetract,
  planUndo,
  type Store,
} from '../../src/index.ts'
import { listReview } from '../../src/review/index.ts'
import { buildFields } from '../../src/testing/index.ts'
import { CHECKOUT, DAY, memory, type Note, onDay } from './memory.ts'

const NOW = onDay('2026-06-01')

test('the worked example has the stated likenesses and clusters [LK-15]', () => {
  const { store } = memory(...CHECKOUT)
  const read = createReader(() => [], NOW, 'sample')
  const members = [...store.entries({ visibility: 'all', sort: 'id' })].map((entry) =>
    readMember(read(entry)),
  )
  const links = compareMembers(members, 0)
  const rounded = (a: number, b: number) => (links[a]?.get(b) ?? 0).toFixed(3)
  expect([rounded(0, 1), rounded(0, 3), rounded(1, 3)]).toEqual(['0.191', '0.189', '0.123'])
  expect([rounded(0, 2), rounded(1, 2), rounded(2, 3)]).toEqual(['0.039', '0.045', '0.013'])
  expect([0, 1, 2, 3].map((place) => rounded(place, 4))).toEqual(['0.000', '0.000', '0.000', '0.000'])
  const { report } = memory(...CHECKOUT).plan(NOW)
  expect(report.clusters.map(({ ids }) => ids)).toEqual([['e11', 'e12', 'e14']])
})

test('the worked example becomes the stated text', () => {
  const { report } = memory(...CHECKOUT).plan(NOW)
  expect(report.clusters[0]?.text).toBe(`checkout-api: 3 implementation notes, 2026-01-05 to 2026-02-02
- 2026-01-05: The pool was set to 20 in config/db.ts and requests queued up behind it. Raising it to 50 brought p95 from 840 ms to 310 ms.
- 2026-01-09: We tried 80 but Postgres refused connections (max_connections is 100 and the worker uses 30). Went back to 50.
- 2026-02-02: Added idleTimeoutMillis: 10000 in config/db.ts because idle pool clients were dropped by the load balancer. Do not set it above 60000.`)
  expect(report.clusters[0]).toMatchObject({ tokensBefore: 140, tokensAfter: 119 })
})

test('the worked example saves 15 %, and three short notes save nothing [LK-22]', () => {
  expect(memory(...CHECKOUT).plan(NOW).report.clusters[0]).toMatchObject({
    tokensBefore: 140,
    tokensAfter: 119,
  })
  const short = (['CI uses node 20.', 'CI caches pnpm.', 'CI runs on main.'] as const).map(
    (text, at): Note => [
      `c${at}`,
      text,
      { created: onDay('2026-01-05') + at, entity: { kind: 'project', name: 'ci' } },
    ],
  )
  const blind = { rules: { ...CONSOLIDATION_RULES, cluster: 'blind' as const } }
  const world = memory(...short)
  const { clusters, skipped } = world.run(NOW, blind).report
  expect(clusters).toEqual([])
  expect(skipped).toMatchObject([
    { entity: 'ci', layer: 'implementation', ids: ['c0', 'c1', 'c2'], reason: 'no_saving' },
  ])
  expect(world.visible()).toEqual(['c0', 'c1', 'c2'])
})

test('of 12 notes with a ticket and a value each, a digest has all 24 [LK-23]', () => {
  const notes = Array.from(
    { length: 12 },
    (_, at): Note => [
      `t${String(at).padStart(2, '0')}`,
      `Spent the whole morning on the worker queue and went through the logs with the team once more. Ticket PAY-${1200 + at} needed worker.retry_${at} = ${310 + at * 7} in config/queue.yml. It felt good to have it out of the way.`,
      { created: onDay('2026-01-05') + at * DAY },
    ],
  )
  const world = memory(...notes)
  const { report } = world.run(NOW)
  expect(report.clusters).toHaveLength(1)
  const [cluster] = report.clusters
  for (let at = 0; at < 12; at++) {
    expect(cluster?.text).toContain(`PAY-${1200 + at}`)
    expect(cluster?.text).toContain(`worker.retry_${at} = ${310 + at * 7}`)
  }
  const digest = cluster && world.store.entry(cluster.digest)
  expect(digest?.consolidation?.replaced_ids).toEqual(notes.map(([id]) => id))
  for (const id of digest?.consolidation?.replaced_ids ?? [])
    expect(world.store.entry(id)?.state).toBe('active')
})

test('a digest states of itself what its members allow', () => {
  const world = memory(...CHECKOUT)
  const { report } = world.run(NOW)
  const digest = report.clusters[0] && world.store.entry(report.clusters[0].digest)
  expect(digest).toMatchObject({
    layer: 'learning',
    mem_type: 'learning',
    mem_state: 'done',
    altitude: 'implementation',
    importance: 0.55,
    source: { kind: 'compaction', trust: 'user' },
    created: onDay('2026-02-02'),
    asserted_from: onDay('2026-01-05'),
    asserted_to: onDay('2026-02-02'),
    consolidation: {
      original_layer: 'implementation',
      count: 3,
      period: { from: onDay('2026-01-05'), to: onDay('2026-02-02') },
      replaced_ids: ['e11', 'e12', 'e14'],
    },
  })
  expect(digest?.consolidation?.exemplars.map(({ id }) => id)).toEqual(['e11', 'e12', 'e14'])
})

test('a digest is never put under another [LK-26]', () => {
  const world = memory(...CHECKOUT)
  const [first] = world.run(NOW).report.clusters
  for (const blind of ['similar', 'blind'] as const) {
    const { report } = world.run(NOW + 400 * DAY, {
      sweep: true,
      rules: { ...CONSOLIDATION_RULES, cluster: blind },
    })
    for (const { ids } of report.clusters) expect(ids).not.toContain(first?.digest)
    expect(report.buried.map(({ id }) => id)).not.toContain(first?.digest)
  }
})

test.each([
  [
    'revised',
    (id: EntryId, reader: Store) => planEdit(reader, id, { set: { content: 'The pool is 60 now.' } }),
  ],
  ['retracted', (id: EntryId, reader: Store) => planRetract(reader, id)],
  [
    'superseded',
    (_: EntryId, reader: Store) =>
      planAdd(reader, openView(reader, []).viewOf, {
        id: entryId('e99'),
        fields: buildFields('The pool is 70 now.', { created: NOW + DAY }),
        stated: {},
        supersedes: [entryId('e12')],
        occasion: 'run 1',
      }).plan,
  ],
] as const)(
  'a member that is %s later makes the digest stale, and leaves it as it is [LK-28]',
  (_, planOf) => {
    const world = memory(...CHECKOUT)
    const digest = world.run(NOW).report.clusters[0]?.digest
    const before = digest && world.store.entry(digest)
    world.store.transact('edit', (writer) =>
      applyPlan(writer, planOf(entryId('e12'), world.store), {
        actor: 'a',
        via: 'cli',
        branch: null,
        now: NOW + DAY,
      }),
    )
    const issues = openView(world.store, []).issues()
    expect(issues).toMatchObject([{ code: 'stale_digest', subjects: [digest] }])
    expect(
      listReview(world.store, {
        view: openView(world.store, []),
        now: NOW + DAY,
        withSafeDuplicates: false,
      }).map(({ kind }) => kind),
    ).toContain('stale_digest')
    expect(digest && world.store.entry(digest)).toEqual(before)
    expect(world.run(NOW + 2 * DAY).report.clusters).toEqual([])
  },
)

test('what a person took back is not proposed again', () => {
  const world = memory(...CHECKOUT)
  const { id } = world.run(NOW)
  if (id === undefined) throw new Error('nothing ran')
  world.store.transact('undo', (writer) =>
    applyPlan(writer, planUndo(writer, id), { actor: 'a', via: 'cli', branch: null, now: NOW + DAY }),
  )
  expect(world.visible()).toEqual(['e11', 'e12', 'e13', 'e14', 'e15'])
  expect(world.run(NOW + 2 * DAY).report.skipped).toMatchObject([
    { ids: ['e11', 'e12', 'e14'], reason: 'declined' },
  ])
})
