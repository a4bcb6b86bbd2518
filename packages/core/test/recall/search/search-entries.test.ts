import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuseRanks, type SearchRequest, type SearchResult, searchEntries } from '../../../src/recall/index.ts'
import { type Content, memoryOf, SAMPLE } from '../memory-of.ts'

const NOW = Date.UTC(2026, 2, 1)
const DAY = 86_400_000

function search(content: Content, text: string, request: Partial<SearchRequest> = {}): SearchResult {
  const { store, view } = memoryOf(content)
  return searchEntries(store, view, { text, now: NOW, ...request })
}

const idsOf = ({ items }: SearchResult) => items.map(({ entry }) => entry.id)

function texts(contents: Readonly<Record<string, string>>): Content {
  return { entries: Object.fromEntries(Object.entries(contents).map(([id, content]) => [id, { content }])) }
}

describe('rank', () => {
  const GOLDEN: Content = {
    entries: {
      A: { title: 'rust rust error handling', content: 'x' },
      B: {
        title: 'misc',
        content:
          'something about gardens and one mention of rust in a rather long body of text that goes on and on about other things',
      },
      C: { title: 'misc2', content: 'rust rust rust rust' },
      D: { title: 'cats', content: 'cats' },
      E: { title: 'dogs', content: 'dogs' },
      F: { title: 'fish', content: 'fish' },
      G: { title: 'g', content: 'g' },
      H: { title: 'h', content: 'h' },
    },
  }

  test('the best match comes first, by the scores of the reference [QP-18]', () => {
    const { items } = search(GOLDEN, 'rust')
    expect(items.map(({ entry, match }) => `${entry.id} ${match.score.toFixed(4)}`)).toEqual([
      'A 0.7642',
      'C 0.7303',
      'B 0.1495',
    ])
  })

  test('a strong match comes before weak ones, whatever their dates [BR-46]', () => {
    const weak = Object.fromEntries(
      Array.from({ length: 29 }, (_, index) => [
        `weak-${index}`,
        { content: 'A long note that names the port once among much else.', updated: NOW },
      ]),
    )
    const strong = { title: 'Port', content: 'The port is 3001.', updated: NOW - 400 * DAY }
    expect(idsOf(search({ entries: { ...weak, strong } }, 'port'))[0]).toBe('strong')
  })

  test('of equal texts the more recent and the more valued come first [QP-24]', () => {
    const entries = {
      a: { content: 'same words', updated: NOW - 100 * DAY },
      b: { content: 'same words', updated: NOW },
      c: { content: 'same words', updated: NOW, value: 90 },
    }
    const found = search({ entries }, 'words', { isRaw: true })
    expect(idsOf(found)).toEqual(['c', 'b', 'a'])
    expect(found.items.map(({ relevance, match }) => (relevance / match.score).toFixed(3))).toEqual([
      '1.188',
      '1.100',
      '1.007',
    ])
  })
})

describe('what is shown', () => {
  test('is the digest of the source that matched, by the relevance of the reference [QP-08] [QP-18]', () => {
    const [item, ...more] = search(SAMPLE, 'cold install').items
    expect([item?.entry.id, item?.match.entry.id, item?.relevance.toFixed(4)]).toEqual([
      'qp-d16e',
      'qp-3e4f',
      '0.8742',
    ])
    expect([more, item?.path]).toEqual([[], ['qp-3e4f', 'qp-d16e']])
    const { items } = search(SAMPLE, 'pnpm')
    expect(
      items.map(({ entry, match, relevance }) => [entry.id, match.entry.id, relevance.toFixed(4)]),
    ).toEqual([
      ['qp-d16e', 'qp-1a2b', '0.2089'],
      ['qp-9f0e', 'qp-9f0e', '0.1458'],
    ])
  })

  test('is every entry for itself in the raw view [QP-18] [QP-34]', () => {
    expect(idsOf(search(SAMPLE, 'cold install', { isRaw: true }))).toEqual(['qp-3e4f'])
  })

  test('is every head, where what matched was superseded by several [QP-64]', () => {
    const content = {
      ...texts({ old: 'The port is 3000', left: 'It is 4000', right: 'It is 5000' }),
      lineage: ['left supersedes old', 'right supersedes old'],
    }
    expect(idsOf(search(content, 'port 3000')).sort()).toEqual(['left', 'right'])
  })

  test('is the entry itself inside a cycle or a conflict of digests [QP-33]', () => {
    const cycle = { ...texts({ a: 'alpha', b: 'beta' }), lineage: ['a digests b', 'b digests a'] }
    expect(idsOf(search(cycle, 'alpha'))).toEqual(['a'])
    const contested = {
      ...texts({ a: 'alpha', d: 'first', e: 'second' }),
      lineage: ['d digests a', 'e digests a'],
    }
    expect(idsOf(search(contested, 'alpha'))).toEqual(['a'])
  })

  test('is nothing for what was retracted, but in the raw view', () => {
    const content: Content = { entries: { a: { content: 'gone', state: 'retracted' } } }
    expect(idsOf(search(content, 'gone'))).toEqual([])
    expect(idsOf(search(content, 'gone', { isRaw: true }))).toEqual(['a'])
  })

  test('is never hidden, and every match leads to something shown [QP-06]', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const edge = fc.tuple(
      fc.constantFrom(...ids),
      fc.constantFrom('digests', 'supersedes'),
      fc.constantFrom(...ids),
    )
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 8 }), (edges) => {
        const content = {
          ...texts(Object.fromEntries(ids.map((id, index) => [id, `word number ${index}`]))),
          lineage: edges.filter(([top, , under]) => top !== under).map((parts) => parts.join(' ')),
        }
        const { store, view } = memoryOf(content)
        const { items } = searchEntries(store, view, { text: 'word', now: NOW })
        for (const { entry, path } of items) {
          expect(view.viewOf(entry.id)?.hidden).toBeUndefined()
          expect(path.at(-1)).toBe(entry.id)
        }
        const heads = ids.filter((id) => view.viewOf(id as never)?.hidden === undefined)
        expect(new Set(idsOf({ items } as SearchResult))).toEqual(new Set(heads))
      }),
    )
  })
})

