import fc from 'fast-check'
import { expect, test } from 'vitest'
import { camConfig } from '../../../src/fidelity/cam/cam-config.ts'
import { scoreMessages } from '../../../src/fidelity/cam/score-messages.ts'
import { callPart, window } from '../build-window.ts'
import { randomMessages } from '../groups/random-messages.ts'
import { gradeInput, grades } from './grades.ts'

const GOLDEN = window()
  .system('You are a coding agent')
  .user('Never touch invoice.ts rounding')
  .assistant('Understood, I will look around')
  .step('c1', 'read', { path: 'src/tax.ts' }, 'export const rate = 0.19')
  .assistant('The rate lives in src/tax.ts')
  .user('Change the rate in src/tax.ts')
  .messages()

const HINTS = [
  { tool: 'read', keywords: ['read', 'rate'], distance: 1 },
  { tool: 'edit', keywords: ['edit', 'src/tax.ts'], distance: 2 },
]

test.each([
  ['the last human message', {}, [0.2625, 0.275, 0.3375, 0.425, 0.6875, 0.95]],
  ['a short one', { query: 'go on' }, [0.42, 0.44, 0.54, 0.56, 0.74, 0.92]],
  ['a short one, and hints', { query: 'go on', hints: HINTS }, [0.3, 0.3143, 0.481, 0.4952, 0.6714, 0.8]],
])('scores are those of the reference where the query is %s [CAM-60]', (_, given, expected) => {
  const scores = scoreMessages(gradeInput(GOLDEN, given)).slice(1)
  expect(scores.map((score) => Number(score.toFixed(4)))).toEqual(expected)
})

test('levels are those of the reference, and a call has that of its result [AC-01] [CAM-60]', () => {
  expect(grades(GOLDEN).map(({ level }) => level)).toEqual([
    'full',
    'placeholder',
    'placeholder',
    'compressed',
    'compressed',
    'compressed',
    'full',
  ])
  expect(
    grades(GOLDEN)
      .slice(3, 5)
      .map(({ score }) => score.toFixed(4)),
  ).toEqual(['0.3375', '0.3375'])
})

test('a single message that shares all its words is full, and with no weights at all it is nothing [CAM-60]', () => {
  const one = window().user('hi').messages()
  expect(grades(one, { query: 'hi there you' })).toEqual([{ score: expect.closeTo(0.95, 10), level: 'full' }])
  const none = { w_semantic: 0, w_temporal: 0, w_importance: 0, w_plan: 0 }
  expect(grades(one, { config: none })).toEqual([{ score: 0, level: 'placeholder' }])
})

const QUERY = 'compare retry.ts and backoff.ts for jitter handling'

function parallelWindow() {
  const built = window().system('You are a coding agent')
  for (let index = 0; index < 20; index++) {
    if (index % 2 === 0) built.user(`filler ${index}`)
    else built.assistant(`filler ${index}`)
  }
  return built
    .assistant(`I will ${QUERY}`, callPart('a', 'read', {}), callPart('b', 'read', {}))
    .result('a', `${QUERY} found`)
    .result('b', 'binary file')
    .assistant('both read')
    .user(QUERY)
    .messages()
}

test('parallel calls and all their results share the lowest score and level [AC-04] [CAM-60]', () => {
  const messages = parallelWindow()
  const scores = scoreMessages(gradeInput(messages)).slice(21)
  expect(scores.map((score) => Number(score.toFixed(4)))).toEqual([0.84, 0.805, 0.445, 0.51, 0.95])
  for (const grade of grades(messages).slice(21, 24)) {
    expect(grade).toEqual({ score: expect.closeTo(0.445, 10), level: 'compressed' })
  }
})

test('the system prompt counts as a message where it is sent apart, as in the origin', () => {
  const [, ...apart] = GOLDEN
  expect(scoreMessages(gradeInput(apart))).toEqual(scoreMessages(gradeInput(GOLDEN)).slice(1))
})

const weight = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true }))

test('a score is between 0 and 1 for every set of signals and all weights [AC-01] [AC-03] [INV-05]', () => {
  const weights = fc.record({ w_semantic: weight, w_temporal: weight, w_importance: weight, w_plan: weight })
  fc.assert(
    fc.property(
      randomMessages,
      weights,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (messages, given, compat, asks, plans) => {
        const query = asks ? 'go on until it is done' : ''
        const input = gradeInput(messages, { config: { ...given, compat }, query, hints: plans ? HINTS : [] })
        for (const score of scoreMessages(input)) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a weight that is no number, or thresholds the wrong way round, are refused at load [AC-03]', () => {
  expect(() => camConfig({ w_plan: Number.NaN })).toThrow('fidelity.cam.w_plan (NaN) must be between')
  expect(() => camConfig({ full_threshold: 0.2, compressed_threshold: 0.5 })).toThrow(
    'fidelity.cam.full_threshold (0.2) must be >= compressed_threshold (0.5)',
  )
})

test('a query of a few letters says nothing of any message: what else is asked for counts alone [AC-01]', () => {
  const messages = window().user('go on with tax').assistant('tax').user('tax').messages()
  const given = { config: { w_plan: 0 } }
  const short = scoreMessages(gradeInput(messages, { ...given, query: 'tax' }))
  expect(short).toEqual(
    scoreMessages(gradeInput(messages, { config: { w_plan: 0, w_semantic: 0 }, query: 'tax' })),
  )
  expect(scoreMessages(gradeInput(messages, { ...given, query: 'tax of it' }))).not.toEqual(short)
})

test('position counts groups: more results of one message age no other [CAM-57]', () => {
  const build = (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `c${index}`)
    const built = window()
      .user('first task here')
      .assistant('', ...ids.map((id) => callPart(id, 'read', { id })))
    for (const id of ids) built.result(id, 'text')
    return built.assistant('so it is').user('go on').messages()
  }
  const of = (count: number) => scoreMessages(gradeInput(build(count), { config: { compat: false } }))
  expect(of(30)[0]).toBe(of(1)[0])
  expect(of(30).at(-2)).toBe(of(1).at(-2))
})

test('terms are compared without capitals and endings, and a message of a few says at most half [CAM-56]', () => {
  const given = {
    config: { compat: false, w_temporal: 0, w_importance: 0 },
    query: 'Fix Failing Tests quickly',
  }
  const messages = window().user('the failing test must be fixed').user('failing test').messages()
  expect(scoreMessages(gradeInput(messages, given))).toEqual([0.75, 0.5])
})

test('with more messages than are scored, the newer ones stay full [AC-01]', () => {
  const built = window()
  for (let index = 0; index < 30; index++) built.user(`filler ${index}`)
  const levels = (more: object) =>
    grades(built.messages(), { query: 'x', config: { max_scored_messages: 20, ...more } }).map(
      ({ level }) => level,
    )
  expect(levels({ compat: false }).slice(20)).toEqual(Array(10).fill('full'))
  expect(levels({ exempt_tail_messages: 5 }).slice(25)).toEqual(Array(5).fill('full'))
  expect(levels({ compat: false })[0]).not.toBe('full')
})
