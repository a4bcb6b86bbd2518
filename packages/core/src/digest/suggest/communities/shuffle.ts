/** Fisher–Yates, in place. */
export function shuffle(values: Int32Array, random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1))
    const kept = values[last] ?? 0
    values[last] = values[chosen] ?? 0
    values[chosen] = kept
  }
}
