/** Repeatable numbers, 0 ≤ x < 1: mulberry32, by Tommy Ettinger, in the public domain. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Fisher–Yates, in place. */
export function shuffle(values: Int32Array, random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1))
    const kept = values[last] ?? 0
    values[last] = values[chosen] ?? 0
    values[chosen] = kept
  }
}
