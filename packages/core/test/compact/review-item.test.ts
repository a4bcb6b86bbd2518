import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { reviewItemId } from '../../src/compact/review-item.ts'

test('a review item is named by its kind and its sorted subjects [LS-69]', () => {
  const hash = createHash('sha256').update('contradiction\na\nb').digest('hex')
  expect(reviewItemId('contradiction', ['b', 'a'])).toBe(`rv_${hash.slice(0, 12)}`)
})
