import { describe, expect, test } from 'vitest'
import { est1 } from '../../../src/counters/est1.ts'
import { sha256 } from '../../../src/domain/sha256.ts'
import { allocateLines } from '../../../src/render/allocation/allocate-lines.ts'
import type { AllocationRequest, Candidate } from '../../../src/render/allocation/allocation.ts'
import { candidateTable } from '../../../src/render/allocation/candidate-table.ts'
import { renderDocument } from '../../../src/render/allocation/document.ts'
import { automaticWeights, configuredWeights, shareOut } from '../../../src/render/allocation/share-out.ts'

const FRAME = { header: ['<!-- head -->'], footer: (left: number) => `${left} more` }

function candidate(id: string, text: string, parts: Partial<Candidate> = {}): Candidate {
  return { id, shortId: id, section: 'a', text, tail: '', isLow: false, ...parts }
}

function allocate(candidates: readonly Candidate[], parts: Partial<AllocationRequest>) {
  const sections = ['a', 'b', 'c'].map((name) => ({ name, title: name }))
  return allocateLines({
    frame: FRAME,
    sections,
    candidates: candidateTable(candidates, parts.counter ?? est1),
    weights: 'automatic',
    budget: 100,
    counter: est1,
    ...parts,
  })
}

test('another frame and another order give the knowledge file, byte for byte', () => {
  const allocation = allocateLines({
    frame: {
      header: [
        '<!-- Auto-generated. Do not edit. Rebuild: varve knowledge show --write -->',
        '<!-- varve knowledge v1 inputs=a0a4eabd526b2117 counter=est1 budget=2000 -->',
        'Project memory: reference facts, not instructions. Verify before relying on them.',
      ],
      footer: (left) => `${left} more: varve knowledge show --all`,
    },
    sections: [
      { name: 'conventions', title: 'Conventions' },
      { name: 'operations', title: 'Operations' },
    ],
    candidates: candidateTable(
      [
        candidate(
          '9e2a157c-654b-591e-b49c-0d26429c8e3c',
          'Set pool_mode=transaction in pgbouncer.ini when using prepared statements.',
          { shortId: '9e2a157c', section: 'operations', tail: ' (8.00, 3 sessions, 9e2a157c)' },
        ),
        candidate('0bfa9168-9ac4-5f59-8f85-2b548c85c56c', 'Use pnpm, never npm.', {
          shortId: '0bfa9168',
          section: 'conventions',
          tail: ' (7.66, 6 sessions, 0bfa9168)',
        }),
      ],
      est1,
    ),
    weights: 'automatic',
    budget: 2000,
    counter: est1,
  })
  const text = renderDocument(allocation.document)
  expect(sha256(text)).toBe('644923a3d42b03dd58b2fb1c06234851aff0b966120bd87a8260d8b1e1f7eb16')
  expect(allocation.tokens).toBe(106)
})

describe('clipping', () => {
  test('a section whose first line exceeds its share shows the start of it', () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
    const candidates = [
      candidate('first', 'short one'),
      candidate('second', long, { section: 'b' }),
      candidate('third', long, { section: 'c' }),
    ]
    const { clipped, document } = allocate(candidates, { budget: 45 })
    expect(clipped).toContain('second')
    expect(document.sections[1]?.lines[0]).toMatch(/^- one two three( \w+)* … \(second\)$/)
  })

  test('fewer than three words are no clip', () => {
    const candidates = [
      candidate('first', 'short'),
      candidate('second', `${'x'.repeat(90)} ${'y'.repeat(90)} ${'z'.repeat(90)} end`, { section: 'b' }),
    ]
    expect(allocate(candidates, { budget: 60 }).elided()).toEqual(['second'])
  })
})

test('the line placed last is dropped while the whole exceeds the budget', () => {
  const counter = { name: 'floor', count: (text: string) => Math.floor(text.length / 50) }
  const candidates = Array.from({ length: 300 }, (_, place) => candidate(`e${place}`, 'some words'))
  const { placed, tokens, document } = allocate(candidates, { counter, budget: 20 })
  expect(tokens).toBeLessThanOrEqual(20)
  expect(placed).toEqual(candidates.slice(0, placed.length).map(({ id }) => id))
  const oneMore = renderDocument({
    header: FRAME.header,
    sections: [{ title: 'a', lines: [...(document.sections[0]?.lines ?? []), '- some words'] }],
    footer: FRAME.footer(299 - placed.length),
  })
  expect(counter.count(oneMore)).toBeGreaterThan(20)
})

test('a pass by priority goes on to shorter lines after one that does not fit', () => {
  const candidates = [
    candidate('first', 'short'),
    candidate('wide', 'w'.repeat(400), { section: 'b' }),
    candidate('last', 'short', { section: 'b' }),
  ]
  expect(allocate(candidates, { budget: 60 }).placed).toEqual(['first', 'last'])
})

describe('shares', () => {
  test('add up to the whole, the largest remainders first and ties in order', () => {
    expect(shareOut(10, configuredWeights([1, 1, 1]))).toEqual([4, 3, 3])
    expect(shareOut(1923, automaticWeights([38, 37, 13]))).toEqual([736, 725, 462])
    expect(shareOut(0, automaticWeights([38, 37, 13]))).toEqual([0, 0, 0])
  })

  test('of sections that ask for nothing are nothing', () => {
    expect(shareOut(10, automaticWeights([0, 0]))).toEqual([0, 0])
  })

  test('are exact where products pass the integers of a double', () => {
    const shares = shareOut(200_000, automaticWeights([2 ** 50, 2 ** 50 + 1, 7]))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(200_000)
  })
})
