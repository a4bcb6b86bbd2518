import type { Order } from '../domain/order.ts'
import { BANDS } from './min-hash.ts'

/** Which texts share a MinHash band. */
export interface BandBuckets {
  add(slot: number, bands: Int32Array): void
  /** `others` are all the texts that stay: a full bucket takes in its next from them. */
  remove(slot: number, bands: Int32Array, others: Iterable<BandedText>): void
  /** Slots in the bucket of a band: all of them, or the first by id where they are very many. */
  slotsOf(band: number, key: number): readonly number[]
}

export interface BandedText {
  readonly slot: number
  readonly bands: Int32Array
}

interface Bucket {
  size: number
  slots: number[]
}

/** Texts of one mould fill one bucket: each is then compared with the first of them, not with all. */
export const MAX_BUCKET = 64
const NONE: readonly number[] = []

/** Most buckets hold one text; that one is kept as a bare number. */
export function createBandBuckets(bySlotId: Order<number>): BandBuckets {
  const tables = Array.from({ length: BANDS }, () => new Map<number, number | Bucket>())

  const insert = (bucket: Bucket, slot: number): void => {
    bucket.size++
    const { slots } = bucket
    let place = slots.length
    while (place > 0 && bySlotId(slots[place - 1] ?? slot, slot) > 0) place--
    if (place >= MAX_BUCKET) return
    slots.splice(place, 0, slot)
    if (slots.length > MAX_BUCKET) slots.pop()
  }

  const takeOut = (bucket: Bucket, slot: number, members: () => number[]): void => {
    bucket.size--
    const place = bucket.slots.indexOf(slot)
    if (place < 0) return
    bucket.slots.splice(place, 1)
    if (bucket.size > bucket.slots.length) bucket.slots = members().sort(bySlotId).slice(0, MAX_BUCKET)
  }

  return {
    add(slot, bands) {
      bands.forEach((key, band) => {
        const table = tables[band]
        const found = table?.get(key)
        if (found === undefined) table?.set(key, slot)
        else if (typeof found !== 'number') insert(found, slot)
        else table?.set(key, { size: 2, slots: [found, slot].sort(bySlotId) })
      })
    },
    remove(slot, bands, others) {
      bands.forEach((key, band) => {
        const found = tables[band]?.get(key)
        if (found === slot) tables[band]?.delete(key)
        if (found === undefined || typeof found === 'number') return
        takeOut(found, slot, () =>
          Array.from(others)
            .filter((other) => other.bands[band] === key)
            .map((other) => other.slot),
        )
        if (found.size === 0) tables[band]?.delete(key)
      })
    },
    slotsOf(band, key) {
      const found = tables[band]?.get(key)
      if (found === undefined) return NONE
      return typeof found === 'number' ? [found] : found.slots
    },
  }
}
