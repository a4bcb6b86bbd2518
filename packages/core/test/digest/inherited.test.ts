import { describe, expect, test } from 'vitest'
import { openView } from '../../src/compact/open-view.ts'
import { judgeEdges, openDropped } from '../../src/digest/judge-edges.ts'
import { checkDigest, checkedDigest } from '../../src/digest/metrics/check-digest.ts'
import { planApply } from '../../src/digest/plan-apply.ts'
import { planRemove } from '../../src/digest/plan-remove.ts'
import type { EntryFields, Source } from '../../src/domain/entry.ts'
import type { EntryId } from '../../src/domain/ids.ts'
import { isRewriteJudgement } from '../../src/domain/judgement.ts'
import { planPurge } from '../../src/edit/plan-purge.ts'
import { isGrounded } from '../../src/guard/rewrite/grounding.ts'
import { readStatement } from '../../src/guard/rewrite/read-statement.ts'
import { inheritances } from '../../src/journal/inherited-fields.ts'
import { planUndo } from '../../src/journal/plan-undo.ts'
import { findAllNearPairs } from '../../src/near/find-near-pairs.ts'
import { planSafeDuplicates } from '../../src/near/plan-safe-duplicates.ts'
import { BUILT_AT } from '../../src/testing/index.ts'
import { Replica } from '../journal/world.ts'
import { memoryOf } from '../near/memory-of.ts'

const DAY = 86_400_000
const trusted = (trust: Source['trust']): Source => ({ kind: 'import', trust })

