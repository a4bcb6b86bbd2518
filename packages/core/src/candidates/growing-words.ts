/** A list of 32-bit numbers that grows at its end, for millions of them. */
export interface GrowingWords {
  readonly length: number
  push(word: number): void
  /** What there is. The list is not to grow any more then. */
  list(): Int32Array
}

const WORD_BYTES = 4

/** An empty list with room for so many; room that nobody uses costs no memory. */
export function createGrowingWords(room: number): GrowingWords {
  let words = new Int32Array(room)
  let length = 0
  return {
    get length() {
      return length
    },
    push(word) {
      if (length === words.length) words = resized(words, length * 2 + 1)
      words[length++] = word
    },
    list: () => words.subarray(0, length),
  }
}

/** The old room is given back at once, not when a collector comes by. */
function resized(words: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(words.buffer.transfer(length * WORD_BYTES))
}
