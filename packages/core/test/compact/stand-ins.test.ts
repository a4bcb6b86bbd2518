import { describe, expect, test } from 'vitest'
import { resolveView } from '../../src/compact/resolve-view.ts'
import { type Case, edgeOf, resolve, rowsOf, summaryOf } from './case.ts'

const M1: Case = { S1: { t: 1 }, S2: { t: 2 }, F: { t: 4, merges: ['S1', 'S2'] } }

describe('stand-ins', () => {
  test('two digests of one note are an issue with a command for each, and the note is shown', () => {
    const { heads, issues, views } = resolve({
      'qp-1a2b': { t: 1 },
      'qp-d16e': { t: 2, digests: ['qp-1a2b'] },
      'qp-e77a': { t: 3, digests: ['qp-1a2b'] },
    })
    expect(heads).toEqual(['qp-e77a', 'qp-d16e', 'qp-1a2b'])
    expect(issues).toEqual([
      {
        code: 'multiple_tops',
        severity: 'error',
        subjects: ['qp-1a2b'],
        message: 'qp-1a2b has 2 digests: qp-d16e, qp-e77a',
        detail: { tops: ['qp-d16e', 'qp-e77a'] },
        fix: ['varve compact remove qp-d16e --note qp-1a2b', 'varve compact remove qp-e77a --note qp-1a2b'],
      },
    ])
    expect(views[0]).toMatchObject({ contested_by: ['qp-d16e', 'qp-e77a'], stands_for: 0 })
    expect(views[1]).toMatchObject({ contested_by: [], stands_for: 1 })
  })

  test('every contested note is named, not only the first', () => {
    const names = ['a', 'b', 'c']
    const { issues } = resolve({
      ...Object.fromEntries(names.map((name) => [name, {}])),
      D: { t: 2, digests: names },
      E: { t: 3, digests: names },
    })
    expect(issues.map(({ subjects }) => subjects)).toEqual([['a'], ['b'], ['c']])
  })

  test('a digest that supersedes another of the same note does not contest it', () => {
    const view = resolve({
      S: { t: 1 },
      D: { t: 2, digests: ['S'] },
      D2: { t: 3, digests: ['S'], supersedes: ['D'] },
    })
    expect(summaryOf(view)).toEqual({ heads: 'D2', hidden: ['D superseded D2', 'S digested D2'], issues: [] })
  })

  test('a dissolved merge names its causes, up the chain of merges', () => {
    const { issues } = resolve({
      ...M1,
      S3: { t: 3 },
      F2: { t: 5, merges: ['F', 'S3'] },
      A: { t: 6, supersedes: ['S1'] },
    })
    expect(issues.map(({ subjects, detail, fix }) => ({ subjects, detail, fix }))).toEqual([
      {
        subjects: ['F'],
        detail: { causes: [{ id: 'S1', reason: 'superseded' }] },
        fix: ['varve compact --llm', 'varve undo --group F'],
      },
      {
        subjects: ['F2'],
        detail: { causes: [{ id: 'F', reason: 'dissolved' }] },
        fix: ['varve compact --llm', 'varve undo --group F2'],
      },
    ])
  })

  test('the text of a dissolved merge is shown nowhere, its digest included [LS-45]', () => {
    const { heads } = resolve({
      ...M1,
      U: { t: 3 },
      A: { t: 6, supersedes: ['S1'] },
      F: { t: 4, merges: ['S1', 'S2'], digests: ['U'] },
    })
    expect(heads).toEqual(['A', 'U', 'S2'])
  })

  test('a digest superseded by a dissolved merge no longer hides its sources', () => {
    const { heads } = resolve({
      ...M1,
      U: { t: 3 },
      D: { t: 3, titled: true, digests: ['U'] },
      F: { t: 4, merges: ['S1', 'S2'], supersedes: ['D'] },
      A: { t: 6, supersedes: ['S1'] },
    })
    expect(heads).toEqual(['A', 'U', 'S2'])
  })

  test('merges that supersede one another’s sources leave one to be shown [LS-32]', () => {
    const view = resolve({
      S1: { t: 1 },
      S2: { t: 2 },
      F1: { t: 3, merges: ['S1'], supersedes: ['S2'] },
      F2: { t: 4, merges: ['S2'], supersedes: ['S1'] },
    })
    expect(summaryOf(view)).toEqual({
      heads: 'F2',
      hidden: ['F1 dissolved S1', 'S1 superseded F2', 'S2 superseded F1'],
      issues: ['merge_dissolved F1', 'merge_dissolved F2'],
    })
  })

  test('a merge of nothing but missing sources is all that is left, and stays', () => {
    expect(summaryOf(resolve({ F: { merges: ['gone'] } }))).toEqual({
      heads: 'F',
      hidden: [],
      issues: ['unknown_source F'],
    })
  })

  test('a merge that supersedes a source itself holds', () => {
    const view = resolve({ ...M1, F: { t: 4, merges: ['S1', 'S2'], supersedes: ['S1'] } })
    expect(summaryOf(view)).toEqual({ heads: 'F', hidden: ['S1 superseded F', 'S2 merged F'], issues: [] })
  })

  test('a merge whose text is a source’s own joins its class', () => {
    const view = resolve({
      S1: { t: 1, text: 'x' },
      S2: { t: 2 },
      F: { t: 2, text: 'x', merges: ['S1', 'S2'] },
    })
    expect(summaryOf(view)).toEqual({ heads: 'F', hidden: ['S1 duplicate F', 'S2 merged F'], issues: [] })
  })

  test('a forgotten source counts as live for a merge', () => {
    const { heads, issues } = resolve({ ...M1, S1: { t: 1, forgotten: true } })
    expect(heads).toEqual(['F'])
    expect(issues).toEqual([])
  })

  test('a digest of a missing note is out of date and says which is missing', () => {
    const { heads, issues } = resolve({ S: { t: 1 }, D: { t: 2, digests: ['S', 'gone'] } })
    expect(heads).toEqual(['D'])
    expect(issues.map(({ code, subjects, fix }) => [code, subjects, fix])).toEqual([
      ['unknown_source', ['D'], ['varve compact remove D --note gone']],
      ['stale_digest', ['D'], ['varve compact report D', 'varve compact apply D --refresh']],
    ])
  })

  test('what rests on a stale digest is stale too, and a consolidation is put to review', () => {
    const { issues, review } = resolve({
      S: { t: 1 },
      D: { t: 2, digests: ['S'] },
      E: { t: 3, consolidates: ['D'] },
      A: { t: 4, supersedes: ['S'] },
    })
    expect(issues.map(({ subjects, detail }) => [subjects, detail])).toEqual([
      [['D'], { causes: [{ id: 'S', reason: 'superseded' }] }],
      [['E'], { causes: [{ id: 'D', reason: 'stale_digest' }] }],
    ])
    expect(review.map(({ kind, subjects }) => [kind, subjects])).toEqual([['stale_digest', ['E']]])
  })

  test('an unknown top hides nothing', () => {
    const { heads, issues } = resolveView(rowsOf({ S: {} }), [edgeOf('digests', 'gone', 'S')])
    expect(heads).toEqual(['S'])
    expect(issues).toMatchObject([
      {
        code: 'unknown_top',
        severity: 'error',
        subjects: ['S'],
        fix: ['varve compact remove gone --note S'],
      },
    ])
  })

  test('a retracted digest lets its sources be seen again and is reported', () => {
    const view = resolve({ S: { t: 1 }, D: { t: 2, digests: ['S'], retracted: true } })
    expect(summaryOf(view)).toEqual({ heads: 'S', hidden: ['D retracted -'], issues: ['retracted_top D'] })
  })

  test('digests in a cycle are ignored, those that leave it work', () => {
    const { heads, issues } = resolve({
      A: { t: 1, digests: ['B', 'S'], titled: true },
      B: { t: 2, digests: ['A'], titled: true },
      S: { t: 1 },
    })
    expect(heads).toEqual(['B', 'A'])
    expect(issues).toMatchObject([
      {
        code: 'lineage_cycle',
        subjects: ['A', 'B'],
        fix: ['varve compact remove A --note B', 'varve compact remove B --note A'],
      },
    ])
  })

  test('a digest superseded by its own source does not hide it', () => {
    const view = resolve({ D: { t: 1, digests: ['S'] }, S: { t: 2, supersedes: ['D'] } })
    expect(summaryOf(view)).toEqual({ heads: 'S', hidden: ['D superseded S'], issues: ['lineage_cycle D S'] })
  })

  test('a reviewed near-duplicate is hidden while its top is active', () => {
    const entries: Case = { U: { t: 1 }, T: { t: 2, duplicates: ['U'] } }
    expect(summaryOf(resolve(entries)).hidden).toEqual(['U duplicate T'])
    expect(summaryOf(resolve({ ...entries, T: { t: 2, duplicates: ['U'], retracted: true } }))).toEqual({
      heads: 'U',
      hidden: ['T retracted -'],
      issues: ['retracted_top T'],
    })
  })

  test('a digest of web text leaves the same text by a person alone [RS-67]', () => {
    const { heads } = resolve({
      W: { t: 1, text: 'x', trust: 'web' },
      P: { t: 2, text: 'x', trust: 'user' },
      D: { t: 3, digests: ['W'], trust: 'web' },
    })
    expect(heads).toEqual(['D', 'P'])
  })
})