describe('what stands for others', () => {
  const memory = (): Replica =>
    memoryOf(
      ['src1', 'The cache holds 40 entries.', { created: BUILT_AT - 9 * DAY, valid_to: BUILT_AT + 5 * DAY }],
      [
        'src2',
        'The cache is pruned at 03:00.',
        { created: BUILT_AT - 4 * DAY, confidence: 'low', source: trusted('repo') },
      ],
      [
        'src3',
        'The cache lives in /tmp.',
        { created: BUILT_AT - 2 * DAY, valid_from: BUILT_AT - 3 * DAY, scope: 'branch:fix' },
      ],
      [
        'top1',
        'The cache holds 40 entries in /tmp, pruned at 03:00.',
        { confidence: 'high', source: trusted('user') },
      ],
    )
  const inheritedOf = ({ store }: Replica, id = 'top1') => {
    const entry = store.entry(id as EntryId)
    if (entry === undefined) throw new Error(id)
    const { asserted_from, asserted_to, valid_from, valid_to, confidence, scope, source } = entry
    return { asserted_from, asserted_to, valid_from, valid_to, confidence, scope, trust: source.trust }
  }

  test('is as old as its oldest source, as trusted, sure, valid and widely seen as the least of them [MG-41]', () => {
    const replica = memory()
    const before = inheritedOf(replica)
    const record = register(replica, 'top1', ['src1', 'src2', 'src3'])
    expect(inheritedOf(replica)).toEqual({
      asserted_from: BUILT_AT - 9 * DAY,
      asserted_to: BUILT_AT - 2 * DAY,
      valid_from: BUILT_AT - 3 * DAY,
      valid_to: BUILT_AT + 5 * DAY,
      confidence: 'low',
      scope: 'branch:fix',
      trust: 'repo',
    })
    replica.apply(planUndo(replica.store, record))
    expect(inheritedOf(replica)).toEqual(before)
  })

  test('takes back what it took over from what it no longer stands for, and passes on the rest', () => {
    const replica = memory()
    const before = inheritedOf(replica)
    register(replica, 'top1', ['src1', 'src2'])
    const view = openView(replica.store, [])
    replica.apply(planRemove(replica.store, view, 'top1' as EntryId, ['src2' as EntryId]).plan)
    expect(inheritedOf(replica)).toMatchObject({
      trust: before.trust,
      confidence: 'medium',
      asserted_from: BUILT_AT - 9 * DAY,
    })
    replica.apply(planRemove(replica.store, view, 'top1' as EntryId, 'all').plan)
    expect(inheritedOf(replica)).toEqual(before)
  })

  test('may be taken back before what was put under it later', () => {
    const replica = memory()
    const first = register(replica, 'top1', ['src2'])
    register(replica, 'top1', ['src1'])
    replica.apply(planUndo(replica.store, first))
    expect(inheritedOf(replica)).toMatchObject({ trust: 'user', asserted_from: BUILT_AT - 9 * DAY })
  })

  test('lets what stands above it know', () => {
    const replica = memory()
    register(replica, 'src1', ['src3'])
    register(replica, 'top1', ['src1'])
    register(replica, 'src1', ['src2'])
    expect(inheritedOf(replica)).toMatchObject({ trust: 'repo', confidence: 'low', scope: 'branch:fix' })
  })

  test('is worked out after what it stands for, in whatever order one plan changes them', () => {
    const replica = memoryOf(
      ['web1', 'The cache holds 40 entries.', { source: trusted('tool') }],
      ['mid1', 'The cache holds 40 entries, it says.', { source: trusted('user') }],
      ['top1', 'The cache holds 40 entries, they say.', { source: trusted('user') }],
    )
    register(replica, 'top1', ['mid1', 'web1'])
    expect(inheritedOf(replica).trust).toBe('tool')
    // Under the one that is itself under the top: the top stands for it still.
    const edge = (op: 'lineage.add' | 'lineage.remove', top: string) =>
      ({ op, kind: 'digests', top: top as EntryId, under: 'web1' as EntryId, was: null }) as const
    const moved = inheritances(replica.store, [edge('lineage.remove', 'top1'), edge('lineage.add', 'mid1')])
    const trusts = new Map(moved.map(({ id, set }) => [id, set.source?.trust] as const))
    expect(trusts.get('mid1' as EntryId)).toBe('tool')
    // As it was: what it stands for is no more trusted than before.
    expect(trusts.get('top1' as EntryId)).toBeUndefined()
  })

  test('a survivor of safe duplicates is as old as the first and as valid as the shortest of them', () => {
    const replica = memoryOf(
      ['old1', 'Do not log tokens', { created: BUILT_AT - 9 * DAY, valid_to: BUILT_AT + DAY }],
      ['new1', 'Don’t log tokens', { created: BUILT_AT - DAY }],
    )
    const { store } = replica
    const pairs = findAllNearPairs([...store.entries({ visibility: 'all' })])
    replica.apply(planSafeDuplicates(store, (id) => store.view(id), pairs))
    expect(inheritedOf(replica, 'new1')).toMatchObject({
      asserted_from: BUILT_AT - 9 * DAY,
      valid_to: BUILT_AT + DAY,
      confidence: 'medium',
    })
    expect(store.lineage({})[0]?.guard).toMatchObject({ verdict: 'duplicate-safe' })
  })
})

describe('a learning that stands for others', () => {
  /** Two sessions of a person's word, and one of a page's. */
  const learnings = (): Replica => {
    const replica = memoryOf(
      ['page1', 'The cache lives in /tmp.', { type: 'learning', source: trusted('web') }],
      ['told1', 'The cache holds 40 entries.', { type: 'learning', source: trusted('user') }],
      ['top1', 'The cache holds 40 entries in /tmp.', { type: 'learning', source: trusted('user') }],
    )
    sight(replica, 'page1', 'one', 'web')
    for (const id of ['told1', 'top1'])
      for (const session of ['two', 'three']) sight(replica, id, session, 'user')
    return replica
  }
  const sight = (replica: Replica, id: string, session: string, trust: Source['trust']): void => {
    const rating = { impact: 9, specificity: 9, evidence: [] }
    const source: Source = { kind: 'session', trust }
    const sighting = {
      op: 'learning.sight',
      id: id as EntryId,
      occasion: `session ${session}`,
      source,
      rating,
    } as const
    replica.apply({ stage: 'learn', command: 'learn', operations: [sighting], base: [] })
  }
  const standing = ({ store }: Replica) => {
    const entry = store.entry('top1' as EntryId)
    return [entry?.source.trust, entry?.learning?.trust, entry?.learning?.status]
  }

  test.each(['merges', 'digests', 'consolidates'] as const)(
    'that %s is trusted no further than the least of them, on every replica, until that is taken back [SL-45]',
    (kind) => {
      const replica = learnings()
      expect(standing(replica)).toEqual(['user', 'user', 'promoted'])
      const record = register(replica, 'top1', ['page1', 'told1'], kind)
      expect(standing(replica)).toEqual(['web', 'web', 'observed'])
      const other = new Replica('b')
      other.receive(replica.records().toReversed())
      expect(standing(other)).toEqual(standing(replica))
      replica.apply(planUndo(replica.store, record))
      expect(standing(replica)).toEqual(['user', 'user', 'promoted'])
    },
  )

  test('is no more trusted for being repeated by an agent; a person who says it again answers for it', () => {
    const replica = learnings()
    register(replica, 'top1', ['page1'])
    for (const session of ['four', 'five', 'six']) sight(replica, 'top1', session, 'agent')
    expect(standing(replica)).toEqual(['web', 'web', 'observed'])
    sight(replica, 'top1', 'seven', 'user')
    expect(standing(replica)).toEqual(['user', 'user', 'promoted'])
  })
})

