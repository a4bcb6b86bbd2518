import { utf8 } from './utf8.ts'

// FIPS 180-4. Written here because the core may import nothing, and a hash is a pure function.
const ROUND = roundConstants()
const schedule = new Int32Array(64)

/** Lowercase hexadecimal SHA-256 of a text's UTF-8 bytes. */
export function sha256(text: string): string {
  const hash = new Sha256()
  hash.update(text)
  return hash.digest()
}

/** SHA-256 over pieces of text, for input that is better not joined in memory. */
export class Sha256 {
  readonly #state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  readonly #block = new Uint8Array(64)
  #filled = 0
  #length = 0

  update(text: string): void {
    this.#add(utf8(text))
  }

  digest(): string {
    const bits = this.#length * 8
    const padding = new Uint8Array(this.#filled < 56 ? 64 - this.#filled : 128 - this.#filled)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(bits / 0x1_0000_0000))
    view.setUint32(padding.length - 4, bits >>> 0)
    this.#add(padding)
    let hex = ''
    for (const word of this.#state) hex += (word >>> 0).toString(16).padStart(8, '0')
    return hex
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

// The arrays are of fixed length, so an index in range is never undefined.
function word(words: Int32Array, index: number): number {
  return words[index] as number
}

function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] as number
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function roundConstants(): Int32Array {
  const constants = new Int32Array(64)
  let found = 0
  for (let candidate = 2; found < 64; candidate++) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++)
      if (candidate % divisor === 0) isPrime = false
    if (isPrime) constants[found++] = cubeRootFraction(candidate)
  }
  return constants
}

/** Integer cube root of `prime · 2^96`, low 32 bits: exact, unlike a floating-point root. */
function cubeRootFraction(prime: number): number {
  const target = BigInt(prime) << 96n
  let root = 0n
  for (let bit = 1n << 35n; bit > 0n; bit >>= 1n) if ((root + bit) ** 3n <= target) root += bit
  return Number(root & 0xffff_ffffn) | 0
}