describe('filters', () => {
  const content: Content = {
    entries: {
      digest: { content: 'Install tooling', title: 'Digest', type: 'digest', value: 80 },
      source: { content: 'A cold install takes long', tags: ['ci'], category: 'operations', value: 10 },
      plain: {
        content: 'install',
        tags: ['ci'],
        type: 'note',
        created: NOW - 9 * DAY,
        recorded: NOW - 9 * DAY,
      },
      map: { content: 'install map', type: 'moc', created: NOW, recorded: NOW },
    },
    lineage: ['digest digests source'],
  }
  const found = (request: Partial<SearchRequest>) => idsOf(search(content, 'install', request)).sort()

  test('apply to the shown entry or to the match, each on its own [QP-44]', () => {
    expect(found({ tags: ['ci'] })).toEqual(['digest', 'plain'])
    expect(found({ types: ['digest'] })).toEqual(['digest'])
    expect(found({ types: ['digest', 'note'] })).toEqual(['digest', 'plain'])
    expect(found({ types: ['note'], tags: ['ci'] })).toEqual(['plain'])
    expect(found({ categories: ['operations'] })).toEqual(['digest'])
    const [item] = search(content, 'install', { categories: ['operations'] }).items
    expect(item?.match.entry.id).toBe('source')
  })

  test('leave out maps, what is worth less, and what was stated before [QP-24] [BR-46]', () => {
    expect(found({ excludesMaps: true })).toEqual(['digest', 'plain'])
    expect(found({ minValue: 51 })).toEqual(['digest'])
    expect(found({ minValue: 50 })).toEqual(['digest', 'map', 'plain'])
    expect(found({ since: NOW - DAY })).toEqual(['map'])
    expect(found({ since: NOW - 10 * DAY, tags: ['ci'], excludesMaps: true })).toEqual(['plain'])
  })

  test('are a conjunction: any of them together leave what each of them leaves [BR-46]', () => {
    const entry = fc.record({
      tags: fc.subarray(['red', 'blue']),
      category: fc.constantFrom('conventions', 'operations'),
      type: fc.constantFrom('fact', 'note', 'map'),
      value: fc.integer({ min: 0, max: 100 }),
      recorded: fc.integer({ min: NOW - 30 * DAY, max: NOW }),
    })
    const filters = fc.record(
      {
        tags: fc.subarray(['red', 'blue']),
        categories: fc.subarray(['conventions', 'operations']),
        types: fc.subarray(['fact', 'note', 'map']),
        minValue: fc.integer({ min: 0, max: 100 }),
        since: fc.integer({ min: NOW - 30 * DAY, max: NOW }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), filters, (fields, given) => {
        const all = fields.map((each, index) => ({
          ...each,
          created: each.recorded,
          content: `install ${index}`,
        }))
        const entries = Object.fromEntries(all.map((each, index) => [`e${index}`, each]))
        const expected = all.flatMap((each, index) => {
          const { tags = [], categories = [], types = [], minValue = 0, since = 0 } = given
          const passes =
            tags.every((tag) => each.tags.includes(tag)) &&
            (categories.length === 0 || categories.includes(each.category)) &&
            (types.length === 0 || types.includes(each.type)) &&
            each.value >= minValue &&
            each.recorded >= since
          return passes ? [`e${index}`] : []
        })
        expect(idsOf(search({ entries }, 'install', given)).sort()).toEqual(expected.sort())
      }),
    )
  })

  test('sorts are by the shown entry; the limit counts results, the total all of them [QP-44]', () => {
    const byValue = search(content, 'install', { sort: 'value', limit: 2 })
    expect([idsOf(byValue), byValue.total]).toEqual([['digest', 'plain'], 3])
    expect(idsOf(search(content, 'install', { sort: 'value', offset: 2 }))).toEqual(['map'])
    expect(idsOf(search(content, 'install', { sort: 'created' }))[0]).toBe('map')
  })
})

