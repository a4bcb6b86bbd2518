const LEAST = 10
const SHARE = 1 / 10
// A clump has twenty entries: what hundreds share says nothing of it, and pairs grow with the square.
const CEILING = 100

/** How many of all entries may share a tag or a word that still says which belong together. */
export function mostSharing(entries: number): number {
  return Math.max(LEAST, Math.min(Math.floor(entries * SHARE), CEILING))
}
