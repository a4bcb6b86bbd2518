import { expect, test } from 'vitest'
import { indexWords, parseWordQuery, queryWords } from '../../src/index.ts'

test.each([
  ["what's new", ['what', 'new']],
  ['foo(bar)', ['foo', 'bar']],
  ['c++', ['c++']],
  ['C#', ['c#']],
  ['F# and .NET', ['f#', 'and', '.net']],
  ['node.js', ['node', 'js']],
  ['x:y', ['x', 'y']],
  ['-- drop table;', ['drop', 'table']],
  ['NOT', ['not']],
  ['a AND b OR', ['a', 'and', 'b', 'or']],
  ['"unbalanced', ['unbalanced']],
  ['部署', ['部署']],
  ['部署方案', ['部署', '署方', '方案']],
  ['3001端口', ['3001', '端口']],
  ['日', ['日']],
  ['USE_TLS', ['use_tls']],
  ['createServer', ['createserver']],
  ['src/net/server.ts', ['src', 'net', 'server', 'ts']],
  ['--frozen-lockfile', ['frozen', 'lockfile']],
  ['Déjà vu in Zürich', ['deja', 'vu', 'in', 'zurich']],
  ['ＡＰＩ ﾃﾞﾌﾟﾛｲ', ['api', 'デプ', 'プロ', 'ロイ']],
  ['', []],
  ['???', []],
])('the words of the query %j are %j [QP-42]', (text, words) => {
  expect(queryWords(text)).toEqual(words)
})

test('an index also has stems, the pieces of names and single characters [QP-42]', () => {
  expect(indexWords('createServer of HTTPServer, USE_TLS')).toEqual({
    stream: ['createserver', 'of', 'httpserver', 'use_tls'],
    extras: new Set(['create', 'server', 'http', 'use', 'tls']),
  })
  expect(indexWords('painting was baked').extras).toEqual(new Set(['paint', 'bak']))
  expect(indexWords('端口3001，x方')).toEqual({
    stream: ['端口', '3001', 'x', '方'],
    extras: new Set(['端', '口']),
  })
})

test('a query has each word once, at most 64 of at most 64 characters', () => {
  const many = Array.from({ length: 500 }, (_, index) => `w${index}`).join(' ')
  expect(parseWordQuery(`again again ${many}`).words).toHaveLength(64)
  expect(queryWords('x'.repeat(10_000))).toEqual(['x'.repeat(64)])
})

test('balanced quotes hold a phrase, others nothing', () => {
  expect(parseWordQuery('a "frozen lockfile" of "one"').phrases).toEqual([['frozen', 'lockfile']])
  expect(parseWordQuery('"frozen lockfile').phrases).toEqual([])
})
