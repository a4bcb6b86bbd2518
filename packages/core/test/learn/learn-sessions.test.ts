import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORGOTTEN } from '../../src/domain/entry.ts'
import type { Operation } from '../../src/domain/operation.ts'
import { textKey } from '../../src/guard/normalise/text-key.ts'
import { applyPlan } from '../../src/journal/apply-plan.ts'
import { learningId, planLearn } from '../../src/learn/plan/plan-learn.ts'
import { planOverride } from '../../src/learn/plan/plan-override.ts'
import {
  CONTEXT,
  gives,
  learn,
  learnings,
  lessonsOf,
  NOW,
  open,
  PROJECT,
  person,
  runs,
  says,
  sessionOf,
} from './written-session.ts'

test('what is learnt has an id of its text: the same for whoever learns it', () => {
  const idOf = (text: string) => learningId(PROJECT, textKey(text) ?? '')
  for (const text of ['Use pnpm, never npm.', 'Use  pnpm, never npm', 'use pnpm, never npm.'])
    expect(idOf(text)).toBe('0bfa9168-9ac4-5f59-8f85-2b548c85c56c')
  expect(idOf('Set pool_mode=transaction in pgbouncer.ini when using prepared statements.')).toBe(
    '9e2a157c-654b-591e-b49c-0d26429c8e3c',
  )
})

test('an error is learnt with the command that mended it, citing the three [SL-48]', () => {
  const { findings } = lessonsOf('a', [
    person('Run the tests'),
    runs('1', 'pnpm test'),
    gives('1', "Error: Cannot find module 'express'", true),
    runs('2', 'pnpm add express'),
    gives('2', 'done'),
    runs('3', 'cd /app && pnpm test 2>&1 | tail -5'),
    gives('3', 'ok'),
  ])
  const fixes = findings.filter(({ extractor }) => extractor === 'error-fixes')
  expect(fixes.map(({ content }) => content)).toEqual([
    'When "Error: Cannot find module \'express\'" appears running `pnpm test`: ran `pnpm add express`',
  ])
  expect(fixes[0]?.evidence.map(({ message }) => message)).toEqual(['m_a2', 'm_a3', 'm_a6'])
})

test('a guess that was taken back is not learnt', () => {
  const { findings } = lessonsOf('a', [
    says('What is wrong?'),
    person('no, use port 3000 for the api'),
    says('Done.'),
    person('no, use port 3001 for the api, never port 3000'),
  ])
  expect(findings.map(({ content }) => content)).toEqual(
    ['use port 3001 for the api, never port 3000'].map((text) =>
      expect.stringMatching(new RegExp(text, 'i')),
    ),
  )
})

test('a correction of a few words is learnt where it names what it is about', () => {
  const store = open()
  learn(store, lessonsOf('a', [says('It runs on port 3000.'), person('No, use port 3001, not 3000.')]))
  expect(learnings(store).map(({ content }) => content)).toEqual(['Use port 3001, not 3000.'])
})

test('a fact that is stated nine times in a session is seen once, with five places at most [SL-51]', () => {
  const store = open()
  const { lessons } = learn(store, lessonsOf('a', Array(9).fill(person('Always use pnpm, never npm.'))))
  expect(lessons).toHaveLength(1)
  expect(lessons[0]?.evidence).toHaveLength(5)
})

test('what recurs in four sessions is promoted, what is seen once is only observed', () => {
  const store = open()
  const statuses = ['a', 'b', 'c', 'd'].map((id) => {
    learn(store, lessonsOf(id, [person('Always use pnpm, never npm.')]))
    return learnings(store)[0]?.learning?.status
  })
  expect(statuses).toEqual(['observed', 'observed', 'observed', 'promoted'])
  expect(learnings(store)[0]).toMatchObject({
    scores: { recurrence: 7, impact: 8, specificity: 6 },
    confidence: 'high',
    learning: { sum: 210, sessions: 4, trust: 'user' },
  })
})

