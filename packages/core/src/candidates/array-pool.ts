/** Copies small arrays into long shared ones: each of its own would cost more than what it holds. */
export interface ArrayPool {
  unsigned(values: Uint32Array): Uint32Array
  signed(values: Int32Array): Int32Array
  /** Gives the memory back at once, not when a collector comes by: what was copied is empty then. */
  discard(): void
}

const CHUNK_BYTES = 1 << 18
const WORD_BYTES = 4

export function createArrayPool(): ArrayPool {
  const chunks: ArrayBuffer[] = []
  let chunk = new ArrayBuffer(0)
  let used = 0
  const take = (length: number): number => {
    const bytes = length * WORD_BYTES
    if (used + bytes > chunk.byteLength) {
      chunk = new ArrayBuffer(Math.max(CHUNK_BYTES, bytes))
      chunks.push(chunk)
      used = 0
    }
    used += bytes
    return used - bytes
  }
  return {
    unsigned(values) {
      const start = take(values.length)
      const copy = new Uint32Array(chunk, start, values.length)
      copy.set(values)
      return copy
    },
    signed(values) {
      const start = take(values.length)
      const copy = new Int32Array(chunk, start, values.length)
      copy.set(values)
      return copy
    },
    discard() {
      for (const full of chunks.splice(0)) full.transfer(0)
      chunk = new ArrayBuffer(0)
      used = 0
    },
  }
}
