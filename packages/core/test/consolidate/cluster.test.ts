import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findClusters } from '../../src/consolidate/cluster/find-clusters.ts'
import { compareMembers } from '../../src/consolidate/cluster/likeness.ts'
import { readMember } from '../../src/consolidate/cluster/member.ts'
import { CONSOLIDATION_RULES } from '../../src/consolidate/index.ts'
import { createReader } from '../../src/consolidate/known-entry.ts'
import { type EntryFields, entryId, LAYERS } from '../../src/index.ts'
import { CHECKOUT, DAY, memory, type Note, onDay } from './memory.ts'

const NOW = onDay('2026-06-01')
const OLD = { created: onDay('2026-01-10') }

/** Two notes that lie in one cluster but for what is under test. */
function pair(fields: Partial<EntryFields> = {}, created = OLD.created): readonly Note[] {
  const padding =
    'It took the whole of a long afternoon, and the team had a good time of it until the evening came around.'
  return [
    [
      'a1',
      `The cache pool in src/cache.ts was flushed and the redis pool grew. ${padding}`,
      { created, ...fields },
    ],
    [
      'a2',
      `The cache pool in src/cache.ts was warmed and the redis pool shrank. ${padding}`,
      { created, ...fields },
    ],
  ]
}

describe('what may lie in a cluster', () => {
  const clusters = (notes: readonly Note[], request = {}) =>
    memory(...notes)
      .plan(NOW, request)
      .report.clusters.map(({ ids }) => ids)

  test('two may, one may not [LK-14]', () => {
    expect(clusters(pair())).toEqual([['a1', 'a2']])
    expect(clusters(pair().slice(1))).toEqual([])
  })

  test.each(
    LAYERS.map((layer) => [layer, ['context', 'emotion', 'implementation'].includes(layer)] as const),
  )('layer %s: %s [LK-14]', (layer, may) => {
    expect(clusters(pair({ layer })).length).toBe(may ? 1 : 0)
  })

  test('an entry is of age exactly min-age-days after it was stated [LK-14]', () => {
    expect(clusters(pair({}, NOW - 7 * DAY))).toHaveLength(1)
    expect(clusters(pair({}, NOW - 7 * DAY + 1000))).toHaveLength(0)
    expect(clusters(pair({}, NOW - 1000), { minAgeDays: 0 })).toHaveLength(1)
  })

  test('an entry is cold below 30, and not at 30 [LK-14]', () => {
    // 10 for its age, 3 + 1 + 0.5 for a use and 15 times the importance.
    const heated = (importance: number) => {
      const world = memory(...pair({ importance }))
      const use = (id: string) => ({
        entry: entryId(id),
        at: NOW - 20 * DAY,
        session: 's',
        kind: 'show' as const,
      })
      world.use(use('a1'), use('a2'))
      return world.plan(NOW, { rules: { ...CONSOLIDATION_RULES, heatBelow: 22 } }).report
    }
    expect(heated(0.5).clusters).toHaveLength(0)
    expect(heated(0.4999).clusters).toHaveLength(1)
    expect(heated(0.5).scanned).toBe(2)
    const warm = memory(...pair({ importance: 2 / 3 }, NOW - 7 * DAY))
    expect(warm.plan(NOW).report.clusters).toHaveLength(0)
    const cool = memory(...pair({ importance: 0.6666 }, NOW - 7 * DAY))
    expect(cool.plan(NOW).report.clusters).toHaveLength(1)
  })

  test('others of another entity or layer never share one [LK-19]', () => {
    const [first, second] = pair()
    const other = (fields: Partial<EntryFields>): readonly Note[] =>
      first && second ? [first, [second[0], second[1], { ...second[2], ...fields }]] : []
    expect(clusters(other({}))).toHaveLength(1)
    expect(clusters(other({ entity: { kind: 'project', name: 'refunds' } }))).toHaveLength(0)
    expect(clusters(other({ layer: 'context' }))).toHaveLength(0)
    expect(clusters(other({ entity: { kind: 'project', name: 'Checkout_API' } }))).toHaveLength(1)
    expect(
      clusters(other({ entity: { kind: 'project', name: 'refunds' } }), {
        rules: { ...CONSOLIDATION_RULES, cluster: 'blind' },
      }),
    ).toHaveLength(0)
  })

  test('text of a lower trust lies apart: its digest would hide nothing of a higher one', () => {
    const [first, second] = pair()
    const web = { source: { kind: 'agent', trust: 'web' } } as const
    expect(
      clusters(first && second ? [first, [second[0], second[1], { ...second[2], ...web }]] : []),
    ).toHaveLength(0)
    expect(clusters(pair(web))).toHaveLength(1)
  })
})