test('a session that is seen twice, and its sub-agents, count once [SL-32]', () => {
  const store = open()
  const lessons = lessonsOf('a', [person('Always use pnpm, never npm.')])
  learn(store, lessons)
  learn(store, lessons, { ...lessons, session: sessionOf('b', { root_id: 'a' }) })
  expect(learnings(store)[0]?.learning?.sessions).toBe(1)
})

test('learning again plans nothing, and the order of sessions doesn’t matter [SL-49]', () => {
  const all = ['a', 'b', 'c'].map((id) =>
    lessonsOf(id, [person('Always use pnpm, never npm.'), person(`Never edit dist/${id} by hand.`)]),
  )
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: 3 }), (shuffled) => {
      const [one, other] = [open(), open()]
      expect(learn(one, ...shuffled).plan).toEqual(learn(other, ...all).plan)
      expect(learn(one, ...all).plan.operations).toEqual([])
    }),
  )
})

test('what Varve itself put into a session is never learnt, however often it is read [SL-20]', () => {
  const block =
    '<varve-context v="1" project="p" branch="main">\n## Conventions\n- Always use pnpm, never npm. (0bfa9168)\n</varve-context>'
  const reminder = '<system-reminder>\n# CLAUDE.md\nAlways use pnpm, never npm.\n</system-reminder>'
  const store = open()
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    learn(store, lessonsOf(id, [person(`${block}\nfix it`), person(reminder)]))
  expect(learnings(store)).toEqual([])
})

test('a decision of a person holds against the scores until it is taken back', () => {
  const store = open()
  learn(store, lessonsOf('a', [person("Don't push to main.")]))
  const decide = (status: 'promoted' | null) =>
    store.transact('decide', (writer) => {
      const [entry] = learnings(store)
      if (entry)
        applyPlan(writer, planOverride(writer, entry, status, 'why'), {
          actor: 'ann',
          via: 'library',
          branch: null,
          now: NOW,
        })
    })
  const status = () => learnings(store)[0]?.learning?.status
  expect(status()).toBe('observed')
  decide('promoted')
  learn(store, lessonsOf('b', [person("Don't push to main.")]))
  expect(status()).toBe('promoted')
  decide(null)
  expect(status()).toBe('observed')
})

test.each([
  { reason: FORGOTTEN, left: [] },
  { reason: 'unwanted', left: ['unwanted'] },
])('what was buried as $reason and is seen again has $left left of that', ({ reason, left }) => {
  const store = open()
  learn(store, lessonsOf('a', [person('Always use pnpm, never npm.')]))
  const [entry] = learnings(store)
  const flag: Operation = { op: 'flag.set', id: entry?.id ?? fail(), kind: 'buried', reason, was: null }
  store.transact('bury', (writer) =>
    applyPlan(
      writer,
      { stage: 'consolidate', command: 'consolidate', operations: [flag], base: [] },
      { actor: 'ann', via: 'library', branch: null, now: NOW },
    ),
  )
  // A session that was seen before says nothing new.
  learn(store, lessonsOf('a', [person('Always use pnpm, never npm.')]))
  expect(learnings(store)[0]?.flags.map((each) => each.reason)).toEqual([reason])
  const both = ['b', 'c'].map((id) => lessonsOf(id, [person('Always use pnpm, never npm.')]))
  learn(store, ...both)
  expect(learnings(store)[0]?.flags.map((each) => each.reason)).toEqual(left)
})

function fail(): never {
  throw new Error('nothing was learnt')
}

test('what rules files say already is not learnt', () => {
  const store = open()
  const stated = new Set([textKey('Always use pnpm, never npm.') ?? ''])
  const lessons = lessonsOf('a', [person('Always use pnpm, never npm.')])
  expect(planLearn(store, [lessons], { ...CONTEXT, stated }).skipped).toEqual([
    { reason: 'restates_rules', text: 'Always use pnpm, never npm.' },
  ])
})
