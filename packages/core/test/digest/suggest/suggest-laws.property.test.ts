import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { est1 } from '../../../src/counters/est1.ts'
import { SUGGEST_DEFAULTS, suggestDigests } from '../../../src/digest/index.ts'
import { suggestFromNotes } from '../../../src/digest/suggest/suggest-from-notes.ts'
import type { SuggestionNote } from '../../../src/digest/suggest/suggestion-note.ts'
import type { EntryId, Link } from '../../../src/index.ts'
import { memoryOf } from '../../recall/memory-of.ts'
import { noteOf } from './suggestion-case.ts'

const WORDS = ['cache', 'queue', 'index', 'token', 'journal', 'replica', 'lock', 'stream', 'parser', 'hook']
const TYPES = ['related', 'supports', 'part-of', 'has-part', 'ours']
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 })

const ids = Array.from({ length: 24 }, (_, at) => `n${String(at).padStart(2, '0')}`)
const someNotes: fc.Arbitrary<readonly SuggestionNote[]> = fc
  .subarray(ids, { minLength: 3 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((id) =>
        fc
          .record({
            text: words,
            tags: words,
            tokens: fc.nat(400),
            value: fc.nat(100),
            isDigest: fc.boolean(),
          })
          .map(({ text, ...fields }) => noteOf(id, { ...fields, body: text.join(' ') })),
      ),
    ),
  )
const anyId = fc.constantFrom(...ids).map((id) => id as EntryId)
const someLinks: fc.Arbitrary<readonly Link[]> = fc.array(
  fc.record({
    from: anyId,
    to: anyId,
    type: fc.constantFrom(...TYPES),
    source: fc.constantFrom('typed' as const, 'inline' as const),
  }),
  { maxLength: 60 },
)
const someRules = fc.record({
  minSize: fc.integer({ min: 2, max: 4 }),
  maxSize: fc.integer({ min: 4, max: 9 }),
  maxTokens: fc.integer({ min: 100, max: 2000 }),
  seed: fc.nat(3),
})
const someCase = fc.record({ notes: someNotes, links: someLinks, rules: someRules })

const LOOSE = { ...SUGGEST_DEFAULTS, minCohesion: 0, minSaving: 0 }

describe('laws of suggestions', () => {
  test('the same for every order of entries and links, and every direction of a link [QP-16] [QP-62]', () => {
    const shuffled = someCase.chain(({ notes, links, rules }) =>
      fc.record({
        notes: fc.constant(notes),
        links: fc.constant(links),
        rules: fc.constant(rules),
        mixedNotes: fc.shuffledSubarray([...notes], { minLength: notes.length }),
        mixedLinks: fc.shuffledSubarray([...links], { minLength: links.length }),
        turned: fc.array(fc.boolean(), { minLength: links.length, maxLength: links.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ notes, links, rules, mixedNotes, mixedLinks, turned }) => {
        const turnedLinks = mixedLinks.map((link, at) =>
          turned[at] ? { ...link, from: link.to, to: link.from } : link,
        )
        const all = { ...LOOSE, ...rules }
        expect(drawn(suggestFromNotes(mixedNotes, turnedLinks, all))).toBe(
          drawn(suggestFromNotes(notes, links, all)),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('no candidate is above a cap, and no entry is in two [QP-39]', () => {
    fc.assert(
      fc.property(someCase, ({ notes, links, rules }) => {
        const found = suggestFromNotes(notes, links, { ...LOOSE, ...rules })
        for (const { ids: own, tokens } of found) {
          expect(own.length).toBeGreaterThanOrEqual(rules.minSize)
          expect(own.length).toBeLessThanOrEqual(rules.maxSize)
          expect(tokens).toBeLessThanOrEqual(rules.maxTokens)
        }
        const all = found.flatMap(({ ids: own }) => own)
        expect(new Set(all).size).toBe(all.length)
      }),
      { numRuns: 500 },
    )
  })

  test('candidates come by score, then part of links that cross, then size, then first id [QP-40]', () => {
    fc.assert(
      fc.property(someCase, ({ notes, links, rules }) => {
        const found = suggestFromNotes(notes, links, { ...LOOSE, ...rules })
        const keys = found.map(({ score, boundaryRatio, ids: own }) => [
          -score,
          boundaryRatio,
          -own.length,
          own[0],
        ])
        for (const [at, key] of keys.slice(1).entries()) {
          const before = keys[at] ?? []
          const first = key.findIndex((value, place) => value !== before[place])
          expect((before[first] ?? 0) < (key[first] ?? 0)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('nothing that is hidden is in a candidate, whatever is under what [QP-16]', () => {
    const under = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 12 })
    fc.assert(
      fc.property(someLinks, under, (links, edges) => {
        const { store, view } = memoryOf({
          entries: Object.fromEntries(ids.map((id) => [id, { title: id, content: `About ${id}` }])),
          links: links.map(({ from, type, to }) => `${from} ${type} ${to}`),
          lineage: edges.map(([top, bottom]) => `${top} digests ${bottom}`),
        })
        for (const { ids: own } of suggestDigests(store, view, est1, LOOSE)) {
          for (const id of own) expect(view.viewOf(id)?.hidden).toBeUndefined()
        }
      }),
      { numRuns: 60 },
    )
  })
})

function drawn(found: ReturnType<typeof suggestFromNotes>): string {
  return JSON.stringify(found, (_, value) => (value instanceof Map ? [...value] : value))
}
