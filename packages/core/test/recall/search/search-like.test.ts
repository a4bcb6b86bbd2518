import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EntryId, est1, getEntry } from '../../../src/index.ts'
import {
  type LikeRequest,
  readFoundNotes,
  type SearchPage,
  searchJson,
  searchLike,
  searchRecords,
  searchText,
} from '../../../src/recall/index.ts'
import { type Content, memoryOf, SAMPLE } from '../memory-of.ts'

function pageOf(
  id: string,
  rules: Partial<LikeRequest> = {},
  content = SAMPLE,
  isExplained = false,
): SearchPage {
  const { store: reader, view } = memoryOf(content)
  const request = { least: 0.05, ...rules }
  const result = searchLike(reader, view, getEntry(reader, id as EntryId), request)
  const compaction = { withIds: false, expands: false, depth: 1 }
  const notes = readFoundNotes(
    { reader, view, isRaw: request.isRaw ?? false, counter: est1, compaction },
    result,
  )
  return { ...result, query: '', like: id as EntryId, notes, isExplained, issues: [] }
}

const idsOf = ({ notes }: SearchPage) => notes.map(({ note }) => note.id)

describe('a search by likeness', () => {
  test('weighs the words by `(1 + ln tf) · ln(1 + N/df)`, a title’s twice, a tag’s half as much again', () => {
    const content: Content = {
      entries: {
        a: { title: 'amber', content: 'basalt basalt', tags: ['chalk'] },
        b: { content: 'amber basalt' },
        c: { content: 'something else' },
      },
    }
    const idf = (count: number) => Math.log(1 + 3 / count)
    const [amber, basalt, chalk] = [
      (1 + Math.log(2)) * idf(2),
      (1 + Math.log(2)) * idf(2),
      (1 + Math.log(1.5)) * idf(1),
    ]
    const own = Math.hypot(amber, basalt, chalk)
    const other = Math.hypot(idf(2), idf(2))
    const [found] = pageOf('a', {}, content).notes
    expect(found?.found.relevance).toBeCloseTo((amber * idf(2) + basalt * idf(2)) / (own * other), 12)
  })

  test('shows what stands for the like, with via, the likest first, and never the entry itself [QP-08]', () => {
    const { notes } = pageOf('qp-9f0e')
    expect(notes.map(({ note }) => [note.id, note.via])).toEqual([['qp-d16e', 'qp-3e4f']])
  })

  test('leaves out what stands for the entry that is asked about', () => {
    expect(idsOf(pageOf('qp-1a2b'))).not.toContain('qp-d16e')
    expect(idsOf(pageOf('qp-1a2b', { isRaw: true }))).toEqual(expect.arrayContaining(['qp-2c3d', 'qp-d16e']))
  })

  test('gives every entry for itself in the raw view', () => {
    const ids = idsOf(pageOf('qp-9f0e', { isRaw: true }))
    expect(ids).toContain('qp-1a2b')
    expect(ids).not.toContain('qp-9f0e')
  })

  test('filters by what is shown or what matched, and counts what passes [QP-44]', () => {
    expect(idsOf(pageOf('qp-9f0e', { tags: ['tooling'] }))).toEqual(['qp-d16e'])
    expect(idsOf(pageOf('qp-9f0e', { tags: ['release'] }))).toEqual([])
    const page = pageOf('qp-9f0e', { isRaw: true, limit: 1 })
    expect([page.notes.length, page.total > 1]).toEqual([1, true])
  })

  test('gives nothing less like than was asked for, and an entry is as like another as that is like it', () => {
    const words = fc.array(fc.constantFrom('amber', 'basalt', 'chalk', 'dolomite', 'emery', 'flint'), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 2, maxLength: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (texts, least) => {
          const entries = Object.fromEntries(texts.map((text, at) => [`e${at}`, { content: text.join(' ') }]))
          const likeness = (id: string) =>
            new Map(
              pageOf(id, { least, isRaw: true }, { entries }).notes.map(({ found }) => [
                found.id,
                found.relevance,
              ]),
            )
          for (const id of Object.keys(entries)) {
            for (const [other, cosine] of likeness(id)) {
              expect(cosine).toBeGreaterThanOrEqual(least)
              expect(likeness(other).get(id as EntryId)).toBe(cosine)
            }
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('a page of what is like an entry', () => {
  const page = pageOf('qp-9f0e', {}, SAMPLE, true)
  const itself = (id: string) => id

  test('names the entry, the likeness, and the words that both have, in each format', () => {
    const relevance = page.notes[0]?.found.relevance ?? 0
    expect(JSON.parse(JSON.stringify(searchJson(page)))).toMatchObject({
      query: '',
      like: 'qp-9f0e',
      relaxed: false,
      total: 1,
      items: [
        {
          id: 'qp-d16e',
          via: 'qp-3e4f',
          relevance: Number(relevance.toFixed(4)),
          explain: { path: ['qp-3e4f', 'qp-d16e'] },
        },
      ],
    })
    expect(searchRecords(page)).toContain(
      'H varve=1 records=1 mode=search like=qp-9f0e results=1 total=1 relaxed=false\n',
    )
    expect(searchRecords(page)).toContain('D path qp-d16e qp-3e4f qp-d16e\n')
    expect(searchText(page, itself)).toMatch(
      /^qp-d16e \[P\] Install tooling digest \(compacts=3 compaction=44% via=qp-3e4f\)\n/,
    )
    expect(searchText(page, itself)).toContain('words: a 0.0505, pnpm 0.0163\n')
  })

  test('says that nothing is like it, not that nothing was asked', () => {
    const none = pageOf('qp-9f0e', { least: 1 })
    expect(searchText(none, itself)).toBe('0 results\n')
    expect(searchJson(none)).not.toHaveProperty('note')
  })
})
