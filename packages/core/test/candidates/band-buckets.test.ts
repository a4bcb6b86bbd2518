import { expect, test } from 'vitest'
import { createBandBuckets } from '../../src/candidates/band-buckets.ts'
import { byNumber } from '../../src/domain/order.ts'

const CROWD = 100

test('a crowded bucket keeps the first texts, and takes in the next when one of them leaves', () => {
  const bands = Int32Array.from([7])
  const texts = Array.from({ length: CROWD }, (_, place) => ({ slot: CROWD - 1 - place, bands }))
  const buckets = createBandBuckets(byNumber)
  for (const { slot } of texts) buckets.add(slot, bands)
  expect(buckets.slotsOf(0, 7)).toEqual(Array.from({ length: 64 }, (_, slot) => slot))
  buckets.remove(
    3,
    bands,
    texts.filter(({ slot }) => slot !== 3),
  )
  expect(buckets.slotsOf(0, 7)).toEqual(Array.from({ length: 65 }, (_, slot) => slot).toSpliced(3, 1))
})

test('a bucket that all have left is empty', () => {
  const bands = Int32Array.from([1, 2])
  const buckets = createBandBuckets(byNumber)
  buckets.add(0, bands)
  buckets.add(1, bands)
  buckets.remove(0, bands, [{ slot: 1, bands }])
  expect(buckets.slotsOf(1, 2)).toEqual([1])
  buckets.remove(1, bands, [])
  expect(buckets.slotsOf(1, 2)).toEqual([])
})
