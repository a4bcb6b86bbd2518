import { describe, expect, test } from 'vitest'
import { resolve, summaryOf } from './case.ts'

describe('representatives of duplicate classes', () => {
  test('the newest of the highest trust is the head [LS-05]', () => {
    const view = resolve({
      old: { t: 1, text: 'x', trust: 'user' },
      new: { t: 2, text: 'x', trust: 'user' },
      agent: { t: 3, text: 'x', trust: 'agent' },
    })
    expect(summaryOf(view)).toEqual({
      heads: 'new',
      hidden: ['agent duplicate new', 'old duplicate new'],
      issues: [],
    })
  })

  test('the head shows the tags of all and the best confidence of its own time [LS-05]', () => {
    const { views } = resolve({
      A: { t: 2, text: 'x', tags: ['b'], confidence: 'medium', category: 'conventions', trust: 'user' },
      B: { t: 2, text: 'x', tags: ['a'], confidence: 'high', category: 'operations' },
      C: { t: 1, text: 'x', tags: ['c'], confidence: 'high', category: 'decisions' },
    })
    expect(views[0]).toEqual({
      id: 'A',
      tags: ['a', 'b', 'c'],
      confidence: 'high',
      also_in: ['decisions', 'operations'],
      forks: [],
      contested_by: [],
      stands_for: 0,
    })
  })

  test('an older and surer duplicate does not raise the confidence of the newest', () => {
    const { views } = resolve({
      A: { t: 2, text: 'x', confidence: 'low' },
      C: { t: 1, text: 'x', confidence: 'high' },
    })
    expect(views[0]?.confidence).toBe('low')
  })

  test('titled notes never join a class by their text [LS-78]', () => {
    const { heads } = resolve({
      A: { text: 'x', titled: true },
      B: { text: 'x' },
      C: { text: 'x', titled: true },
    })
    expect(heads).toEqual(['A', 'B', 'C'])
  })

  test('equal texts of two scopes stay apart', () => {
    const { heads } = resolve({ A: { text: 'x' }, B: { text: 'x', scope: 'branch:b' } })
    expect(heads).toEqual(['A', 'B'])
  })

  test('a class of forgotten members has no head, and one that is stated again has [LS-86]', () => {
    expect(summaryOf(resolve({ A: { text: 'x', forgotten: true } }))).toEqual({
      heads: '',
      hidden: ['A forgotten -'],
      issues: [],
    })
    expect(summaryOf(resolve({ A: { text: 'x', forgotten: true }, B: { text: 'x', t: 2 } })).hidden).toEqual([
      'A forgotten B',
    ])
  })
})
