const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** 32-bit hash of a stretch of text: FNV-1a over UTF-16 units, then the finaliser of MurmurHash3. */
export function hashUnits(text: string, start: number, end: number): number {
  let hash = FNV_OFFSET
  for (let position = start; position < end; position++) {
    hash = Math.imul(hash ^ text.charCodeAt(position), FNV_PRIME)
  }
  return mix(hash)
}

/** The finaliser of MurmurHash3: every bit of the result hangs on every bit of the value. */
export function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