describe('what the guard said of a digest', () => {
  const texts: readonly (readonly [string, string, Partial<EntryFields>?])[] = [
    ['leaf1', 'p95 was 210 ms on 2026-03-01, see src/load/run.ts.'],
    ['leaf2', 'Start it with --warm and never with --cold.'],
    ['leaf3', 'The budget is 512 MB for CACHE_DIR.'],
    ['mid1', 'p95 was 210 ms in March 2026; start it with --warm.'],
    ['top1', 'p95 was 210 ms; the budget is 512 MB.'],
  ]

  test('tells of each anchor of each leaf that it is in the text, or was left out, over all generations [MG-36]', () => {
    const replica = memoryOf(...texts)
    const { store } = replica
    register(replica, 'mid1', ['leaf1', 'leaf2'], 'merges')
    register(replica, 'top1', ['mid1', 'leaf3'], 'merges')
    const live = readStatement(store.entry('top1' as EntryId)?.content ?? '')
    const dropped = openDropped(
      store,
      store.lineage({ top: 'top1' as EntryId }).flatMap(({ guard }) => {
        return guard !== undefined && isRewriteJudgement(guard) ? guard.dropped : []
      }),
    )
    const left = new Set(dropped.map(({ source, type, text }) => `${source} ${type} ${text}`))
    for (const id of ['leaf1', 'leaf2', 'leaf3']) {
      for (const anchor of readStatement(store.entry(id as EntryId)?.content ?? '').anchors) {
        const isTold = isGrounded(anchor, live) || left.has(`${id} ${anchor.type} ${anchor.raw}`)
        expect([id, anchor.raw, isTold]).toEqual([id, anchor.raw, true])
      }
    }
    expect(left).toContain('leaf2 flag --cold')
    expect(left).toContain('leaf3 env CACHE_DIR')
  })

  test('leaves no word of a source in the journal that a purge would have to find', () => {
    const replica = memoryOf(...texts)
    const { store } = replica
    register(replica, 'top1', ['leaf3'])
    const [edge] = store.lineage({ top: 'top1' as EntryId })
    expect(JSON.stringify(edge)).not.toContain('CACHE_DIR')
    replica.apply(planPurge(store, ['leaf3' as EntryId], { reason: 'private' }))
    const dropped = edge?.guard !== undefined && isRewriteJudgement(edge.guard) ? edge.guard.dropped : []
    expect(dropped.length).toBeGreaterThan(0)
    expect(openDropped(store, dropped)).toEqual(dropped)
  })
})

function register(
  replica: Replica,
  top: string,
  sources: readonly string[],
  kind: 'digests' | 'merges' | 'consolidates' = 'digests',
) {
  const { store } = replica
  const request = { digest: top as EntryId, sources: sources as readonly EntryId[], kind }
  const planned = planApply(store, openView(store, []), {
    ...request,
    move: false,
    refresh: false,
    reviewed: false,
  })
  const { after } = planned.outcome
  const result = checkDigest(store, checkedDigest(after, request.digest))
  if (result === undefined) throw new Error('nothing to check')
  return replica.apply(judgeEdges(store, after, planned.plan, { digest: request.digest, result })).id
}
