/** Bytes that the young part of the heap has at least; it begins with one or two megabytes. */
const LEAST = 8 * 2 ** 20
const GROWTH = 8
/** It grows as soon as as much survived as it holds: at most these arrays, of some fifty bytes each. */
const MOST_KEPT = 400_000
const KEPT_AT_ONCE = 4000

let isFixed = false

// By itself V8 doubles the young part up to 128 MB on a machine with much memory, and memory that is touched
// for the first time costs more than the collections it spares. An import of 100,000 entries takes a quarter
// less of the processor where it stays small, and 320 MiB instead of 430; comparing 10,000 a fifth less.

/** Gives the young part of the heap its size at once, and lets it grow no more: before long work. */
export function fixYoungHeap(): void {
  if (isFixed) return
  setGrowth(GROWTH)
  const kept: (readonly number[])[] = []
  while (youngSize() < LEAST && kept.length < MOST_KEPT) {
    for (let n = 0; n < KEPT_AT_ONCE; n++) kept.push([n, n, n, n])
  }
  stopGrowing()
}

/** The same where it has grown by itself: between the calls of a server. */
export function limitYoungHeap(): void {
  if (!isFixed && youngSize() >= LEAST) stopGrowing()
}

function stopGrowing(): void {
  isFixed = true
  setGrowth(1)
}

function youngSize(): number {
  const spaces = process.getBuiltinModule('node:v8').getHeapSpaceStatistics()
  return spaces.find((space) => space.space_name === 'new_space')?.space_size ?? LEAST
}

function setGrowth(factor: number): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}
