import { expect, test } from 'vitest'
import { searchEntries } from '../../../src/recall/index.ts'
import { BUILT_AT } from '../../../src/testing/index.ts'
import { memoryOf } from '../memory-of.ts'

test('words of what an entry is filed under, never of its text, find nothing [BR-47]', () => {
  const { store, view } = memoryOf({
    entries: {
      a: {
        content: 'Use pnpm.',
        type: 'learning',
        category: 'architecture',
        layer: 'implementation',
        entity: { kind: 'component', name: 'gateway' },
        key: 'package manager',
        refs: [{ path: 'src/server.ts', symbol: 'listen' }],
        source: { kind: 'agent', trust: 'repo', session: 'altitude' },
        custom: { what: 'envelope' },
        extra: { priority: 'urgent' },
      },
    },
  })
  const found = (text: string) => searchEntries(store, view, { text, now: BUILT_AT }).total
  const words =
    'what altitude implementation learning architecture component gateway manager server listen agent repo medium active project content custom envelope priority urgent'
  for (const word of words.split(' ')) expect(found(word), word).toBe(0)
  expect(found('pnpm')).toBe(1)
})

test('a word that no entry has any more is no correction', () => {
  const { store, view } = memoryOf({ entries: { a: { content: 'Use pnpm.' } } })
  const stale = { ...store, letterWords: () => ['kubernetes', 'pnpm'] }
  const { corrected } = searchEntries(stale, view, { text: 'kubernetse', now: BUILT_AT })
  expect(corrected).toEqual({})
})