describe('queries', () => {
  test.each([
    '"',
    '*',
    '^a',
    '-b',
    'NEAR(',
    '%',
    '_',
    '(',
    'a AND',
    'OR',
    'title:x',
    "it's",
    '🔥',
    '\ud83d',
    '\0',
    '',
    'x'.repeat(10_000),
  ])('%j is safe [QP-18] [BR-45]', (text) => {
    expect(search(texts({ a: 'some text' }), text).total).toBe(0)
  })

  test('find two-letter words, names, accents left out or put in, and scripts without spaces [QP-42] [BR-43] [BR-45] [RS-46]', () => {
    const content = texts({
      a: '部署方案使用端口3001，db 在 staging',
      b: 'Written in C++ and node.js; foo_bar --frozen-lockfile src/net/server.ts',
    })
    for (const text of ['部署方案', '部署', '方', 'db', '3001', '端口3001']) {
      expect(idsOf(search(content, text)), text).toEqual(['a'])
    }
    for (const text of [
      'c++',
      'node.js',
      'foo_bar',
      '--frozen-lockfile',
      'src/net/server.ts',
      'net/server',
    ]) {
      expect(idsOf(search(content, text)), text).toEqual(['b'])
    }
    for (const text of ['zurich', 'Zürich', 'déjà']) {
      expect(idsOf(search(texts({ z: 'Deja vu in Zürich' }), text)), text).toEqual(['z'])
    }
    expect(search(content, '数据').total).toBe(0)
  })

  test('with one wrong letter find words of letters, and say so; digits are never corrected [QP-43]', () => {
    const content = texts({ a: 'pnpm installs packages on port 3001' })
    const found = search(content, 'pnmp')
    expect([idsOf(found), found.corrected]).toEqual([['a'], { pnmp: ['pnpm'] }])
    expect(search(content, 'pakcagse').corrected).toEqual({ pakcagse: ['package'] })
    expect(search(content, '3002').total).toBe(0)
    expect(search(content, 'pm').total).toBe(0)
  })

  test('find the rest of a word that was only begun', () => {
    const found = search(texts({ a: 'the deployment', b: 'deployments deploying' }), 'deplo')
    expect([idsOf(found).sort(), found.corrected]).toEqual([
      ['a', 'b'],
      { deplo: ['deploy', 'deployment', 'deploying'] },
    ])
  })

  test('with words that no entry has together find what has some, and say so', () => {
    const content = texts({ a: 'the port of the server', b: 'a garden', c: 'the server' })
    const found = search(content, 'which port does the server have')
    expect([idsOf(found), found.isRelaxed]).toEqual([['a', 'c'], true])
  })

  test('with a phrase find what has its words side by side', () => {
    const content = texts({ a: 'frozen lockfile', b: 'a lockfile that is frozen' })
    expect(idsOf(search(content, '"frozen lockfile"'))).toEqual(['a'])
    expect(idsOf(search(content, 'frozen lockfile')).sort()).toEqual(['a', 'b'])
  })

  test('answer the same whatever the order of entries [QP-62]', () => {
    const words = fc.array(fc.constantFrom('port', 'server', 'cache', 'install', 'ci'), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), words, (contents, query) => {
        const entries = contents.map((content, index) => [`e${index}`, content.join(' ')] as const)
        const there = search(texts(Object.fromEntries(entries)), query.join(' '))
        const back = search(texts(Object.fromEntries([...entries].reverse())), query.join(' '))
        expect(idsOf(there)).toEqual(idsOf(back))
      }),
    )
  })
})

test('what is near by meaning is fused with what has the words [QP-18]', () => {
  const content = texts({ a: 'the port', b: 'an opening', c: 'the port of call' })
  const found = search(content, 'port', { nearest: ['b', 'a'] as never })
  expect(idsOf(found)).toEqual(['a', 'c', 'b'])
  expect(found.items.map(({ match }) => [match.wordRank, match.meaningRank])).toEqual([
    [1, 2],
    [2, undefined],
    [undefined, 1],
  ])
})

test('meaning puts a match before another that has the words no better', () => {
  const content = texts({ a: 'the port of call', b: 'the port of call', c: 'the port of call' })
  expect(idsOf(search(content, 'port', { nearest: ['c'] as never, isRaw: true }))).toEqual(['c', 'a', 'b'])
})

test('lists are fused by reciprocal ranks with k = 60, each by its weight [QP-18]', () => {
  const fused = fuseRanks([
    { values: ['a', 'b'], weight: 1 },
    { values: ['b', 'c'], weight: 0.5 },
  ])
  expect([...fused]).toEqual([
    ['a', 1 / 61],
    ['b', 1 / 62 + 0.5 / 61],
    ['c', 0.5 / 62],
  ])
})

test('meaning comes on top of what words find, also where no entry has all of them', () => {
  const content = texts({ a: 'the port of the server', b: 'an opening', c: 'a garden' })
  const found = search(content, 'which port listens', { nearest: ['b', 'a'] as never })
  expect([idsOf(found), found.isRelaxed]).toEqual([['a', 'b'], true])
})
