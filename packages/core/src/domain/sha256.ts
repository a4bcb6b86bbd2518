import { writeUtf8 } from './utf8.ts'

// FIPS 180-4. Written here because the core may import nothing, and a hash is a pure function.
const schedule = new Int32Array(64)

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const

// Most texts are short: they are hashed without allocating anything but their result.
const SHORT = 16 * 1024
const shortBytes = new Uint8Array(SHORT * 3 + 72)
const shortState = new Int32Array(8)

/** Lowercase hexadecimal SHA-256 of a text's UTF-8 bytes. */
export function sha256(text: string): string {
  if (text.length > SHORT) {
    const hash = new Sha256()
    hash.update(text)
    return hash.digest()
  }
  return toHex(hashShort(text))
}

/** The first 64 bits of a text's SHA-256, as two numbers. */
export function sha256Start(text: string): readonly [number, number] {
  if (text.length > SHORT) {
    const hex = sha256(text)
    const part = (place: number) => Number.parseInt(hex.slice(place * 8, place * 8 + 8), 16)
    return [part(0), part(1)]
  }
  const state = hashShort(text)
  return [word(state, 0) >>> 0, word(state, 1) >>> 0]
}

/** What it returns is good until the next call. */
function hashShort(text: string): Int32Array {
  const end = pad(shortBytes, writeUtf8(text, shortBytes))
  shortState.set(INITIAL)
  for (let offset = 0; offset < end; offset += 64) compress(shortState, shortBytes, offset)
  return shortState
}

/** SHA-256 over pieces of text, for input that is better not joined in memory. */
export class Sha256 {
  readonly #state = new Int32Array(INITIAL)
  readonly #block = new Uint8Array(128)
  #filled = 0
  #length = 0

  update(text: string): void {
    for (let start = 0; start < text.length; ) {
      const end = pieceEnd(text, start)
      const piece = text.slice(start, end)
      this.#add(shortBytes.subarray(0, writeUtf8(piece, shortBytes)))
      start = end
    }
  }

  digest(): string {
    const end = pad(this.#block, this.#filled, this.#length)
    for (let offset = 0; offset < end; offset += 64) compress(this.#state, this.#block, offset)
    return toHex(this.#state)
  }

  #add(bytes: Uint8Array): void {
    this.#length += bytes.length
    let offset = 0
    if (this.#filled > 0) {
      offset = Math.min(64 - this.#filled, bytes.length)
      this.#block.set(bytes.subarray(0, offset), this.#filled)
      this.#filled += offset
      if (this.#filled < 64) return
      compress(this.#state, this.#block, 0)
    }
    while (offset + 64 <= bytes.length) {
      compress(this.#state, bytes, offset)
      offset += 64
    }
    this.#block.set(bytes.subarray(offset))
    this.#filled = bytes.length - offset
  }
}

function compress(state: Int32Array, bytes: Uint8Array, offset: number): void {
  const w = schedule
  for (let i = 0; i < 16; i++) {
    const at = offset + i * 4
    w[i] =
      (byte(bytes, at) << 24) | (byte(bytes, at + 1) << 16) | (byte(bytes, at + 2) << 8) | byte(bytes, at + 3)
  }
  for (let i = 16; i < 64; i++) {
    const a = word(w, i - 15)
    const b = word(w, i - 2)
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    w[i] = (word(w, i - 16) + s0 + word(w, i - 7) + s1) | 0
  }
  let a = word(state, 0)
  let b = word(state, 1)
  let c = word(state, 2)
  let d = word(state, 3)
  let e = word(state, 4)
  let f = word(state, 5)
  let g = word(state, 6)
  let h = word(state, 7)
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + word(ROUND, i) + word(w, i)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = word(state, 0) + a
  state[1] = word(state, 1) + b
  state[2] = word(state, 2) + c
  state[3] = word(state, 3) + d
  state[4] = word(state, 4) + e
  state[5] = word(state, 5) + f
  state[6] = word(state, 6) + g
  state[7] = word(state, 7) + h
}

/** Where a piece of a long text ends: never between the two halves of a character. */
function pieceEnd(text: string, start: number): number {
  const end = start + SHORT
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}

/** Appends the padding to `filled` bytes of a message of `length` bytes; returns where it ends. */
function pad(bytes: Uint8Array, filled: number, length = filled): number {
  const end = ((filled + 8) & ~63) + 64
  bytes.fill(0, filled, end)
  bytes[filled] = 0x80
  setUint32(bytes, end - 8, Math.floor((length * 8) / 0x1_0000_0000))
  setUint32(bytes, end - 4, (length * 8) >>> 0)
  return end
}

function setUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24
  bytes[at + 1] = value >>> 16
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function toHex(state: Int32Array): string {
  let hex = ''
  for (const word of state) {
    hex += `${HEX[word >>> 24]}${HEX[(word >>> 16) & 0xff]}${HEX[(word >>> 8) & 0xff]}${HEX[word & 0xff]}`
  }
  return hex
}

// The arrays are of fixed length, so an index in range is never undefined.
function word(words: Int32Array, index: number): number {
  return words[index] as number
}

function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] as number
}
