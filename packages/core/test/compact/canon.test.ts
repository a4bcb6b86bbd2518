import { describe, expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../test/cpu-milliseconds.ts'
import { canonOf } from '../../src/compact/canon.ts'
import { resolveView } from '../../src/compact/resolve-view.ts'
import type { EntryId } from '../../src/domain/ids.ts'
import type { EntryView } from '../../src/ports/store.ts'
import { edgeOf, resolve, rowOf } from './case.ts'

describe('canon', () => {
  test('follows supersession, then the class, then the top', () => {
    const canon = canonIn(
      resolve({
        S1: { t: 1, text: 'x' },
        S1b: { t: 2, text: 'x' },
        F: { t: 3, merges: ['S1'] },
        A: { t: 4, supersedes: ['F'] },
      }).views,
    )
    expect(['S1', 'S1b', 'F', 'A'].map(canon)).toEqual(['A', 'A', 'A', 'A'])
  })

  test('an unknown id is its own', () => {
    expect(canonIn([])('nobody')).toBe('nobody')
  })

  test('a chain of ten thousand ends, and in little time [LS-36]', () => {
    const size = 10_000
    const rows = Array.from({ length: size }, (_, index) => rowOf(`e${index}`, { t: index }))
    const edges = rows.slice(1).map(({ id }, index) => edgeOf('supersedes', id, `e${index}`))
    let view: ReturnType<typeof resolveView> | undefined
    const took = cpuMilliseconds(() => {
      view = resolveView(rows, edges)
    })
    expect(took).toBeLessThan(500)
    expect(view?.heads).toEqual([`e${size - 1}`])
    expect(canonIn(view?.views ?? [])('e0')).toBe(`e${size - 1}`)
  })

  test('a chain of ten thousand digests ends as well', () => {
    const size = 10_000
    const rows = Array.from({ length: size }, (_, index) => rowOf(`e${index}`, { t: index }))
    const edges = rows.slice(1).map(({ id }, index) => edgeOf('merges', id, `e${index}`))
    const { heads, views } = resolveView(rows, edges)
    expect(heads).toEqual([`e${size - 1}`])
    expect(canonIn(views)('e0')).toBe(`e${size - 1}`)
  })

  test('a damaged view that leads in a circle has one stop, from wherever one enters it', () => {
    const view = (id: string, instead: string): EntryView => ({
      id: id as EntryId,
      hidden: { reason: 'superseded', by: instead as EntryId },
      tags: [],
      confidence: 'low',
      also_in: [],
      forks: [],
      contested_by: [],
      stands_for: 0,
    })
    const canon = canonIn([view('a', 'c'), view('b', 'c'), view('c', 'd'), view('d', 'b')])
    expect(['a', 'b', 'c', 'd'].map(canon)).toEqual(['b', 'b', 'b', 'b'])
  })
})

function canonIn(views: readonly EntryView[]): (id: string) => string {
  const byId = new Map(views.map((view) => [view.id, view]))
  return (id) => canonOf(id as EntryId, (wanted) => byId.get(wanted))
}
