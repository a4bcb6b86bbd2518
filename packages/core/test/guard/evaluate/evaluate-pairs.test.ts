import { describe, expect, test } from 'vitest'
import { evaluatePairs } from '../../../src/guard/evaluate/evaluate-pairs.ts'
import type { LabelledPair } from '../../../src/guard/evaluate/labelled-pair.ts'
import { parseLabelledPairs } from '../../../src/guard/evaluate/parse-labelled-pairs.ts'
import { WORKED_PAIRS } from '../worked-pairs.ts'

const ROWS: readonly LabelledPair[] = WORKED_PAIRS.map(
  ({ id, label, class: name, language, a, b, context }) => ({
    id,
    label,
    class: name,
    lang: language,
    a,
    b,
    ...(context && { context }),
  }),
)

describe('the evaluation', () => {
  test('the worked pairs meet the operating point [MG-17] [MG-26]', () => {
    const report = evaluatePairs(ROWS)
    expect(report.false_automatic_ids).toEqual([])
    expect(report.total).toMatchObject({
      pairs: 133,
      false_automatic: 0,
      blocked_or_held: 1,
      surface_recall: 1,
    })
    expect(report.total.over_veto).toBe(0)
    expect(report.total.contradiction_recall).toBeGreaterThan(0.9)
    expect(report.passes).toBe(true)
  })

  test('a false automatic merge fails it [MG-17]', () => {
    const wrong: LabelledPair = {
      id: 'x',
      label: 'distinct',
      class: 'trap',
      lang: 'en',
      a: 'Use npm.',
      b: 'use npm',
    }
    const report = evaluatePairs([...ROWS, wrong])
    expect(report).toMatchObject({ passes: false, false_automatic_ids: ['x'] })
    expect(report.classes.trap).toMatchObject({ pairs: 1, false_automatic: 1 })
  })

  test('counts by language and class, in order of name [MG-54]', () => {
    const report = evaluatePairs(ROWS)
    expect(Object.keys(report.languages)).toEqual(['de', 'en', 'es', 'ja', 'zh'])
    expect(Object.keys(report.classes)).toEqual(Object.keys(report.classes).toSorted())
    expect(evaluatePairs(ROWS.toReversed())).toEqual(report)
  })
})

describe('a file of labelled pairs', () => {
  const HEADER = 'id\tlabel\tclass\tlang\ta\tb\tctx'

  test('is read line by line, escapes and context included [MG-54]', () => {
    const file = `${HEADER}\nx\tdistinct\tnum\ten\ta\\tb\\n\\\\\tc\\u0301\t{"a":{"project":"p","other":1}}\n\n`
    expect(parseLabelledPairs(file)).toEqual([
      {
        id: 'x',
        label: 'distinct',
        class: 'num',
        lang: 'en',
        a: 'a\tb\n\\',
        b: 'c\u0301',
        context: { a: { project: 'p' } },
      },
    ])
  })

  test.each([
    ['', 'header'],
    [`${HEADER}\nx\tdistinct`, 'seven fields'],
    [`${HEADER}\nx\tmaybe\tnum\ten\ta\tb\t`, 'label'],
    [`${HEADER}\nx\tdistinct\tnum\ten\ta\tb\t{`, 'JSON'],
  ])('%j is refused: %s', (file, message) => {
    expect(() => parseLabelledPairs(file)).toThrow(message)
  })
})
