import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sandbox } from './sandbox.ts'

interface Found {
  readonly total: number
  readonly relaxed: boolean
  readonly corrected: Readonly<Record<string, readonly string[]>>
  readonly note?: string
  readonly items: readonly {
    readonly id: string
    readonly via?: string
    readonly relevance: number
    readonly match_context: string
    readonly explain?: {
      readonly terms: readonly { readonly word: string; readonly weight: number }[]
      readonly word_rank: number | null
      readonly meaning_rank: number | null
      readonly score: number
      readonly path: readonly string[]
    }
  }[]
}

const NOTES: Readonly<Record<string, string>> = {
  'qp-aaaa':
    'title: Parser\ntags: [cpp]\nvalue: 90\n---\n\nThe parser is written in C++ and tested nightly.\n',
  'qp-bbbb':
    'title: Server\ntags: [web]\n---\n\nThe server runs on node.js; `createServer` is in src/net/server.ts.\n',
  'qp-cccc': "title: News\n---\n\nWhat's new stands in the changelog.\n",
  'qp-dddd': 'title: 部署方案\n---\n\n服务使用端口3001。\n',
  'qp-eeee':
    'title: Cold cache\ntags: [ci]\nvalue: 10\n---\n\nA cold install takes 96 seconds on the build machine.\n',
  'qp-ffff':
    'title: Install digest\ntags: [digest]\nvalue: 70\ncompacts: [qp-eeee]\n---\n\nInstalls are cached.\n',
}

describe('the built command searches', () => {
  let place: Sandbox
  beforeAll(() => {
    place = new Sandbox()
    for (const [id, rest] of Object.entries(NOTES)) {
      place.write(`.qipu/notes/${id}.md`, `---\nid: ${id}\ncreated: 2026-03-01T00:00:00Z\n${rest}`)
    }
    place.askJson(['import', 'qipu'])
  })
  afterAll(() => place.remove())

  const find = (...args: readonly string[]) => place.askJson<Found>(['search', ...args])
  const ids = (...args: readonly string[]) => find(...args).items.map(({ id }) => id)

  test('and shows the digest of what matched, with via in each format [QP-08] [QP-18]', () => {
    const { items } = find('cold', 'install')
    expect(items).toMatchObject([{ id: 'qp-ffff', via: 'qp-eeee' }])
    expect(items[0]?.match_context).toBe('A cold install takes 96 seconds on the build machine.')
    expect(place.run(['search', 'cold', 'install']).stdout).toContain('via=qp-eeee')
    expect(place.run(['search', 'cold', 'install', '--records']).stdout).toMatch(/^N qp-ffff .*via=qp-eeee$/m)
    expect(ids('cold', 'install', '--raw')).toEqual(['qp-eeee'])
  })

  test('and filters by the digest or by what matched under it [QP-44] [BR-77]', () => {
    expect(ids('install', '--tag', 'ci')).toEqual(['qp-ffff'])
    expect(ids('cold', 'install', '--tag', 'digest')).toEqual(['qp-ffff'])
    expect(ids('cold', 'install', '--min-value', '60')).toEqual(['qp-ffff'])
    expect(ids('cold', 'install', '--tag', 'web')).toEqual([])
    expect(ids('the', '--sort', 'value', '--limit', '1')).toEqual(['qp-aaaa'])
    expect(place.askJson<{ items: readonly object[] }>(['list', '--tag', 'ci']).items).toMatchObject([
      { id: 'qp-ffff', via: 'qp-eeee' },
    ])
  })

  test('names with punctuation, apostrophes, and one or two characters of Chinese [QP-42] [BR-45] [RS-46]', () => {
    expect(ids('c++')).toEqual(['qp-aaaa'])
    expect(ids('node.js')).toEqual(['qp-bbbb'])
    expect(ids("what's new")).toEqual(['qp-cccc'])
    expect(ids('src/net/server.ts')).toEqual(['qp-bbbb'])
    for (const text of ['部', '部署', '端口', '3001端口']) expect(ids(text), text).toEqual(['qp-dddd'])
  })

  test('words with a wrong letter and words only begun, and says what for [QP-43]', () => {
    expect(find('parsre')).toMatchObject({ corrected: { parsre: ['parser'] }, items: [{ id: 'qp-aaaa' }] })
    expect(ids('chang')).toEqual(['qp-cccc'])
    expect(place.run(['search', 'parsre']).stdout).toContain('Nothing has "parsre": searched for parser')
    expect(find('3002').total).toBe(0)
  })

  test('any text without a fault, and says where nothing has all of it [QP-18] [BR-45]', () => {
    for (const text of ['"', '*', 'NEAR(', 'a AND', '(', "x' OR 1=1 --", '???']) {
      expect(place.run(['search', '--', text]).status, text).toBe(0)
    }
    expect(find('???').note).toBe('empty_query')
    expect(find('parser garden')).toMatchObject({ relaxed: true, items: [{ id: 'qp-aaaa' }] })
  })

  test('for what says something like an entry, folded into what stands for it', () => {
    const { items, ...page } = place.askJson<Found & { like: string }>([
      'search',
      '--like',
      'qp-aaaa',
      '--min',
      '0.01',
    ])
    expect(page).toMatchObject({ query: '', like: 'qp-aaaa' })
    expect(items).toContainEqual(expect.objectContaining({ id: 'qp-ffff', via: 'qp-eeee' }))
    expect(ids('--like', 'qp-aaaa', '--min', '0.01', '--raw')).toContain('qp-eeee')
    expect(place.run(['search', '--like', 'qp-aaaa', '--min', '1']).stdout).toBe('0 results\n')
    expect(place.run(['search', '--like', 'qp-zzzz']).status).toBe(3)
  })

  test('and refuses likeness with words, or its bound without it, with a line that works [QP-23]', () => {
    for (const args of [
      ['parser', '--like', 'qp-aaaa'],
      ['parser', '--min', '0.5'],
    ]) {
      const { status, stderr } = place.run(['search', ...args])
      expect([status, stderr], args.join(' ')).toEqual([2, expect.stringContaining('varve search --like ')])
    }
  })

  test('and explains each hit: terms, both ranks, score, and the lineage it went through', () => {
    const explain = find('cold', 'install', '--explain').items[0]?.explain
    expect(explain).toMatchObject({ word_rank: 1, meaning_rank: null, path: ['qp-eeee', 'qp-ffff'] })
    expect(explain?.terms.map(({ word }) => word)).toEqual(['cold', 'install'])
    const sum = explain?.terms.reduce((total, { weight }) => total + weight, 0)
    expect(explain?.score).toBeCloseTo(sum ?? 0, 3)
    const human = place.run(['search', 'cold', 'install', '--explain']).stdout
    expect(human).toMatch(/words: cold [\d.]+, install [\d.]+/)
    expect(human).toContain('matched qp-eeee -> qp-ffff')
    expect(place.run(['search', 'cold', 'install', '--explain', '--records']).stdout).toMatch(
      /^D rank qp-ffff /m,
    )
  })
})
