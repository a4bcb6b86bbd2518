import { utf8 } from './utf8.ts'

/** Namespace of every id that Varve derives from content. */
export const VARVE_NAMESPACE = '7d5f0b1e-3a0c-5c2b-9f4e-6b1f2a9c8d30'

/** Name-based UUID, version 5 (RFC 9562): the same name always gives the same id. */
export function uuidV5(name: string, namespace: string = VARVE_NAMESPACE): string {
  const prefix = namespace.replaceAll('-', '')
  const text = utf8(name)
  const bytes = new Uint8Array(16 + text.length)
  for (let i = 0; i < 16; i++) bytes[i] = Number.parseInt(prefix.slice(i * 2, i * 2 + 2), 16)
  bytes.set(text, 16)
  const hex = sha1(bytes).slice(0, 32)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

// FIPS 180-4, SHA-1: what RFC 9562 prescribes for version 5. Not used for anything that needs strength.
function sha1(bytes: Uint8Array): string {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 0x1_0000_0000))
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0)
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  const w = new Array<number>(80).fill(0)
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let i = 0; i < 80; i++) {
      w[i] =
        i < 16
          ? view.getInt32(offset + i * 4)
          : rotate((w[i - 3] ?? 0) ^ (w[i - 8] ?? 0) ^ (w[i - 14] ?? 0) ^ (w[i - 16] ?? 0), 1)
    }
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4]
    for (let i = 0; i < 80; i++) {
      const [f, k] = roundOf(i, b, c, d)
      const next = (rotate(a, 5) + f + e + k + (w[i] ?? 0)) | 0
      e = d
      d = c
      c = rotate(b, 30)
      b = a
      a = next
    }
    h0 = (h0 + a) | 0
    h1 = (h1 + b) | 0
    h2 = (h2 + c) | 0
    h3 = (h3 + d) | 0
    h4 = (h4 + e) | 0
  }
  return [h0, h1, h2, h3, h4].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

function roundOf(i: number, b: number, c: number, d: number): readonly [f: number, k: number] {
  if (i < 20) return [(b & c) | (~b & d), 0x5a827999]
  if (i < 40) return [b ^ c ^ d, 0x6ed9eba1]
  if (i < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
  return [b ^ c ^ d, 0xca62c1d6]
}
