import { describe, expect, test } from 'vitest'
import { est1 } from '../../../src/index.ts'
import {
  issuesAbout,
  readFoundNotes,
  type SearchPage,
  type SearchRequest,
  searchEntries,
  searchJson,
  searchRecords,
  searchText,
} from '../../../src/recall/index.ts'
import { type Content, memoryOf, SAMPLE } from '../memory-of.ts'

const COLD =
  'CI caches ~/.pnpm-store keyed by the hash of pnpm-lock.yaml; a warm install takes 14 s, a cold one 96 s.'

function pageOf(
  text: string,
  rules: Partial<SearchRequest> = {},
  isExplained = false,
  content: Content = SAMPLE,
): SearchPage {
  const { store: reader, view } = memoryOf(content)
  const result = searchEntries(reader, view, { text, now: Date.UTC(2026, 2, 1), ...rules })
  const compaction = { withIds: false, expands: false, depth: 1 }
  const source = { reader, view, isRaw: rules.isRaw ?? false, counter: est1, compaction }
  const met = result.items.flatMap(({ path }) => path)
  const issues = issuesAbout(view.issues(), met)
  return { ...result, query: text, notes: readFoundNotes(source, result), isExplained, issues }
}

const itself = (id: string) => id

describe('a page of results', () => {
  test('for people is the reference’s [QP-08] [QP-09] [QP-18]', () => {
    expect(searchText(pageOf('cold install'), itself)).toBe(
      `qp-d16e [P] Install tooling digest (compacts=3 compaction=44% via=qp-3e4f)\n  ${COLD}\n1 result\n`,
    )
  })

  test('as JSON is the reference’s [QP-08] [QP-09] [QP-18] [QP-41] [QP-63]', () => {
    expect(JSON.parse(JSON.stringify(searchJson(pageOf('cold install'))))).toEqual({
      query: 'cold install',
      relaxed: false,
      corrected: {},
      total: 1,
      items: [
        {
          id: 'qp-d16e',
          title: 'Install tooling digest',
          type: 'permanent',
          tags: ['digest'],
          role: 'digest',
          relevance: 0.8742,
          match_context: COLD,
          via: 'qp-3e4f',
          compacts: 3,
          compaction_pct: 43.9,
        },
      ],
      issues: [],
    })
  })

  test('as records is the reference’s [QP-08] [QP-09] [QP-18]', () => {
    expect(searchRecords(pageOf('cold install'))).toBe(
      [
        'H varve=1 records=1 mode=search results=1 total=1 relaxed=false',
        'N qp-d16e permanent "Install tooling digest" tags=digest compacts=3 compaction=44% via=qp-3e4f',
        'S qp-d16e Use `pnpm` 9, never npm or yarn; commit `pnpm-lock.yaml`; CI runs `pnpm install --frozen-lockfile` with ~/.pnpm-store cached (warm install 14 s).',
        '',
      ].join('\n'),
    )
  })

  test('names the entry itself, without via, in the raw view', () => {
    expect(searchText(pageOf('cold install', { isRaw: true }), itself)).toBe(
      `qp-3e4f [L] CI cache (under=qp-d16e)\n  ${COLD}\n1 result\n`,
    )
  })

  test('says what was searched instead, and that there was nothing to search for [QP-43]', () => {
    expect(searchText(pageOf('chekclist'), itself)).toContain(
      'Nothing has "chekclist": searched for checklist\nqp-9f0e',
    )
    expect(searchRecords(pageOf('chekclist'))).toContain('\nD corrected chekclist checklist\n')
    expect(searchJson(pageOf('???'))).toMatchObject({ total: 0, note: 'empty_query', items: [] })
    expect(searchRecords(pageOf('???'))).toBe(
      'H varve=1 records=1 mode=search results=0 total=0 relaxed=false note=empty_query\n',
    )
    expect(searchText(pageOf('zzyzx'), itself)).toBe('0 results\n')
    expect(searchJson(pageOf('zzyzx'))).not.toHaveProperty('note')
  })

  test('explains each result: its words, its ranks, its score, and the way to what is shown', () => {
    const page = pageOf('cold install', {}, true)
    expect(searchJson(page)).toMatchObject({
      items: [
        {
          explain: {
            terms: [{ word: 'cold' }, { word: 'install' }],
            score: 0.7947,
            word_rank: 1,
            meaning_rank: null,
            path: ['qp-3e4f', 'qp-d16e'],
          },
        },
      ],
    })
    expect(searchText(page, itself)).toContain(
      'rank by words: 1; score 0.7947, relevance 0.8742\n    matched qp-3e4f -> qp-d16e\n',
    )
    expect(searchRecords(page)).toContain(
      'D rank qp-d16e words=1 score=0.7947 relevance=0.8742\nD term qp-d16e cold',
    )
  })

  test('names the issues of what it shows and of what matched [QP-64]', () => {
    const at = (created: number, content: string) => ({ content, created, recorded: created })
    const content: Content = {
      entries: { old: at(1, 'gateway'), b: at(2, 'left'), c: at(3, 'right') },
      lineage: ['b supersedes old', 'c supersedes old'],
    }
    const { issues } = pageOf('gateway', {}, false, content)
    expect(issues.map(({ code }) => code)).toContain('lineage_fork')
  })
})

describe('the part of a text that is shown', () => {
  const contextOf = (content: string, query: string, title?: string) =>
    pageOf(query, {}, false, { entries: { a: { content, ...(title !== undefined && { title }) } } }).notes[0]
      ?.context

  test('is all of a short text, on one line, or the title where nothing else matched', () => {
    expect(contextOf('one\n\n  two', 'two')).toBe('one two')
    expect(contextOf('body', 'heading', 'A heading')).toBe('A heading')
  })

  test('begins at a word not far before the match and ends at one', () => {
    const text = `${'before '.repeat(20)}needle ${'after '.repeat(40)}`
    const context = contextOf(text, 'needle') ?? ''
    expect(context).toMatch(/^… before (before )*needle (after )*after …$/)
    expect(context.length).toBeLessThanOrEqual(124)
  })

  test('never cuts a grapheme', () => {
    const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'
    const context = contextOf(`needle ${family.repeat(60)}`, 'needle') ?? ''
    expect(context.replaceAll(family, '')).toMatch(/^needle ?…?$|^needle {1,2}…$/)
  })
})
