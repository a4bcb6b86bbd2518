import { setHeapFlag } from './set-heap-flag.ts'

// By itself V8 doubles the young part of the heap up to 128 MB on a machine with much memory, and memory that is
// touched for the first time costs more than the collections it spares.

/** Bytes that it has at least where it is fixed, both of its halves; it begins with one or two megabytes. */
const LEAST = 8 * 2 ** 20
const GROWTH = 8
/** It grows as soon as as much survived as it holds: at most these arrays, of some fifty bytes each. */
const MOST_KEPT = 400_000
const KEPT_AT_ONCE = 4000

/** From so many entries on, it is worth it. */
export const MANY_ENTRIES = 5000

let isFixed = false

/**
 * Gives the young part its size at once, and lets it grow no more: before long work that keeps what it makes.
 * An import of 100,000 entries peaks at 330 MiB so, instead of 430.
 */
export function fixYoungHeap(): void {
  if (isFixed) return
  setGrowth(GROWTH)
  const kept: (readonly number[])[] = []
  while (youngSize() < LEAST && kept.length < MOST_KEPT) {
    for (let n = 0; n < KEPT_AT_ONCE; n++) kept.push([n, n, n, n])
  }
  keepYoungHeap()
}

/** Lets it grow no more where it is large enough: between the calls of a server. */
export function limitYoungHeap(): void {
  if (!isFixed && youngSize() >= LEAST) keepYoungHeap()
}

/** Keeps it as it is: reading transcripts makes much garbage and keeps little. */
export function keepYoungHeap(): void {
  if (isFixed) return
  isFixed = true
  setGrowth(1)
}

function youngSize(): number {
  const spaces = process.getBuiltinModule('node:v8').getHeapSpaceStatistics()
  return spaces.find((space) => space.space_name === 'new_space')?.space_size ?? LEAST
}

function setGrowth(factor: number): void {
  setHeapFlag(`--semi-space-growth-factor=${factor}`)
}
