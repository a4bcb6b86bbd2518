import { describe, expect, test } from 'vitest'
import type { RewriteLimits } from '../../src/guard/index.ts'
import {
  entryId,
  type LineageKind,
  lineageAddition,
  openView,
  planEdit,
  planRetract,
} from '../../src/index.ts'
import { findAllNearPairs, planSafeDuplicates, refusedMerges } from '../../src/near/index.ts'
import type { Replica } from '../journal/world.ts'
import { memoryOf } from './memory-of.ts'

function state(replica: Replica, kind: LineageKind, top: string, ...unders: readonly string[]): void {
  const { store } = replica
  const operations = unders.map((under) =>
    lineageAddition(store, { kind, top: entryId(top), under: entryId(under) }),
  )
  replica.apply({ stage: 'edit', command: 'compact apply', operations, base: [] })
}

function reword(replica: Replica, id: string, content: string): void {
  replica.apply(planEdit(replica.store, entryId(id), { set: { content } }))
}

function refused({ store }: Replica, limits: RewriteLimits = {}) {
  return refusedMerges(store, openView(store, []), limits)
}

function mergedByRule(): Replica {
  const replica = memoryOf(
    ['dup-a', "Don't use npm in this repository"],
    ['dup-b', 'Do not use npm in this repository'],
  )
  const { store } = replica
  const pairs = findAllNearPairs(store.entries({ visibility: 'all' }))
  replica.apply(planSafeDuplicates(store, (id) => store.view(id), pairs))
  expect(store.lineage({}).map(({ top, under }) => [top, under])).toEqual([['dup-b', 'dup-a']])
  return replica
}

describe('duplicates that rules merged', () => {
  test('are refused once their texts are no longer the same, with the command that parts them [MG-58]', () => {
    const replica = mergedByRule()
    expect(refused(replica)).toEqual([])
    reword(replica, 'dup-b', 'Do not use npm in this workspace')
    expect(refused(replica)).toMatchObject([
      {
        code: 'refused_merge',
        severity: 'warning',
        subjects: ['dup-b', 'dup-a'],
        detail: { kind: 'duplicates', verdict: 'related' },
        fix: ['varve compact remove dup-b --note dup-a'],
      },
    ])
  })

  test('are refused once they are about different things', () => {
    const replica = mergedByRule()
    const entity = { kind: 'section', name: 'packages/a' }
    replica.apply(planEdit(replica.store, entryId('dup-a'), { set: { entity } }))
    expect(refused(replica).map(({ subjects }) => subjects)).toEqual([['dup-b', 'dup-a']])
  })

  test('are no matter where one of them is gone', () => {
    const replica = mergedByRule()
    reword(replica, 'dup-b', 'Do not use npm in this workspace')
    replica.apply(planRetract(replica.store, entryId('dup-b')))
    expect(refused(replica)).toEqual([])
  })
})

describe('duplicates that a person stated', () => {
  test('are left alone where the guard would only have asked a person', () => {
    const replica = memoryOf(
      ['said', 'Do not commit generated files'],
      ['again', 'Generated files must never be committed'],
      ['far', 'Money is an integer number of cents'],
    )
    state(replica, 'duplicates', 'said', 'again', 'far')
    expect(refused(replica)).toEqual([])
  })

  test('are named where the guard vetoes them, with its reasons [MG-58]', () => {
    const replica = memoryOf(['new', 'The API listens on port 3001'], ['old', 'The API listens on port 3000'])
    state(replica, 'duplicates', 'new', 'old')
    expect(refused(replica)).toMatchObject([
      { severity: 'info', detail: { verdict: 'contradicts', reasons: ['value:num'] } },
    ])
    expect(refused(replica)[0]?.message).toContain('contradicts value:num')
  })
})

describe('a merged text', () => {
  const FACTS = [
    ['timeout', 'The API times out after 30 s'],
    ['retries', 'API calls retry 3 times'],
  ] as const

  test('is refused where it lost or invented something, and both ways out are named [MG-58]', () => {
    const replica = memoryOf(...FACTS, ['top', 'API calls time out after 30 s and retry 3 times'])
    state(replica, 'merges', 'top', 'timeout', 'retries')
    expect(refused(replica)).toEqual([])
    reword(replica, 'top', 'API calls time out after 30 s')
    expect(refused(replica)).toMatchObject([
      {
        code: 'refused_merge',
        subjects: ['top', 'retries', 'timeout'],
        fix: ['varve edit top', 'varve compact remove top --note retries --note timeout'],
      },
    ])
    expect(refused(replica)[0]?.message).toContain('lost num "3" (from retries)')
  })

  test('is held to the texts at the bottom, not to the merge between [MG-58]', () => {
    const replica = memoryOf(
      ...FACTS,
      ['middle', 'API calls time out after 30 s'],
      ['top', 'API calls time out after 30 s'],
    )
    state(replica, 'merges', 'middle', 'timeout', 'retries')
    state(replica, 'merges', 'top', 'middle')
    const ofTop = refused(replica).filter(({ subjects }) => subjects[0] === 'top')
    expect(ofTop[0]?.message).toContain('lost num "3" (from retries)')
  })

  test('may name its sources by short ids, and say what only their titles say, as when it is applied', () => {
    const replica = memoryOf(
      ['abcd1234ef', 'The worker listens on port 3001'],
      ['bcde2345fa', 'The worker retries 3 times'],
      ['top', 'x'],
    )
    replica.apply(planEdit(replica.store, entryId('abcd1234ef'), { set: { title: 'Worker since 2.4.0' } }))
    const text = 'The worker listens on port 3001 since 2.4.0 (abcd1234) and retries 3 times (bcde2345)'
    reword(replica, 'top', text)
    state(replica, 'merges', 'top', 'abcd1234ef', 'bcde2345fa')
    expect(refused(replica)).toEqual([])
  })

  test('is no matter once it is dissolved, or where another contests it', () => {
    const replica = memoryOf(...FACTS, ['top', 'Calls time out'], ['rival', 'Calls retry'])
    state(replica, 'merges', 'top', 'timeout', 'retries')
    expect(refused(replica)).toHaveLength(1)
    replica.apply(planRetract(replica.store, entryId('timeout')))
    expect(refused(replica)).toEqual([])

    const contested = memoryOf(...FACTS, ['top', 'Calls time out'], ['rival', 'Calls retry'])
    state(contested, 'merges', 'top', 'timeout')
    state(contested, 'merges', 'rival', 'timeout')
    expect(refused(contested)).toEqual([])
  })

  test('never has a secret of its sources printed', () => {
    const replica = memoryOf(['key', 'The token is `tok-4711-abcd`'], ['top', 'There is a token'])
    state(replica, 'merges', 'top', 'key')
    const [issue] = refused(replica, { isSecret: (text) => text.includes('4711') })
    expect(issue?.message).toContain('lost')
    expect(JSON.stringify(issue)).not.toContain('4711')
  })
})
