const LEAST = 10
const SHARE = 1 / 10
// Twice what a clump may hold: what more entries share tells no clump from another, and its pairs grow
// with the square (decision 10).
const CEILING = 40

/** How many of all entries may share a tag or a file that still says which belong together. */
export function mostSharing(entries: number): number {
  return Math.max(LEAST, Math.min(Math.floor(entries * SHARE), CEILING))
}