test('clusters depend on no order [LK-16]', () => {
  const world = memory(...CHECKOUT)
  const read = createReader(() => [], NOW, 'sample')
  const members = [...world.store.entries({ visibility: 'all' })].map((entry) => readMember(read(entry)))
  const idsOf = (given: typeof members) =>
    findClusters(given, CONSOLIDATION_RULES).map((cluster) => cluster.map(({ known }) => known.entry.id))
  expect(idsOf(members)).toEqual([['e11', 'e12', 'e14']])
  fc.assert(
    fc.property(fc.shuffledSubarray(members, { minLength: members.length }), (shuffled) => {
      expect(idsOf(shuffled)).toEqual(idsOf(members))
    }),
    { numRuns: 100 },
  )
  expect(memory(...CHECKOUT.toReversed()).plan(NOW).report.clusters).toEqual(world.plan(NOW).report.clusters)
})

test('a chain of facts, each like the next, is no cluster with strangers in it [LK-17]', () => {
  const words = Array.from({ length: 13 }, (_, at) => [`alpha${at}x`, `beta${at}y`, `gamma${at}z`].join(' '))
  const notes = words
    .slice(0, 12)
    .map(
      (word, at): Note => [`c${String(at).padStart(2, '0')}`, `The ${word} met ${words[at + 1]} again.`, OLD],
    )
  const world = memory(...notes)
  const read = createReader(() => [], NOW, 'sample')
  const members = [...world.store.entries({ visibility: 'all', sort: 'id' })].map((entry) =>
    readMember(read(entry)),
  )
  const links = compareMembers(members, 0)
  for (let at = 0; at < 11; at++) expect(links[at]?.get(at + 1)).toBeGreaterThan(0.15)
  const { clusters, skipped } = world.plan(NOW).report
  expect([...clusters, ...skipped].length).toBeGreaterThan(0)
  for (const { ids } of [...clusters, ...skipped]) {
    const places = ids.map((id) => Number(id.slice(1)))
    for (const a of places)
      for (const b of places) if (a < b) expect(links[a]?.get(b)).toBeGreaterThanOrEqual(0.05)
  }
})

test('what contradicts lies apart; what differs in a value only may lie together, and both are told [LK-20]', () => {
  const shared =
    'The checkout service was deployed from the release branch by the nightly job without any trouble at all.'
  const both = memory(
    ['a1', `${shared} The run of src/pay.ts took 20 minutes on Monday.`, { created: onDay('2026-01-10') }],
    ['a2', `${shared} The run of src/pay.ts took 35 minutes on Friday.`, { created: onDay('2026-01-14') }],
  ).plan(NOW).report
  for (const { text } of both.clusters) {
    expect(text).toContain('20 minutes')
    expect(text).toContain('35 minutes')
  }
  const apart = memory(
    ['a1', 'The API listens on port 3000', { created: onDay('2026-01-10') }],
    ['a2', 'The API listens on port 3001', { created: onDay('2026-01-14') }],
  ).plan(NOW, { rules: { ...CONSOLIDATION_RULES, cluster: 'blind' } }).report
  expect([apart.clusters, apart.skipped]).toEqual([[], []])
})
