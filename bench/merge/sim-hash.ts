const BITS = 64
const FNV_OFFSET = 0xcbf29ce484222325n
const FNV_PRIME = 0x100000001b3n
const MASK = (1n << 64n) - 1n

/** 64-bit SimHash of a text's words, as gates that merge on a hash use it. */
export function simHash(text: string): bigint {
  const sums = new Array<number>(BITS).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const hash = hashOf(word)
    for (let bit = 0; bit < BITS; bit++) {
      sums[bit] = (sums[bit] ?? 0) + ((hash >> BigInt(bit)) & 1n ? 1 : -1)
    }
  }
  return sums.reduce((hash, sum, bit) => (sum > 0 ? hash | (1n << BigInt(bit)) : hash), 0n)
}

/** Number of bits in which two hashes differ. */
export function hammingDistance(a: bigint, b: bigint): number {
  let rest = a ^ b
  let distance = 0
  for (; rest !== 0n; rest &= rest - 1n) distance++
  return distance
}

function hashOf(word: string): bigint {
  let hash = FNV_OFFSET
  for (const byte of Buffer.from(word)) hash = ((hash ^ BigInt(byte)) * FNV_PRIME) & MASK
  return hash
}
