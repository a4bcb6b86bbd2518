import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'
import { searchQuery, searchText } from '../src/search-text.ts'
import { putText, temporaryStorePath } from './temporary-store.ts'

describe('words of a query', () => {
  // `c++`, `c#` and `.net` are written with characters of the private use area for their signs.
  test.each([
    ["what's new", '"whats" AND "new"'],
    ['foo(bar)', '"foo" AND "bar"'],
    ['c++', '"c\ue000\ue000"'],
    ['C#', '"c\ue001"'],
    ['.net', '"\ue002net"'],
    ['node.js', '"node" AND "js"'],
    ['x:y', '"x" AND "y"'],
    ['-- drop table;', '"drop" AND "table"'],
    ['NOT', '"NOT"'],
    ['a AND b OR', '"a" AND "AND" AND "b" AND "OR"'],
    ['"unbalanced', '"unbalanced"'],
    ['部署', '"部署"'],
    ['部署方案', '"部署" AND "署方" AND "方案"'],
    ['3001端口', '"3001" AND "端口"'],
    ['日', '"日"'],
    ['USE_TLS', '"USE_TLS"'],
    ['createServer', '"createServer"'],
    ['src/net/server.ts', '"src" AND "net" AND "server" AND "ts"'],
    ['', undefined],
    ['???', undefined],
    ['ﾃﾞﾌﾟﾛｲ', '"デプ" AND "プロ" AND "ロイ"'],
  ])('%j are %j', (text, query) => {
    expect(searchQuery(text)).toBe(query)
  })

  test('are at most 64, each cut at 64 characters', () => {
    const many = Array.from({ length: 500 }, (_, index) => `w${index}`).join(' ')
    expect(searchQuery(many)?.split(' AND ')).toHaveLength(64)
    expect(searchQuery('x'.repeat(10_000))).toBe(`"${'x'.repeat(64)}"`)
  })
})

test('names are also found by their parts', () => {
  const { parts } = searchText('createServer of HTTPServer, USE_TLS, plain words')
  expect([...parts]).toEqual(['create', 'Server', 'HTTP', 'USE', 'TLS'])
})

test('Chinese, Japanese and Korean are taken in by character and by pair', () => {
  expect([...searchText('端口3001，x方').cjk]).toEqual(['端', '口', '端口', '方'])
})

describe('the full-text index', () => {
  test('finds words by their stem and names by their parts', () => {
    const store = openSqliteStore(temporaryStorePath(), { project: 'sample' })
    putText(store, 'a', 'createServer installs dependencies')
    for (const text of ['server', 'create', 'createserver', 'installing', 'dependency']) {
      expect(store.match(text, 5), text).toEqual(['a'])
    }
    store.close()
  })

  test('finds a word that an emoji is glued to, however new', () => {
    const store = openSqliteStore(temporaryStorePath(), { project: 'sample' })
    putText(store, 'a', 'deploy\u{1f680} rollback\u{1fae0} 端口\u{1fae0}')
    for (const text of ['deploy', 'rollback', '端口']) expect(store.match(text, 5), text).toEqual(['a'])
    store.close()
  })

  test('finds two-letter words, numbers and identifiers glued to Chinese [RS-46]', () => {
    const store = openSqliteStore(temporaryStorePath(), { project: 'sample' })
    putText(store, 'a', '使用pnpm安装，端口8080，用go写')
    for (const text of ['pnpm', '8080', 'go', '安装', '装', '端口8080', 'pnpm安装']) {
      expect(store.match(text, 5), text).toEqual(['a'])
    }
    store.close()
  })

  test('asks for no word that SQLite takes for marks alone', () => {
    const store = openSqliteStore(temporaryStorePath(), { project: 'sample' })
    putText(store, 'a', '\u19b0 \u1cf2 anchor')
    expect(store.match('\u19b0 anchor \u1cf2', 5)).toEqual(['a'])
    store.close()
  })

  test('takes any text as a query and as an entry, and finds an entry by its own words [BR-45]', () => {
    const store = openSqliteStore(temporaryStorePath(), { project: 'sample' })
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.stringMatching(/^[ "'*^:(){}+\-a-cANDORTE_%.#端口日]{0,40}$/),
    )
    fc.assert(
      fc.property(text, text, (content, query) => {
        putText(store, 'a', `${content} anchor`)
        store.match(query, 5)
        if (searchQuery(content) !== undefined) expect(store.match(content, 5)).toEqual(['a'])
        expect(store.match('anchor', 5)).toEqual(['a'])
      }),
      { numRuns: 200 },
    )
    store.close()
  })
})
