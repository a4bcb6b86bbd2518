import { expect, test } from 'vitest'
import { entriesAbout } from '../../../src/recall/index.ts'
import { memoryOf } from '../memory-of.ts'

const NOW = Date.UTC(2026, 2, 1)

const { store, view } = memoryOf({
  entries: {
    seed: { content: 'Never run the seed script against staging.' },
    old: { content: 'The seed script takes an hour on staging.' },
    new: { content: 'The seed script takes a minute.' },
    pnpm: { content: 'Use pnpm, never npm.' },
    port: { content: '部署方案使用端口3001' },
    japanese: { content: 'デプロイはポート3002を使う' },
  },
  lineage: ['new supersedes old'],
})

const about = (text: string) => entriesAbout(store, view, { text, now: NOW, limit: 3 })
const ids = (text: string) => about(text).items.map(({ id }) => id)

test('a text is looked for by its telling words, and what has most of them comes first', () => {
  const { words, items } = about('should we run the seed script on staging now?')
  expect(words).toEqual(['run', 'seed', 'script', 'staging'])
  expect(items.map(({ id, match }) => [id, match.entry.id])).toEqual([
    ['seed', 'seed'],
    ['new', 'old'],
  ])
})

test('nothing is corrected: a word that no entry has finds nothing', () => {
  expect(ids('pnmp')).toEqual([])
  expect(ids('')).toEqual([])
  expect(ids('what is it that you do?')).toEqual([])
})

test('in scripts without spaces, pairs that carry grammar tell nothing', () => {
  expect(about('我们现在的部署端口是多少？').words).toEqual(['部署', '署端', '端口', '多少'])
  expect(ids('我们现在的部署端口是多少？')).toEqual(['port'])
  expect(ids('デプロイのポートは？')).toEqual(['japanese'])
})
