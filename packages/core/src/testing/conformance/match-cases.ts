import { entryId } from '../../domain/ids.ts'
import { byText } from '../../domain/order.ts'
import type { Store, WordQuery } from '../../ports/store.ts'
import { everyWord } from '../../words/word-query.ts'
import { buildEntry, buildRow } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

type EntryOptions = Parameters<typeof buildEntry>[1]

function put(store: Store, id: string, content: string, entry: EntryOptions = {}): void {
  const built = buildEntry(id, { content, ...entry })
  store.transact('put', (writer) => writer.putEntry(built, buildRow(built)))
}

const found = (store: Store, text: string, limit = 10) =>
  [...store.match(everyWord(text), limit)].sort(byText)

const SYNTAX = [
  '"',
  '*',
  '^a',
  '-b',
  'NEAR(',
  'NEAR(a b, 2)',
  '%',
  '(',
  'a AND',
  'OR',
  'title:x',
  '{a b}: c',
  "it's",
  '\u{1f525}\u{1f525}',
  '\ud83d',
  '\u0000',
  '',
  ' ',
  'x'.repeat(10_000),
  'word '.repeat(2_000),
  '\u90e8'.repeat(10_000),
]

/** Full text: what is found, what isn't, and that no text is a syntax error. */
export const matchCases: readonly ConformanceCase[] = [
  {
    name: 'a match has every word, in any field, in any case',
    check(store) {
      put(store, 'a', 'The lockfile is committed.', { title: 'Install', tags: ['pnpm'] })
      put(store, 'b', 'The lockfile is ignored.', { summary: 'Yarn only' })
      same(found(store, 'lockfile'), ['a', 'b'].map(entryId), 'one word')
      same(found(store, 'INSTALL lockfile pnpm'), [entryId('a')], 'three fields')
      same(found(store, 'yarn'), [entryId('b')], 'summary')
      same(found(store, 'yarn pnpm'), [], 'no entry has both')
    },
  },
  {
    name: 'as many are given as asked for',
    check(store) {
      for (const id of ['e', 'd', 'c']) put(store, id, 'cats and dogs')
      same(found(store, 'dogs'), ['c', 'd', 'e'].map(entryId), 'all')
      same(found(store, 'dogs', 2).length, 2, 'limit')
      same(found(store, 'dogs', 0), [], 'limit zero')
    },
  },
  {
    name: 'a query may ask for any of its words, for words in the place of others, and for phrases',
    check(store) {
      put(store, 'a', 'The lockfile is committed by hand.', { title: 'Install' })
      put(store, 'b', 'A yarn lockfile is ignored by all.')
      const match = (query: WordQuery) => [...store.match(query, 10)].sort(byText)
      same(match({ need: 'any', groups: [['install'], ['yarn'], ['nothing']] }), ['a', 'b'], 'any')
      same(match({ need: 'every', groups: [['lockfile'], ['install', 'nothing']] }), ['a'], 'in its place')
      same(match({ need: 'every', groups: [] }), [], 'no words')
      same(found(store, '"yarn lockfile"'), ['b'], 'a phrase')
      same(found(store, '"lockfile yarn"'), [], 'the other way round')
      same(found(store, '"install the lockfile"'), [], 'across fields')
    },
  },
  {
    name: 'how many entries have a word, and how many words there are, is known',
    check(store) {
      put(store, 'a', 'one two two', { title: 'One' })
      put(store, 'b', 'two 端口3001 createServer')
      same(store.wordCounts(['one', 'two', '端', '端口', 'server', 'three']), [1, 2, 1, 1, 1, 0], 'counts')
      same(store.wordTotals(), { entries: 2, title: 1, body: 7 }, 'totals')
      same([...store.letterWords({ least: 3, most: 6 })], ['create', 'one', 'server', 'two'], 'letters only')
      store.transact('drop', (writer) => writer.dropEntry(entryId('a')))
      same(
        [store.wordCounts(['one', 'two']), store.wordTotals()],
        [[0, 1], { entries: 1, title: 0, body: 4 }],
        'dropped',
      )
    },
  },
  {
    name: 'only text is matched, never an entry’s metadata [BR-47]',
    check(store) {
      put(store, 'a', 'plain text', { category: 'architecture', source: { kind: 'agent', trust: 'repo' } })
      for (const word of ['architecture', 'content', 'fact', 'agent', 'project', 'medium']) {
        same(found(store, word), [], word)
      }
    },
  },
  {
    name: 'changed text is found as changed, dropped text not at all',
    check(store) {
      put(store, 'a', 'first words')
      put(store, 'a', 'second words')
      same([found(store, 'first'), found(store, 'second')], [[], ['a']], 'changed')
      put(store, 'a', 'second words', { tags: ['tagged'] })
      same(found(store, 'tagged'), ['a'], 'a new tag')
      store.transact('drop', (writer) => writer.dropEntry(entryId('a')))
      same(found(store, 'words'), [], 'dropped')
    },
  },
  {
    name: 'Chinese, Japanese and Korean are found by one, two and more characters [BR-43]',
    check(store) {
      put(store, 'a', '部署方案使用端口3001，db 在 staging')
      put(store, 'j', 'デプロイのポートは三千')
      put(store, 'k', '배포 포트가 뭐야')
      for (const text of [
        '部署方案',
        '部署',
        '方案',
        'db',
        '3001',
        '端口3001',
        '3001端口',
        '部',
        'staging',
      ]) {
        same(found(store, text), ['a'], text)
      }
      same(found(store, '数据'), [], '数据')
      same(found(store, 'ポート'), ['j'], 'ポート')
      same(found(store, '배포'), ['k'], '배포')
    },
  },
  {
    name: 'any text is a safe query [BR-45]',
    check(store) {
      put(store, 'a', 'a text about nothing')
      for (const text of SYNTAX) found(store, text)
    },
  },
  {
    name: 'operators and wildcards are words, not syntax [BR-45]',
    check(store) {
      put(store, 'a', 'do NOT touch x and y')
      put(store, 'b', 'touch y')
      same(found(store, 'NOT touch'), ['a'], 'NOT')
      same(found(store, 'x:y'), ['a'], 'x:y')
      same(found(store, 'tou*'), [], 'no prefix search')
      same(found(store, '%'), [], '%')
      same(found(store, '_'), [], '_')
      same(found(store, '"touch'), found(store, 'touch'), 'unbalanced quote')
    },
  },
  {
    name: 'names with punctuation are found [BR-45]',
    check(store) {
      put(store, 'a', 'written in C++ and C#')
      put(store, 'b', 'written in C')
      put(store, 'n', 'runs on node.js, reads USE_TLS from src/net/server.ts; don’t stop')
      same(found(store, 'c++'), ['a'], 'c++')
      same(found(store, 'C#'), ['a'], 'C#')
      for (const text of ['node.js', 'use_tls', 'USE_TLS', 'server.ts', "don't"])
        same(found(store, text), ['n'], text)
    },
  },
  {
    name: 'accents and full-width forms make no difference',
    check(store) {
      put(store, 'a', 'Déjà vu in Zürich')
      put(store, 'b', 'ＡＰＩ キー')
      same(found(store, 'deja zurich'), ['a'], 'without accents')
      same(found(store, 'Zu\u0308rich'), ['a'], 'decomposed')
      same(found(store, 'api'), ['b'], 'full width')
    },
  },
]
