import fc from 'fast-check'
import type { TextEntry } from '../../src/candidates/candidate-index.ts'

const WORDS = [
  'use',
  'pnpm',
  'npm',
  'never',
  'port',
  '3000',
  '3001',
  'cache',
  '部署',
  '使用',
  'ポート',
  'für',
  'a',
]

/** Short texts out of few words, so that they look alike in every degree. */
export const someText = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '))

/** Entries with ids of their own. */
export const someEntries: fc.Arbitrary<readonly TextEntry[]> = fc.uniqueArray(
  fc.record({ id: fc.stringMatching(/^[a-c]{1,4}$/), text: someText }),
  { selector: ({ id }) => id, maxLength: 30 },
)
