import { describe, expect, test } from 'vitest'
import { resolve, summaryOf } from './case.ts'

describe('contradictions', () => {
  test('the newest of a slot is shown, each other is hidden and put to review as a pair [LS-08]', () => {
    const view = resolve({
      A: { t: 1, slot: 's' },
      B: { t: 2, slot: 's' },
      C: { t: 3, slot: 's' },
    })
    expect(summaryOf(view)).toEqual({
      heads: 'C',
      hidden: ['A contradicted C', 'B contradicted C'],
      issues: ['contradiction A C', 'contradiction B C'],
    })
    expect(view.review.map(({ kind, subjects }) => [kind, subjects.join(' ')]).sort()).toEqual([
      ['contradiction', 'A C'],
      ['contradiction', 'B C'],
    ])
    const [first] = view.issues
    expect(first?.fix[0]).toMatch(/^varve review accept rv_[0-9a-f]{12}$/)
  })

  test('slots of two scopes, and blank ones, contradict nothing', () => {
    const { heads } = resolve({
      A: { slot: 's' },
      B: { slot: 's', scope: 'branch:b' },
      C: { slot: '' },
      D: { slot: '' },
    })
    expect(heads).toEqual(['A', 'B', 'C', 'D'])
  })

  test('a head that was superseded and stated again stands beside its superseder', () => {
    const { heads } = resolve({
      B: { t: 1, text: 'npm', slot: 's' },
      A: { t: 2, text: 'pnpm', slot: 's', supersedes: ['B'] },
      E: { t: 3, text: 'npm', slot: 's' },
    })
    expect(heads).toEqual(['E', 'A'])
  })

  test('newer text of the web does not win over a person’s [RS-67]', () => {
    const { heads } = resolve({
      A: { t: 1, slot: 's', trust: 'user' },
      W: { t: 2, slot: 's', trust: 'web' },
    })
    expect(heads).toEqual(['A'])
  })
})
