import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { compact } from '../../src/operations/compact.ts'
import { tokenCounter } from '../../src/operations/token-counter.ts'
import { openTestContext, type TestContext } from './test-context.ts'

/** Counted with the packages by hand. */
const COUNTS = [
  { text: 'Always use pnpm, never npm or yarn.', cl100k: 10, o200k: 10, claude: 12 },
  { text: '使用 pnpm 管理依赖，不要使用 npm 或 yarn。', cl100k: 19, o200k: 14, claude: 21 },
  { text: '日本語テスト', cl100k: 6, o200k: 4, claude: 6 },
  { text: '👩‍👩‍👧 ok', cl100k: 14, o200k: 9, claude: 11 },
  { text: 'a'.repeat(400), cl100k: 50, o200k: 50, claude: 25 },
  { text: '', cl100k: 0, o200k: 0, claude: 0 },
  { text: '<|endoftext|>', cl100k: 7, o200k: 7, claude: 7 },
]
const NAMES = ['cl100k', 'o200k', 'claude'] as const

let opened: TestContext | undefined
afterEach(() => {
  opened?.close()
  opened = undefined
})

describe.each(NAMES)('%s', (name) => {
  test('counts what its package counts, text like a control token too', () => {
    const counter = tokenCounter(name)
    expect(counter.name).toBe(name)
    expect(COUNTS.map(({ text }) => counter.count(text))).toEqual(COUNTS.map((row) => row[name]))
  })

  test('counts any text, a lone surrogate too, and the same each time', () => {
    const counter = tokenCounter(name)
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '界', '🔥', '\ud83d', '\0', '<|', '7') })
    fc.assert(
      fc.property(text, (each) => {
        const count = counter.count(each)
        return Number.isInteger(count) && count >= 0 && counter.count(each) === count
      }),
    )
  })

  test('takes linear time in a run of one character, and counts all of it [RS-41]', () => {
    const counter = tokenCounter(name)
    for (const character of ['a', '日', ' ', '-', '7', '\u0301']) {
      const short = counter.count(character.repeat(512))
      // Quadratic time would take minutes here, and so end the test.
      expect(counter.count(character.repeat(512 * 100))).toBe(100 * short)
    }
  })

  test('holds the index of a Chinese memory within its budget [LS-74] [LS-11]', async () => {
    for (const budget of [0, 60, 90, 150, 400]) {
      const memory = { counter: name, autoInjectTokenBudget: budget }
      opened?.close()
      opened = openTestContext({ memory })
      const { context, run } = opened
      for (let port = 3000; port < 3012; port += 1) {
        await run(add, { text: `部署方案使用端口 ${port}，不要使用 npm 或 yarn`, category: 'operations' })
      }
      await run(compact)
      const index = readFileSync(join(context.place.cacheDir, 'index.md'), 'utf8')
      expect(tokenCounter(name).count(index)).toBeLessThanOrEqual(budget)
      if (budget === 400) expect(index).toContain(`counter=${name} budget=400`)
      if (budget === 400) expect(index).toContain('- 部署方案使用端口 3011')
    }
  })
})
